"""Review of a match: the value and cost of every decision, and the effect of chance.

The sum of all changes is the result. Let W be a seat's value before an action, W' after it, and W'' after
the chance events that follow. The *loss* is how much more the player's best action was worth, judged by what
they could know. The player's skill changes by -loss, the others' by as much in total the other way. W'' - W'
is luck of the draw; the rest of W' - W is luck of hidden cards. Nobody can do better than lose nothing, and
luck is fair for players who lose nothing. Source of the idea: M. Zinkevich, M. Bowling, N. Bard, M. Kan,
D. Billings, "Optimal unbiased estimators for evaluating agent performance", AAAI 2006.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from upcard.engine.game import Game, Match
from upcard.engine.heuristics import round_counter
from upcard.review.evaluator_contract import (
    SLIGHT,
    ActionWorth,
    DecisionPoint,
    Evaluator,
    SeatWorths,
    best_of,
)  # fmt: skip


@dataclass(frozen=True)
class Decision:
    """One decision of a match."""

    number: int
    """Number of the action in the match, from 1."""
    seat: int
    """The seat that decided, from 0."""
    action: int
    """The action that was played."""
    words: str
    """The action in words."""
    prospects: dict[int, tuple[str, ActionWorth]]
    """Every legal action with its words and its value by what the player knew."""
    loss: Fraction
    """How much more the best action was worth, 0 or more."""
    margin: float
    """Possible error of the loss; 0 if nothing is sampled."""
    skill: SeatWorths
    hidden: SeatWorths
    drawn: SeatWorths
    """By seat, the changes by skill, by luck of hidden cards, and by luck of the draw afterwards."""
    lesson: str
    """For a mistake, why another action was better; otherwise empty."""

    @property
    def best(self) -> int:
        """The best action; the action that was played if it lost no more than the error of a solution."""
        return best_of({a: x for a, (_, x) in self.prospects.items()}, self.action)


@dataclass(frozen=True)
class Review:
    """The review of a match."""

    match: Match
    unit: str
    source: str
    """The unit of values, and the method that computed them."""
    start: SeatWorths
    """Value of the match to each seat before the first card."""
    deal: SeatWorths
    """Change by the first deal."""
    decisions: tuple[Decision, ...]
    """All decisions that were judged, in order."""

    @property
    def missing(self) -> int:
        """Number of decisions at the end that were not judged, because time ran out."""
        return len(self.match.actions) - len(self.decisions)

    @property
    def result(self) -> SeatWorths:
        """Result of the match, or its value after the last decision that was judged."""
        parts = (self.start, self.luck(), self.skill(), self.gifts())
        return tuple(sum(x, Fraction(0)) for x in zip(*parts, strict=True))

    def luck(self) -> SeatWorths:
        """Return by seat the sum of all luck, by the draw and by hidden cards."""
        return tuple(
            self.deal[p] + sum((d.hidden[p] + d.drawn[p] for d in self.decisions), Fraction(0))
            for p in range(len(self.deal))
        )

    def skill(self) -> SeatWorths:
        """Return by seat the loss by its own decisions, 0 or less."""
        return self._by_skill(lambda d, p: d.seat == p)

    def gifts(self) -> SeatWorths:
        """Return by seat the gain from the decisions of others."""
        return self._by_skill(lambda d, p: d.seat != p)

    def _by_skill(self, counts: Callable[[Decision, int], bool]) -> SeatWorths:
        """Return by seat the sum of the changes by skill over the decisions for which `counts` is true."""
        seats = range(len(self.deal))
        return tuple(sum((d.skill[p] for d in self.decisions if counts(d, p)), Fraction(0)) for p in seats)

    def course(self) -> list[SeatWorths]:
        """Return the values by seat: before the first card, after the deal, after each decision."""
        values = [self.start, _plus(self.start, self.deal)]
        for d in self.decisions:
            values.append(_plus(values[-1], d.skill, d.hidden, d.drawn))
        return values

    def mistakes(self) -> list[Decision]:
        """Return the decisions whose loss exceeds its possible error, the worst first."""
        return sorted((d for d in self.decisions if d.lesson), key=lambda d: (-d.loss, d.number))


def review(
    match: Match,
    appraiser: Evaluator,
    on_step: Callable[[str, float], None] | None = None,
    seconds: float | None = None,
) -> Review:
    """Review a match, which is not modified.

    `on_step` is called after every decision with a description and the fraction that is done. After that many
    `seconds`, no further decision is judged; the first one always is.
    """
    until = None if seconds is None else time.monotonic() + seconds
    start, dealt = appraiser.before(), appraiser.worth(match.from_start().state)
    decisions = []
    for d in _decisions(match, dealt, appraiser):
        decisions.append(d)
        if on_step is not None:
            on_step(f"decision {d.number} of {len(match.actions)}", d.number / len(match.actions))
        if until is not None and time.monotonic() >= until:
            break
    return Review(match, appraiser.unit, appraiser.source, start, _minus(dealt, start), tuple(decisions))


def _decisions(match: Match, dealt: SeatWorths, appraiser: Evaluator) -> Iterator[Decision]:
    """Replay every action and yield its effect; `dealt` is the value after the first deal."""
    now = dealt
    played = zip(pairwise(_moments(match)), match.actions, strict=True)
    for i, ((moment, following), action) in enumerate(played, 1):
        known, then = appraiser.prospects(moment), appraiser.after(moment.state, action)
        afterwards = appraiser.worth(following.state)
        yield _decision(match.game, moment, known, action, i, appraiser, (now, then, afterwards))
        now = afterwards


def decision_point(match: Match) -> DecisionPoint:
    """Return the current decision of a match, which is not modified."""
    return deque(_moments(match), maxlen=1).pop()


def decision_points(match: Match) -> Iterator[tuple[DecisionPoint, int]]:
    """Yield every decision of a match with the action played; the match is not modified."""
    return zip(_moments(match), match.actions, strict=False)


def _moments(match: Match) -> Iterator[DecisionPoint]:
    """Yield every decision of a match, and at last its current position."""
    replay, round_of = match.from_start(), round_counter(match.game.rules)
    began, since = replay.state.copy(), 0
    yield DecisionPoint(replay.state.copy(), began, ())
    for i, action in enumerate(match.actions, 1):
        replay.do(action)
        if round_of(replay.state) != round_of(began):
            began, since = replay.state.copy(), i
        yield DecisionPoint(replay.state.copy(), began, match.actions[since:i])


def _decision(
    game: Game, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, number: int,
    appraiser: Evaluator, worths: tuple[SeatWorths, SeatWorths, SeatWorths],
) -> Decision:  # fmt: skip
    """Return the effect of one action; `worths` are the values before it, after it, and after chance."""
    me = moment.mover
    words = game.words(game.view(moment.state, me), known)
    top = max(known, key=lambda a: known[a].worth)
    loss = known[top].worth - known[action].worth
    margin = known[top].margin + known[action].margin if loss else 0.0
    skill = tuple(-loss if p == me else loss / (game.players - 1) for p in range(game.players))
    before, then, afterwards = worths
    lesson = appraiser.lesson(moment, known, action, top) if loss > margin + SLIGHT else ""
    return Decision(
        number, me, action, words[action], {a: (words[a], known[a]) for a in known}, loss, margin,
        skill, _minus(_minus(then, before), skill), _minus(afterwards, then), lesson,
    )  # fmt: skip


def _plus(*several: SeatWorths) -> SeatWorths:
    return tuple(sum(x, Fraction(0)) for x in zip(*several, strict=True))


def _minus(these: SeatWorths, those: SeatWorths) -> SeatWorths:
    return tuple(a - b for a, b in zip(these, those, strict=True))
