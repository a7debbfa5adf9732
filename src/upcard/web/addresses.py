"""Positions as addresses: a game, its options, the seed or the cards that were dealt, and the actions."""

from collections.abc import Mapping, Sequence
from types import ModuleType
from urllib.parse import urlencode

from upcard.engine.catalog import find_rules
from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import Game, Match
from upcard.engine.options import unusual
from upcard.play.hall import Unknown
from upcard.play.live import LiveTable
from upcard.play.wish import game_for
from upcard.web.numbers import whole

OPTION, BETWEEN = "option-", "."
MOST_ACTIONS = 3000


def rules_at(name: str) -> ModuleType:
    """The rules of the game that an address names.

    Raises
    ------
    Unknown
        If there is none.
    """
    try:
        return find_rules(name)
    except Usage as fault:
        raise Unknown(str(fault)) from None


def match_of(name: str, query: Mapping[str, str]) -> Match:
    """The match that an address stands for.

    Parameters
    ----------
    name : str
        The game.
    query : mapping
        ``players``, ``option-NAME``, ``seed``, ``number``, ``dealt`` and ``do``, as :func:`address_of` gives
        them; what is left out is as usual.

    Raises
    ------
    UpcardError
        If it stands for none.
    """
    game, dealt = game_of(name, query), tuple(words_of(query.get("dealt", "")))
    seed, number = (whole(x, query.get(x) or "0") for x in ("seed", "number"))
    match = Match(game, seed, number, dealt, ())
    actions = [x for x in query.get("do", "").split(BETWEEN) if x]
    if len(actions) > MOST_ACTIONS:
        raise Unreadable(f"{len(actions):,} actions are too many; at most {MOST_ACTIONS:,} can be looked at")
    for x in actions:
        match.do(whole("do", x))
    return match


def game_of(name: str, query: Mapping[str, str]) -> Game:
    """The game that an address names, with its players and options.

    Raises
    ------
    UpcardError
        If there is none.
    """
    rules = rules_at(name)
    players = whole("players", query["players"]) if query.get("players") else None
    options = {k.removeprefix(OPTION): x for k, x in query.items() if k.startswith(OPTION) and x}
    return game_for(rules.GAME.name, players, None, options)


def words_of(text: str) -> list[str]:
    """The words of a list in an address, with dots, commas or spaces between them."""
    return [x for x in text.replace(",", BETWEEN).replace(" ", BETWEEN).split(BETWEEN) if x]


def address_of(match: Match, drop: int = 0, *more: int) -> str:
    """What :func:`match_of` reads: all of a match, without its last actions, or with others added.

    Parameters
    ----------
    match : Match
        Where it stands.
    drop : int
        0, or less: so many actions are taken back.
    *more : int
        Actions that are done besides.
    """
    chosen = unusual(match.game.rules.OPTIONS, match.game.option_words())
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
