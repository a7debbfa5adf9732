"""Review of a match: the value and cost of every decision, and the effect of chance.

All changes together sum to the result. Let W be a seat's value before an action, W' after it, and W'' after
the chance events that follow. The *loss* is how much more the player's best action was worth, judged by
what they could know. It counts as -loss for the player's skill, and the others gain as much in total if the
scores always have the same sum. If all seats always score alike, the others lose as much each; in all other
games the change to each of them is computed, with all cards known. A loss that simulation estimates counts
only if it clearly exceeds its possible error. W'' - W' is luck of the draw; the rest of W' - W is luck of
hidden cards. The best possible loss is 0, and for players without losses luck is fair. Source of the idea:
M. Zinkevich, M. Bowling, N. Bard, M. Kan, D. Billings, "Optimal unbiased estimators for evaluating agent
performance", AAAI 2006.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise

from upcard.engine.game import Game, Match
from upcard.engine.heuristics import round_counter
from upcard.engine.state import PlainState
from upcard.review.evaluator_contract import (
    SLIGHT,
    ActionWorth,
    DecisionPoint,
    Evaluator,
    SampledJudge,
    SeatWorths,
    best_of,
    is_clear_loss,
    loss_margin,
)  # fmt: skip
from upcard.review.mistake_rule import comparisons_of, deviations, rule_text
from upcard.review.score_relation import ScoreRelation, score_relation


@dataclass(frozen=True)
class Decision:
    """One judged decision of a match."""

    number: int
    """Number of the action in the match, from 1."""
    seat: int
    """The seat that decided, from 0."""
    action: int
    """The action that was played."""
    words: str
    """The action in words."""
    prospects: dict[int, tuple[str, ActionWorth]]
    """Every legal action with its words, and its value from what the player knew."""
    loss: Fraction
    """How much more the best action was worth, 0 or more."""
    margin: float
    """Possible error of the loss; 0 if it is exact."""
    skill: SeatWorths
    """Change of the value to each seat by the player's skill."""
    hidden: SeatWorths
    """Change of the value to each seat by luck of hidden cards."""
    drawn: SeatWorths
    """Change of the value to each seat by luck of the draw after the action."""
    lesson: str
    """For a mistake, a sentence why another action was better; otherwise empty."""

    @property
    def proven_loss(self) -> Fraction:
        """The loss that counts: 0 if it is estimated by sampling, and no mistake."""
        return self.loss if self.lesson or not self.prospects[self.action][1].standard_error else Fraction(0)

    @property
    def is_best_known(self) -> bool:
        """Whether it would be a mistake, but the strategy by which simulation continues may do the same."""
        return self.prospects[self.action][1].is_best_known

    @property
    def best(self) -> int:
        """The best action; if the action that was played is at most ``SLIGHT`` worse, that one."""
        return best_of({a: x for a, (_, x) in self.prospects.items()}, self.action)


@dataclass(frozen=True)
class Review:
    """The review of a match."""

    match: Match
    unit: str
    """The unit of values, such as ``points``."""
    source: str
    """The method that computed the values."""
    start: SeatWorths
    """Value of the match to each seat, before the first card is dealt."""
    deal: SeatWorths
    """Change of the value to each seat by the first deal."""
    decisions: tuple[Decision, ...]
    """The judged decisions, in order."""
    relation: ScoreRelation = ScoreRelation.CONSTANT
    """How the scores of the seats relate, and so whom a mistake costs."""
    rule: str = ""
    """The rule for mistakes where simulation judges, as sentences; empty if it judges nothing."""

    @property
    def missing(self) -> int:
        """Number of decisions at the end of the match that were not judged, because time ran out."""
        return len(self.match.actions) - len(self.decisions)

    @property
    def result(self) -> SeatWorths:
        """Result of the match to each seat, or its value after the last decision that was judged."""
        parts = (self.start, self.luck(), self.skill(), self.gifts())
        return tuple(sum(x, Fraction(0)) for x in zip(*parts, strict=True))

    def luck(self) -> SeatWorths:
        """Return for each seat the sum of all luck, by the deal, the draw and hidden cards."""
        return tuple(
            self.deal[p] + sum((d.hidden[p] + d.drawn[p] for d in self.decisions), Fraction(0))
            for p in range(len(self.deal))
        )

    def skill(self) -> SeatWorths:
        """Return for each seat the change by its decisions, 0 or less."""
        return self._by_skill(lambda d, p: d.seat == p)

    def gifts(self) -> SeatWorths:
        """Return for each seat the change by the decisions of the others."""
        return self._by_skill(lambda d, p: d.seat != p)

    def by_player(self) -> list[SeatWorths]:
        """Return for each seat the changes to all seats by its decisions."""
        return [self._by_skill(partial(_is_by, q)) for q in range(len(self.deal))]

    def _by_skill(self, counts: Callable[[Decision, int], bool]) -> SeatWorths:
        """Return for each seat the changes by skill, summed over decisions for which `counts` is True."""
        seats = range(len(self.deal))
        return tuple(sum((d.skill[p] for d in self.decisions if counts(d, p)), Fraction(0)) for p in seats)

    def course(self) -> list[SeatWorths]:
        """Return the value to each seat before the first card, after the deal, and after each decision."""
        values = [self.start, _plus(self.start, self.deal)]
        for d in self.decisions:
            values.append(_plus(values[-1], d.skill, d.hidden, d.drawn))
        return values

    def mistakes(self) -> list[Decision]:
        """Return the decisions whose loss is clearly greater than its possible error, the worst first."""
        return sorted((d for d in self.decisions if d.lesson), key=lambda d: (-d.loss, d.number))


@dataclass(frozen=True)
class JudgingTerms:
    """The terms by which the decisions of one match are judged."""

    threshold: float
    """The number of standard errors that the loss of a mistake must exceed where simulation judges."""
    relation: ScoreRelation
    """How the scores of the seats relate, and so which seats a mistake changes."""
    comparisons: int = 0
    """The number of comparisons by simulation, for which the threshold is corrected."""

    def is_mistake(self, known: Mapping[int, ActionWorth], action: int) -> bool:
        """Return whether the loss of an action is clearly greater than its possible error."""
        loss, margin = self.loss(known, action)
        return is_clear_loss(known[action], loss, margin) and not known[action].is_best_known

    def may_be_mistake(self, known: Mapping[int, ActionWorth], action: int) -> bool:
        """Return whether the loss of an action is greater than its possible error, perhaps not clearly."""
        loss, margin = self.loss(known, action)
        return loss > margin + SLIGHT and not known[action].is_best_known

    def loss(self, known: Mapping[int, ActionWorth], action: int) -> tuple[Fraction, float]:
        """Return how much more the best action was worth, 0 or more, and the possible error of that."""
        top = max(known, key=lambda a: known[a].worth)
        loss = known[top].worth - known[action].worth
        return loss, loss_margin(known, action, top, self.threshold) if loss else 0.0


def terms_of(match: Match, evaluator: Evaluator) -> JudgingTerms:
    """Return the terms by which an evaluator judges the decisions of a match, which is not modified."""
    comparisons = comparisons_in(match, evaluator.is_sampled)
    return JudgingTerms(deviations(comparisons), score_relation(match.game), comparisons)


def review(
    match: Match,
    evaluator: Evaluator,
    on_step: Callable[[str, float], None] | None = None,
    seconds: float | None = None,
) -> Review:
    """Review a match, which is not modified.

    `on_step` is called after each decision with a description and the fraction of the decisions that is done.
    After `seconds`, no further decision is judged; the first one always is.
    """
    until = None if seconds is None else time.monotonic() + seconds
    dealt, terms = evaluator.worth(match.from_start().state), terms_of(match, evaluator)
    decisions = []
    for d in _decisions(match, dealt, evaluator, terms):
        decisions.append(d)
        if on_step is not None:
            on_step(f"decision {d.number} of {len(match.actions)}", d.number / len(match.actions))
        if until is not None and time.monotonic() >= until:
            break
    return assembled(match, evaluator, terms, dealt, decisions)


def assembled(
    match: Match, evaluator: Evaluator, terms: JudgingTerms, dealt: SeatWorths, decisions: Sequence[Decision]
) -> Review:
    """Return the review of a match from its judged decisions; `dealt` is the value after the first deal."""
    source, rule = source_and_rule(evaluator, terms)
    start = evaluator.before()
    deal = _minus(dealt, start)
    return Review(match, evaluator.unit, source, start, deal, tuple(decisions), terms.relation, rule)


def source_and_rule(evaluator: Evaluator, terms: JudgingTerms) -> tuple[str, str]:
    """Return the method that computes the values, and the rule for mistakes if simulation judges any."""
    if isinstance(evaluator, SampledJudge):
        rule = rule_text(terms.comparisons, evaluator.has_strategy)
        return evaluator.source_of_review, f"{rule} {evaluator.advice}".rstrip()
    return evaluator.source, ""


def comparisons_in(match: Match, is_sampled: Callable[[PlainState], bool]) -> int:
    """Return the number of comparisons by simulation in a review of a match, which is not modified.

    `is_sampled` returns whether the decision in a state is judged by simulation.
    """
    states = (moment.state for moment, _ in decision_points(match))
    return comparisons_of(len(match.game.legal_actions(s)) for s in states if is_sampled(s))


def _decisions(
    match: Match, dealt: SeatWorths, evaluator: Evaluator, terms: JudgingTerms
) -> Iterator[Decision]:
    """Replay a match and yield its judged decisions; `dealt` is the value after the first deal."""
    now = dealt
    played = zip(pairwise(moments_of(match)), match.actions, strict=True)
    for i, ((moment, following), action) in enumerate(played, 1):
        known = judge_played(evaluator, moment, action, terms.threshold)
        then = evaluator.after(moment.state, action)
        afterwards = evaluator.worth(following.state)
        yield judged(match.game, moment, known, action, i, evaluator, (now, then, afterwards), terms)
        now = afterwards


def judge_played(
    evaluator: Evaluator, moment: DecisionPoint, action: int, threshold: float
) -> Mapping[int, ActionWorth]:
    """Return the values of all actions of a decision, precise enough to judge the one that was played."""
    if isinstance(evaluator, SampledJudge):
        return evaluator.prospects_of_played(moment, action, threshold)
    return evaluator.prospects(moment)


def decision_point(match: Match) -> DecisionPoint:
    """Return the current decision of a match, which is not modified."""
    return deque(moments_of(match), maxlen=1).pop()


def decision_points(match: Match) -> Iterator[tuple[DecisionPoint, int]]:
    """Yield every decision of a match with the action played; the match is not modified."""
    return zip(moments_of(match), match.actions, strict=False)


def moments_of(match: Match) -> Iterator[DecisionPoint]:
    """Yield every decision of a match, and finally its current position."""
    replay, round_of = match.from_start(), round_counter(match.game.rules)
    began, since = replay.state.copy(), 0
    yield DecisionPoint(replay.state.copy(), began, ())
    for i, action in enumerate(match.actions, 1):
        replay.do(action)
        if round_of(replay.state) != round_of(began):
            began, since = replay.state.copy(), i
        yield DecisionPoint(replay.state.copy(), began, match.actions[since:i])


def judged(
    game: Game, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, number: int,
    evaluator: Evaluator, worths: tuple[SeatWorths, SeatWorths, SeatWorths], terms: JudgingTerms,
) -> Decision:  # fmt: skip
    """Return one judged decision; `worths` are the values before it, after it, and after chance."""
    me = moment.mover
    words = game.words(game.view(moment.state, me), known)
    top = max(known, key=lambda a: known[a].worth)
    loss, margin = terms.loss(known, action)
    is_mistake = terms.is_mistake(known, action)
    proven = loss if is_mistake or not known[action].standard_error else Fraction(0)
    before, then, afterwards = worths
    skill = _changes_by_loss(evaluator, moment, proven, top, then, terms.relation)
    lesson = evaluator.lesson(moment, known, action, top) if is_mistake else ""
    return Decision(
        number, me, action, words[action], {a: (words[a], known[a]) for a in known}, loss, margin,
        skill, _minus(_minus(then, before), skill), _minus(afterwards, then), lesson,
    )  # fmt: skip


def _changes_by_loss(
    evaluator: Evaluator, moment: DecisionPoint, loss: Fraction, best: int, then: SeatWorths,
    relation: ScoreRelation,
) -> SeatWorths:  # fmt: skip
    """Return the changes to all seats by a loss; `best` is the best action, `then` the values as played."""
    me, seats = moment.mover, range(len(then))
    if relation is ScoreRelation.FREE and loss:
        effect = _minus(then, evaluator.after(moment.state, best))
        return tuple(-loss if p == me else effect[p] for p in seats)
    is_team = relation is ScoreRelation.TEAM
    return tuple(-loss if p == me or is_team else loss / (len(seats) - 1) for p in seats)


def _is_by(seat: int, d: Decision, p: int) -> bool:
    return d.seat == seat


def _plus(*several: SeatWorths) -> SeatWorths:
    return tuple(sum(x, Fraction(0)) for x in zip(*several, strict=True))


def _minus(these: SeatWorths, those: SeatWorths) -> SeatWorths:
    return tuple(a - b for a, b in zip(these, those, strict=True))
