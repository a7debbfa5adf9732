"""Addresses of positions: a game, its options, the seed or the dealt cards, and the actions.

They are paths and queries of the analysis board.
"""

import re
from collections.abc import Mapping, Sequence
from types import ModuleType
from urllib.parse import urlencode

from upcard.engine.errors import Unknown, Unreadable, Usage, unknown_name
from upcard.engine.game import Game, Match
from upcard.engine.game_spec import GameSpec
from upcard.engine.option_values import changed_options
from upcard.engine.read_number import SEED_DIGITS, plain_number

OPTION, BETWEEN = "option-", "."
MOST_ACTIONS = 3000
STATE = "state"
POSITION = ("players", "seed", "number", "dealt", STATE, "do")
SEAT, BOT, SIDE, OPEN, ASSUMED = "me", "bot", "side", "open", "assumed"
OF_THE_BOARD = (SEAT, BOT, SIDE, OPEN, ASSUMED)
"""Parts of an address that change the view of a position, not the position."""

ADDED = re.compile(
    r"utm_\w+|\w+clk?id|gclsrc|[gw]braid|gad_\w+|srsltid|igsh(id)?|mibextid|sfnsn|mc_[ce]id|mkt_tok|mtm_\w+"
    r"|pk_\w+|_(ga|gl|hsenc|hsmi|gcl_\w+|branch_\w+|x_tr_\w+)|li_fat_id|rdt_cid|sccid|epik|hss_channel|trk\w*"
    r"|from|isappinstalled|usp|ved|wprov|ref(_src|_url)?|share(_id)?|si|s|t",
    re.IGNORECASE,
)
"""Parts that messengers and search engines add to shared addresses."""


def rules_from_address(name: str) -> ModuleType:
    """Return the rules of the game in an address; raises Unknown if there is no such game."""
    return rules_of(GameSpec(name))


def rules_of(spec: GameSpec) -> ModuleType:
    """Return the rules of the game in a spec; raises Unknown if there is no such game."""
    try:
        return spec.rules
    except Usage as fault:
        raise Unknown(str(fault)) from None


def match_from_address(name: str, query: Mapping[str, str], extra: Sequence[str] = ()) -> Match:
    """Return the match in an address; raises UpcardError if it is not valid.

    The query has ``players``, ``option-NAME``, ``seed``, ``number``, ``dealt``, ``state`` and ``do``, as in
    :func:`address_of`; missing parts have their defaults. Parts for the view of the board are ignored. The
    page itself reads the parts named in `extra`.
    """
    game, dealt = game_from_address(name, query, extra), tuple(split_words(query.get("dealt", "")))
    seed = plain_number("seed", query.get("seed") or "0", SEED_DIGITS)
    number = plain_number("number", query.get("number") or "0")
    match = Match(game, seed, number, dealt, (), query.get(STATE, ""))
    actions = [x for x in query.get("do", "").split(BETWEEN) if x]
    if len(actions) > MOST_ACTIONS:
        raise Unreadable(f"{len(actions):,} actions are too many; the maximum is {MOST_ACTIONS:,}")
    for x in actions:
        match.do(plain_number("do", x))
    return match


def game_from_address(name: str, query: Mapping[str, str], extra: Sequence[str] = ()) -> Game:
    """Return the game in an address, with its players and options; see :func:`match_from_address`."""
    players = plain_number("players", query["players"]) if query.get("players") else None
    options = {k.removeprefix(OPTION): x for k, x in query.items() if k.startswith(OPTION) and x}
    spec = GameSpec(name, players, None, options)
    check_parts(rules_of(spec), query, extra)
    return spec.without_usual().game()


def check_parts(rules: ModuleType, query: Mapping[str, str], extra: Sequence[str] = ()) -> None:
    """Raise Usage for unknown parts of an address; without them, it would show another position."""
    options = {o.name: OPTION + o.name for o in rules.OPTIONS}
    known = [*POSITION, *options.values()]
    for part in query:
        if part not in (*known, *OF_THE_BOARD, *extra) and not ADDED.fullmatch(part):
            raise unknown_name("part", part[:40], known, options, f"an address of {rules.GAME.name}")


def split_words(text: str) -> list[str]:
    """Return the words of a list in an address, separated by dots, commas or spaces."""
    return [x for x in text.replace(",", BETWEEN).replace(" ", BETWEEN).split(BETWEEN) if x]


def address_of(match: Match, drop: int = 0, *more: int) -> str:
    """Return the query of a match for :func:`match_from_address`.

    `drop` is 0 or less: minus the number of last actions to leave out. `more` are actions to add.
    """
    chosen = changed_options(match.game.rules.OPTIONS, match.game.option_words())
    actions: Sequence[int] = [*match.actions[: len(match.actions) + drop], *more]
    parts: dict[str, object] = {"players": match.game.players}
    parts |= {OPTION + k: x for k, x in chosen.items()}
    parts |= {"seed": match.seed or 0}
    parts |= {"number": match.number} if match.number else {}
    parts |= {"dealt": BETWEEN.join(match.dealt)} if match.dealt else {}
    parts |= {STATE: match.placed} if match.placed else {}
    parts |= {"do": BETWEEN.join(map(str, actions))} if actions else {}
    return urlencode(parts)
