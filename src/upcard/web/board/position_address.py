"""Positions as addresses: a game, its options, the seed or the cards that were dealt, and the actions."""

import re
from collections.abc import Mapping, Sequence
from types import ModuleType
from urllib.parse import urlencode

from upcard.engine.errors import Unreadable, Usage, unknown_name
from upcard.engine.game import Game, Match
from upcard.engine.game_spec import GameSpec
from upcard.engine.option_values import changed_options
from upcard.server.live_table import LiveTable
from upcard.server.service_base import Unknown
from upcard.web.http.parse_int import whole

OPTION, BETWEEN = "option-", "."
MOST_ACTIONS = 3000
POSITION = ("players", "seed", "number", "dealt", "do")
SEAT, BOT, SIDE, OPEN, ASSUMED = "me", "bot", "side", "open", "assumed"
OF_THE_BOARD = (SEAT, BOT, SIDE, OPEN, ASSUMED)
"""How the analysis board looks at a position, which stands in its addresses too."""

ADDED = re.compile(
    r"utm_\w+|\w+clk?id|gclsrc|[gw]braid|gad_\w+|srsltid|igsh(id)?|mibextid|sfnsn|mc_[ce]id|mkt_tok|mtm_\w+"
    r"|pk_\w+|_(ga|gl|hsenc|hsmi|gcl_\w+|branch_\w+|x_tr_\w+)|li_fat_id|rdt_cid|sccid|epik|hss_channel|trk\w*"
    r"|from|isappinstalled|usp|ved|wprov|ref(_src|_url)?|share(_id)?|si|s|t",
    re.IGNORECASE,
)
"""What messengers and search engines add to any address that is shared."""


def rules_from_address(name: str) -> ModuleType:
    """The rules of the game that an address names.

    Raises
    ------
    Unknown
        If there is none.
    """
    return rules_of(GameSpec(name))


def rules_of(spec: GameSpec) -> ModuleType:
    """Return the rules of a game that an address names; as :func:`rules_from_address`."""
    try:
        return spec.rules
    except Usage as fault:
        raise Unknown(str(fault)) from None


def match_from_address(name: str, query: Mapping[str, str], own: Sequence[str] = ()) -> Match:
    """The match that an address stands for.

    Parameters
    ----------
    name : str
        The game.
    query : mapping
        ``players``, ``option-NAME``, ``seed``, ``number``, ``dealt`` and ``do``, as :func:`address_of` gives
        them; what is left out is as usual. What says how the board looks at it is left aside.
    own : sequence of str
        What else may stand in the query, which the page reads itself.

    Raises
    ------
    UpcardError
        If it stands for none.
    """
    game, dealt = game_from_address(name, query, own), tuple(words_of(query.get("dealt", "")))
    seed, number = (whole(x, query.get(x) or "0") for x in ("seed", "number"))
    match = Match(game, seed, number, dealt, ())
    actions = [x for x in query.get("do", "").split(BETWEEN) if x]
    if len(actions) > MOST_ACTIONS:
        raise Unreadable(f"{len(actions):,} actions are too many; the maximum is {MOST_ACTIONS:,}")
    for x in actions:
        match.do(whole("do", x))
    return match


def game_from_address(name: str, query: Mapping[str, str], own: Sequence[str] = ()) -> Game:
    """The game that an address names, with its players and options.

    Parameters
    ----------
    name, query, own
        As for :func:`match_from_address`.

    Raises
    ------
    UpcardError
        If there is none.
    """
    players = whole("players", query["players"]) if query.get("players") else None
    options = {k.removeprefix(OPTION): x for k, x in query.items() if k.startswith(OPTION) and x}
    spec = GameSpec(name, players, None, options)
    check_parts(rules_of(spec), query, own)
    return spec.without_usual().game()


def check_parts(rules: ModuleType, query: Mapping[str, str], own: Sequence[str] = ()) -> None:
    """Refuse what an address does not say: left aside, it would let another position pass for the one meant.

    Parameters
    ----------
    rules : module
        The rules of the game.
    query, own
        As for :func:`match_from_address`.

    Raises
    ------
    Usage
        If a part of the query has none of the names that there are.
    """
    options = {o.name: OPTION + o.name for o in rules.OPTIONS}
    known = [*POSITION, *options.values()]
    for part in query:
        if part not in (*known, *OF_THE_BOARD, *own) and not ADDED.fullmatch(part):
            raise unknown_name("part", part[:40], known, options, f"an address of {rules.GAME.name}")


def words_of(text: str) -> list[str]:
    """The words of a list in an address, with dots, commas or spaces between them."""
    return [x for x in text.replace(",", BETWEEN).replace(" ", BETWEEN).split(BETWEEN) if x]


def address_of(match: Match, drop: int = 0, *more: int) -> str:
    """What :func:`match_from_address` reads: all of a match, without its last actions, or with others added.

    Parameters
    ----------
    match : Match
        Where it stands.
    drop : int
        0, or less: so many actions are taken back.
    *more : int
        Actions that are done besides.
    """
    chosen = changed_options(match.game.rules.OPTIONS, match.game.option_words())
    actions: Sequence[int] = [*match.actions[: len(match.actions) + drop], *more]
    parts: dict[str, object] = {"players": match.game.players}
    parts |= {OPTION + k: x for k, x in chosen.items()}
    parts |= {"seed": match.seed or 0}
    parts |= {"number": match.number} if match.number else {}
    parts |= {"dealt": BETWEEN.join(match.dealt)} if match.dealt else {}
    parts |= {"do": BETWEEN.join(map(str, actions))} if actions else {}
    return urlencode(parts)


def address_at(live: LiveTable, at: int) -> str:
    """The address of a position of a match that has ended."""
    return f"/analysis/{live.row.game}?{address_of(live.match, at - live.turn)}"
