"""Laying a deal card by card: what chance is asked for next, what may come, and where each outcome goes.

Nothing here knows a game by name: a game is run with the outcomes laid down so far, until it asks for one
more, and where an outcome went is seen from what has changed on the table.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from upcard.engine.chance import DRAW, Recorder, Script, ScriptEnded
from upcard.engine.errors import Illegal
from upcard.engine.game import Game
from upcard.engine.game_loop import FINISHED
from upcard.engine.state import PlainState, apply_action
from upcard.kit.cards import NOBODY, Picture
from upcard.play.scene import fields_of
from upcard.play.zones import Face, make_face, make_zone

MOST_TOLD, LATER, BARE = 12, 4, Picture()
SEAT = re.compile(r"the seat that|who ")
"""How the words of a number begin that stands for a seat."""


@dataclass(frozen=True)
class Outcome:
    """Something that chance may bring, or has brought."""

    word: str
    """How it is laid down."""
    where: str
    """Where it goes, such as ``hand of player 1``; empty where that cannot be told."""
    face: Face | None
    """The card, if it is one."""


@dataclass(frozen=True)
class Laying:
    """A deal as far as it is laid."""

    laid: tuple[Outcome, ...]
    """What has come, also where nothing else could come."""
    asked: tuple[Outcome, ...]
    """What may come next, in increasing order; empty when the deal is whole."""

    @property
    def words(self) -> tuple[str, ...]:
        """How all that has come is laid down."""
        return tuple(x.word for x in self.laid)


@dataclass(frozen=True)
class _Run:
    """A game as it was played with the listed outcomes."""

    history: list[tuple[str, int]]
    """Every outcome, with its question: ``"below"`` or ``"draw"``."""
    states: list[PlainState]
    """The state before each outcome, and the last state."""
    question: ScriptEnded | None
    """What chance was asked next; None if the game needed no more outcomes."""


def lay(game: Game, dealt: Sequence[str], actions: Sequence[int] = ()) -> Laying:
    """A deal as far as it is laid, and what may come next.

    Parameters
    ----------
    game : Game
        What is dealt.
    dealt : sequence of str
        The outcomes in words, see :class:`upcard.engine.chance.Script`.
    actions : sequence of int
        Actions that are done once there is a deal.

    Raises
    ------
    Illegal
        If an outcome cannot come where it is laid, or an action is not allowed.
    """
    run = _run(game, dealt, actions)
    if run.question is None and len(run.history) < len(dealt):
        raise Illegal(f"{dealt[len(run.history)]!r} is given, but nothing more is dealt; leave it out")
    laid = tuple(
        Outcome(_word(game, door, x), _where(game, run.states, i, door, x), _face(game, door, x))
        for i, (door, x) in enumerate(run.history)
    )
    if run.question is None:
        return Laying(laid, ())
    return Laying(laid, _options(game, [x.word for x in laid], actions, run.question))


def replaced(game: Game, dealt: Sequence[str], at: int, word: str) -> list[str]:
    """A deal with another outcome in one place.

    Who had that card gets the one that lay there, if that can be; else all that came later is left out.

    Parameters
    ----------
    game : Game
        What is dealt.
    dealt : sequence of str
        The outcomes so far.
    at : int
        Which of them, from 0.
    word : str
        What comes there.
    """
    new = [*dealt[:at], word, *dealt[at + 1 :]]
    if word in dealt[at + 1 :]:
        new[dealt.index(word, at + 1)] = dealt[at]
    try:
        lay(game, new)
    except Illegal:
        return new[: at + 1]
    return new


def _run(game: Game, dealt: Sequence[str], actions: Sequence[int]) -> _Run:
    """Play with the listed outcomes, to the end or until chance is asked for another one."""
    states: list[PlainState] = []
    script = Script(game.rules, dealt, after=Script(game.rules, ()), is_full=True)
    chance = Recorder(script, lambda s, choices: states.append(s.copy()))
    s, question = game.blank(chance=chance), None
    try:
        apply_action(game.rules, s, None)
        for a in actions:
            if s.over == FINISHED or a not in game.legal_actions(s):
                raise Illegal(f"action {a} is not allowed where it stands")
            apply_action(game.rules, s, a)
    except ScriptEnded as end:
        question = end
    return _Run(chance.history, [*states[: len(chance.history)], s], question)


def _options(
    game: Game, words: Sequence[str], actions: Sequence[int], question: ScriptEnded
) -> tuple[Outcome, ...]:
    """What may come next. Cards all go to the same place; where a number leads is seen for each."""
    outcomes = [x for x, _ in question.outcomes]
    some = [_word(game, question.door, x) for x in outcomes]
    if question.door == DRAW or len(some) > MOST_TOLD:
        where = _leads(game, [*words, some[0]], actions)
        return tuple(
            Outcome(word, where, _face(game, question.door, x))
            for word, x in zip(some, outcomes, strict=True)
        )
    parts = [
        dict(x.split(": ", 1) for x in _leads(game, [*words, w], actions).split("; ") if x) for w in some
    ]
    after = [_numbers(game, _run(game, [*words, w], actions).states[-1]) for w in some]
    told = [
        {name: own.get(name) or numbers.get(name, "") for name in dict.fromkeys(n for x in parts for n in x)}
        for own, numbers in zip(parts, after, strict=True)
    ]
    return tuple(Outcome(w, _told_apart(x, told), None) for w, x in zip(some, told, strict=True))


def _told_apart(own: Mapping[str, str], all_of_them: Sequence[Mapping[str, str]]) -> str:
    """What is said of an outcome and not of all others."""
    return "; ".join(
        f"{name}: {x}" for name, x in own.items() if any(x != other[name] for other in all_of_them)
    )


def _leads(game: Game, words: Sequence[str], actions: Sequence[int]) -> str:
    """Where the last of some outcomes goes; if need be seen from what comes of the next ones."""
    at, some = len(words) - 1, list(words)
    for _ in range(LATER):
        run = _run(game, some, actions)
        where = _where(game, run.states, at, *run.history[at])
        if where or run.question is None:
            return where
        some = [_word(game, door, x) for door, x in run.history]
        some.append(_word(game, run.question.door, run.question.outcomes[0][0]))
    return ""


def _word(game: Game, door: str, outcome: int) -> str:
    return str(game.rules.card_text(outcome)) if door == DRAW else str(outcome)


def _face(game: Game, door: str, outcome: int) -> Face | None:
    return make_face(game.rules, outcome) if door == DRAW else None


# ---- where something went


def _where(game: Game, tables: Sequence[PlainState], at: int, door: str, outcome: int) -> str:
    """Where an outcome went: a card to the first place that has more of it, a number to what it changed."""
    before = tables[at]
    if door != DRAW:
        old, new = _numbers(game, before), _numbers(game, tables[at + 1])
        cards = _grown(game, before, tables[at + 1])
        told = [f"{name}: {_named(game, some)}" for name, some in cards.items()]
        return "; ".join(told or [f"{name}: {new[name]}" for name in new if new[name] != old[name]])
    for after in tables[at + 1 :]:
        places = [name for name, some in _grown(game, before, after).items() if some[outcome] > 0]
        if places:
            return places[0]
    return ""


def _grown(game: Game, before: PlainState, after: PlainState) -> dict[str, Counter[int]]:
    """The places that have more cards, and which."""
    old, new = _cards(game, before), _cards(game, after)
    more = {name: new[name] - old[name] for name in new}
    return {name: some for name, some in more.items() if some}


def _named(game: Game, cards: Counter[int]) -> str:
    return " ".join(str(game.rules.card_text(k)) for k in sorted(cards.elements()))


def _cards(game: Game, s: PlainState) -> dict[str, Counter[int]]:
    """The cards of every place but the stock."""
    piles, _ = fields_of(game)
    zones = [(f, p, make_zone(game.rules, f, s, None, p, BARE)) for f, p in piles if f.sight is not NOBODY]
    return {
        _name(f.name, p): Counter(x.card for x in zone.faces if isinstance(x, Face)) for f, p, zone in zones
    }


def _numbers(game: Game, s: PlainState) -> dict[str, str]:
    """All numbers that a seat may have."""
    _, numbers = fields_of(game)
    found = {}
    for f, p in numbers:
        cells = getattr(s, f.name)
        x = cells if p is None else cells[p]
        is_seat = SEAT.match(f.words) and not f.length
        found[_name(f.name, p)] = f"player {int(x) + 1}" if is_seat else str(x)
    return found


def _name(field: str, seat: int | None) -> str:
    words = field.replace("_", " ")
    return words if seat is None else f"{words} of player {seat + 1}"
