"""Build a deal card by card: the outcomes so far, the possible next ones, and where each of them goes.

Nothing here depends on a certain game. The rules run with the outcomes so far, until they need one more. The
destination of an outcome is derived from the changes of the state.
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
from upcard.language.messages import gettext as _
from upcard.play.placed_positions import of_player
from upcard.play.scene import fields_of
from upcard.play.zones import Face, make_face, make_zone

MOST_PLACED, LATER, BARE = 12, 4, Picture()
SEAT = re.compile(r"the seat that|who ")
"""Start of the description of a number that stands for a seat."""


@dataclass(frozen=True)
class DealOutcome:
    """A possible or actual outcome of chance."""

    word: str
    """Its text in a record."""
    where: str
    """Where it goes, such as ``hand of player 1``; empty if that is unknown."""
    face: Face | None
    """The card, if it is one."""


@dataclass(frozen=True)
class PartialDeal:
    """The known part of a deal, and the outcomes that are possible next."""

    outcomes: tuple[DealOutcome, ...]
    """The outcomes so far, including those without an alternative."""
    options: tuple[DealOutcome, ...]
    """The possible next outcomes, in increasing order; empty if the deal is complete."""

    @property
    def words(self) -> tuple[str, ...]:
        """The texts of the outcomes so far."""
        return tuple(x.word for x in self.outcomes)


@dataclass(frozen=True)
class _DealRun:
    """A game that was played with the listed outcomes."""

    history: list[tuple[str, int]]
    """Every outcome, with its question: ``"below"`` or ``"draw"``."""
    states: list[PlainState]
    """The state before each outcome, and the last state."""
    question: ScriptEnded | None
    """The next request to chance; None if the game needed no more outcomes."""


def partial_deal(game: Game, dealt: Sequence[str], actions: Sequence[int] = ()) -> PartialDeal:
    """Return the part of a deal that these outcomes determine, and the possible next outcomes.

    `dealt` are outcomes in words, see :class:`upcard.engine.chance.Script`; `actions` follow the deal. Raises
    ``Illegal`` if an outcome is impossible in its place, or an action is not allowed.
    """
    run = _run(game, dealt, actions)
    if run.question is None and len(run.history) < len(dealt):
        raise Illegal(f"{dealt[len(run.history)]!r} is one outcome too many; delete it")
    outcomes = tuple(
        DealOutcome(_word(game, kind, x), _where(game, run.states, i, kind, x), _face(game, kind, x))
        for i, (kind, x) in enumerate(run.history)
    )
    words = [x.word for x in outcomes]
    options = () if run.question is None else _options(game, words, actions, run.question)
    return PartialDeal(outcomes, options)


def replaced(game: Game, dealt: Sequence[str], at: int, word: str) -> list[str]:
    """Return the deal `dealt` with the outcome number `at`, from 0, changed to `word`.

    If `word` occurs later in the deal, it is exchanged with the replaced outcome. If that deal is impossible,
    all later outcomes are dropped.
    """
    new = [*dealt[:at], word, *dealt[at + 1 :]]
    if word in dealt[at + 1 :]:
        new[dealt.index(word, at + 1)] = dealt[at]
    try:
        partial_deal(game, new)
    except Illegal:
        return new[: at + 1]
    return new


def _run(game: Game, dealt: Sequence[str], actions: Sequence[int]) -> _DealRun:
    """Play with the listed outcomes, to the end or until chance needs another one."""
    states: list[PlainState] = []
    script = Script(game.rules, dealt, after=Script(game.rules, ()), is_full=True)
    chance = Recorder(script, lambda s, choices: states.append(s.copy()))
    s, question = game.blank(chance=chance), None
    try:
        apply_action(game.rules, s, None)
        for a in actions:
            if s.over == FINISHED or a not in game.legal_actions(s):
                raise Illegal(f"action {a} is not allowed after this deal; delete it")
            apply_action(game.rules, s, a)
    except ScriptEnded as end:
        question = end
    return _DealRun(chance.history, [*states[: len(chance.history)], s], question)


def _options(
    game: Game, words: Sequence[str], actions: Sequence[int], question: ScriptEnded
) -> tuple[DealOutcome, ...]:
    """Return the possible next outcomes.

    All cards go to the same place; for a number, the place is derived for each value.
    """
    outcomes = [x for x, _ in question.outcomes]
    next_words = [_word(game, question.kind, x) for x in outcomes]
    if question.kind == DRAW or len(next_words) > MOST_PLACED:
        where = _destination(game, [*words, next_words[0]], actions)
        return tuple(
            DealOutcome(word, where, _face(game, question.kind, x))
            for word, x in zip(next_words, outcomes, strict=True)
        )
    destinations = [_destination(game, [*words, w], actions) for w in next_words]
    parts = [dict(x.split(": ", 1) for x in text.split("; ") if x) for text in destinations]
    after = [_numbers(game, _run(game, [*words, w], actions).states[-1]) for w in next_words]
    names = dict.fromkeys(n for x in parts for n in x)
    effects = [
        {name: part.get(name) or numbers.get(name, "") for name in names}
        for part, numbers in zip(parts, after, strict=True)
    ]
    return tuple(
        DealOutcome(w, _differences(x, effects), None) for w, x in zip(next_words, effects, strict=True)
    )


def _differences(effects: Mapping[str, str], every: Sequence[Mapping[str, str]]) -> str:
    """Return the effects of an outcome that differ from those of some other outcome."""
    return "; ".join(f"{name}: {x}" for name, x in effects.items() if any(x != y[name] for y in every))


def _destination(game: Game, words: Sequence[str], actions: Sequence[int]) -> str:
    """Return the place of the last outcome, if necessary after some of the outcomes that follow."""
    at, dealt = len(words) - 1, list(words)
    for _later in range(LATER):
        run = _run(game, dealt, actions)
        where = _where(game, run.states, at, *run.history[at])
        if where or run.question is None:
            return where
        dealt = [_word(game, kind, x) for kind, x in run.history]
        dealt.append(_word(game, run.question.kind, run.question.outcomes[0][0]))
    return ""


def _word(game: Game, kind: str, outcome: int) -> str:
    return str(game.rules.card_text(outcome)) if kind == DRAW else str(outcome)


def _face(game: Game, kind: str, outcome: int) -> Face | None:
    return make_face(game.rules, outcome) if kind == DRAW else None


# ---- the place of an outcome


def _where(game: Game, tables: Sequence[PlainState], at: int, kind: str, outcome: int) -> str:
    """Return the first place that gained a card, or the fields that a number changed, in words."""
    before = tables[at]
    if kind != DRAW:
        old, new = _numbers(game, before), _numbers(game, tables[at + 1])
        cards = _grown(game, before, tables[at + 1])
        gains = [f"{name}: {_named(game, some)}" for name, some in cards.items()]
        return "; ".join(gains or [f"{name}: {new[name]}" for name in new if new[name] != old[name]])
    for after in tables[at + 1 :]:
        places = [name for name, some in _grown(game, before, after).items() if some[outcome] > 0]
        if places:
            return places[0]
    return ""


def _grown(game: Game, before: PlainState, after: PlainState) -> dict[str, Counter[int]]:
    """Return the gained cards of each place that has gained some."""
    old, new = _cards(game, before), _cards(game, after)
    more = {name: new[name] - old[name] for name in new}
    return {name: some for name, some in more.items() if some}


def _named(game: Game, cards: Counter[int]) -> str:
    return " ".join(str(game.rules.card_text(k)) for k in sorted(cards.elements()))


def _cards(game: Game, s: PlainState) -> dict[str, Counter[int]]:
    """Return the cards of every place but the stock."""
    piles = fields_of(game)[0]
    zones = [(f, p, make_zone(game.rules, f, s, None, p, BARE)) for f, p in piles if f.sight is not NOBODY]
    return {
        _name(f.name, p): Counter(x.card for x in zone.faces if isinstance(x, Face)) for f, p, zone in zones
    }


def _numbers(game: Game, s: PlainState) -> dict[str, str]:
    """Return the values of all numbers of a state, in words, by their names."""
    numbers = fields_of(game)[1]
    values = {}
    for f, p in numbers:
        cells = getattr(s, f.name)
        x = cells if p is None else cells[p]
        is_seat = SEAT.match(f.words) and not f.length
        values[_name(f.name, p)] = _("player {number}", number=int(x) + 1) if is_seat else str(x)
    return values


def _name(field: str, seat: int | None) -> str:
    return of_player(field.replace("_", " "), seat)
