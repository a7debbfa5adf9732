"""Regret minimization on the sequence form: the loop that CFR and its relatives share.

Every information set has a regret for each of its choices: the gain if it had always made that choice,
weighted by the probability that the others and chance lead there. Choices are made in proportion to positive
regrets. The players improve in turn; the average of all plans tends to an equilibrium of a two-player
zero-sum game. The methods differ in the discount of old regrets and in the weights of the average.

Source: M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret minimization in games with incomplete
information", NeurIPS 2007; the files of the methods name the others.
"""

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.compile.compiler import compiled
from upcard.engine.errors import Failure
from upcard.solving.checkpoints import Checkpoint, fingerprint, remove_checkpoint
from upcard.solving.exploitability import gaps
from upcard.solving.sequence_form import SequenceForm
from upcard.solving.solver_contract import Aim, Answer
from upcard.solving.unreached import not_learned, with_best_replies

FORGETS, KEEPS = 0.0, 1.0

SMALLEST_PART, GROWTH = 16, 2
"""Iterations before the first measurement of the gap, and the factor from one measurement to the next."""

STEPS_PER_PART, MOST_PER_PART = 200_000_000, 65_536
"""Maximum steps through the tree, and maximum iterations, between two measurements."""


RARE = 1e-5
"""Probability up to which an information set counts as hardly reached, if the gap is not smaller."""


def learner_checkpoint(form: SequenceForm, path: Path, method: str) -> Checkpoint:
    """Return the checkpoint of a game and a method, by the name of its module, in a file."""
    tree = form.tree
    owner = fingerprint(tree.game, tree.nodes, tree.infosets, method)
    return Checkpoint(path, owner, "another game or method")


class SequencePaths(NamedTuple):
    """The arrays of a sequence form that the compiled loop reads."""

    first: Any
    count: Any
    before: Any
    """Arrays of :class:`SequenceForm`."""
    turns: Any
    """The information sets, seat by seat."""
    turns_from: Any
    """For each seat, the start of its information sets in `turns`."""
    ends_from: Any
    """For each sequence, the start of its terminal nodes in `rivals` and `payoff`."""
    rivals: Any
    """The last sequences of the other players at terminal nodes."""
    payoff: Any
    """Payoffs of terminal nodes to the owner of the sequence, times chance."""


class RegretState(NamedTuple):
    """The state of a learner: float64 arrays of shape (sequences,), which every iteration modifies."""

    regret: Any
    """The regret of every choice."""
    expected: Any
    """The regret that is expected next."""
    chances: Any
    """The probability of every choice, 0 to 1."""
    plan: Any
    """The realization weights of these probabilities."""
    total: Any
    """The weighted sum of all plans."""
    below: Any
    """Scratch space: values of information sets, added to the sequences before them."""


class Schedule(NamedTuple):
    """Factors and weights of a method, by iteration: float64 arrays of shape (iterations,)."""

    keep_gain: Any
    keep_loss: Any
    """Factors of positive and of negative regrets after each iteration."""
    weight: Any
    """Weight of the plan in the average."""
    trust: Any
    """1 if the next regret is expected to be like the last one, else 0."""


Scheduler = Callable[[FloatArray], Schedule]
"""Function that returns the schedule for iterations with these numbers, float64 from 1."""


class Regrets:
    """Minimizes regrets in a game for any number of players, by the schedule of a method."""

    is_stalled = False
    """Whether more iterations are given up; a single method never is."""

    def __init__(self, form: SequenceForm, scheduler: Scheduler) -> None:
        self.form, self.iterations = form, 0
        self._scheduler = scheduler
        self._paths = paths_of(form)
        self._learned = nothing_learned(form)
        self._iterate = compiled(iterate, {})

    def run(self, iterations: int) -> None:
        """Run more iterations; in each of them every player improves once."""
        end = self.iterations + iterations
        numbers = np.arange(self.iterations + 1, end + 1, dtype=np.float64)
        self._iterate(self._paths, self._learned, self._scheduler(numbers))
        self.iterations = end

    def checkpoint(self, path: Path) -> Checkpoint:
        """Return the checkpoint of this game and method in a file."""
        return learner_checkpoint(self.form, path, self._scheduler.__module__)

    def arrays(self) -> dict[str, Any]:
        """Return the state as named arrays for a checkpoint."""
        learned = {f"learned_{i}": x for i, x in enumerate(self._learned)}
        return {"iterations": self.iterations, **learned}

    def restore(self, arrays: dict[str, Any]) -> None:
        """Restore arrays; raise KeyError, ValueError or TypeError if they do not fit."""
        self.iterations = int(arrays["iterations"])
        for i, x in enumerate(self._learned):
            if arrays[f"learned_{i}"].shape != x.shape:
                raise ValueError("the arrays have another shape")
            x[:] = arrays[f"learned_{i}"]

    def average(self) -> FloatArray:
        """Return the average strategy, float64 of shape (choices,). It tends to an equilibrium."""
        return self.form.strategy(self._learned.total)


class Learner(Protocol):
    """Regrets, or several of them side by side."""

    form: SequenceForm

    @property
    def iterations(self) -> int:
        """Number of iterations so far."""

    @property
    def is_stalled(self) -> bool:
        """Whether more iterations are given up."""

    def run(self, iterations: int) -> None:
        """Run more iterations."""

    def average(self) -> FloatArray:
        """Return the strategy so far, float64 of shape (choices,)."""

    def checkpoint(self, path: Path) -> Checkpoint:
        """Return the checkpoint of this game and method in a file."""

    def arrays(self) -> dict[str, Any]:
        """Return the state as named arrays for a checkpoint."""

    def restore(self, arrays: dict[str, Any]) -> None:
        """Restore arrays; raise KeyError, ValueError or TypeError if they do not fit."""


def minimize(form: SequenceForm, aim: Aim, scheduler: Scheduler) -> Answer:
    """Iterate by the schedule of a method, as :func:`minimize_with` says."""
    return minimize_with(Regrets(form, scheduler), aim)


def minimize_with(regrets: Learner, aim: Aim) -> Answer:
    """Iterate until the gap is small enough, the iterations are used up, or Ctrl-C is pressed.

    A checkpoint is written once a minute and after Ctrl-C, and removed once the gap is small enough. If no
    checkpoint is named, progress is stored only after Ctrl-C.
    """
    form, is_whole = regrets.form, True
    checkpoint = None if aim.checkpoint is None else regrets.checkpoint(aim.checkpoint)
    if checkpoint and (arrays := checkpoint.read()) is not None:
        checkpoint.fitting(partial(regrets.restore, arrays))
    most = largest_part(form)
    gap, near, history = math.inf, 0.0, list[tuple[int, float]]()
    try:
        while regrets.iterations < aim.iterations and not regrets.is_stalled:
            part = max(SMALLEST_PART, min(regrets.iterations * (GROWTH - 1), most))
            regrets.run(min(part, aim.iterations - regrets.iterations))
            gains = gaps(form, regrets.average())
            gap = float(gains.max())
            history.append((regrets.iterations, float(gains.mean())))
            if gap <= aim.gap:
                break
            # twice the iterations about halve the gap; the reported fraction never decreases
            near = max(near, aim.gap / gap, regrets.iterations / aim.iterations)
            aim.on_step(f"gap {gap:.1e}", near)
            if checkpoint and checkpoint.is_due:
                checkpoint.store(regrets.arrays())
    except KeyboardInterrupt:
        is_whole = False
    resume_from = _stored(regrets, aim, is_near=gap <= aim.gap, is_whole=is_whole)
    return Answer(
        _with_replies(regrets, gap), regrets.iterations, None, is_whole, resume_from, tuple(history)
    )


def _with_replies(regrets: Learner, gap: float) -> FloatArray:
    """Return the average strategy with best replies where its player's choices do not lead, or hardly.

    Rare information sets are those of early iterations. They are replaced too, unless that enlarges the gap.
    The same holds for sets that the others exclude and that still have equal probabilities.
    """
    form, average, most = regrets.form, regrets.average(), min(gap, RARE)
    if not len(average):
        return average
    others = not_learned(form, average, most)
    for mask in (others, None) if others.any() else (None,):
        rare = with_best_replies(form, average, most, mask)
        if float(gaps(form, rare).max()) <= gap:
            return rare
    return with_best_replies(form, average)


def _stored(regrets: Learner, aim: Aim, *, is_near: bool, is_whole: bool) -> Path | None:
    """Store progress if it may be resumed, and return the file; only a named file must be writable."""
    if aim.checkpoint and is_near:
        remove_checkpoint(aim.checkpoint)
    elif aim.checkpoint:
        regrets.checkpoint(aim.checkpoint).store(regrets.arrays())
        return aim.checkpoint
    if is_near or is_whole or aim.at_stop is None:
        return None
    try:
        regrets.checkpoint(aim.at_stop).store(regrets.arrays())
    except Failure:
        return None
    return aim.at_stop


def largest_part(form: SequenceForm) -> int:
    """Return the maximum number of iterations between two measurements of the gap: about a second."""
    steps = form.players * len(form.ends) + form.sequences
    return max(min(STEPS_PER_PART // steps, MOST_PER_PART), SMALLEST_PART)


def no_obstacle(form: SequenceForm) -> str:
    """Return an empty text, since regrets can be minimized in every game."""
    return ""


def paths_of(form: SequenceForm) -> SequencePaths:
    """Return the arrays of a sequence form that the compiled loop reads."""
    seats = range(form.players)
    turns = [form.of(p) for p in seats]
    owner = np.concatenate([form.ends[:, p] for p in seats])
    rivals = np.concatenate([np.delete(form.ends, p, axis=1) for p in seats])
    order = np.argsort(owner, kind="stable")
    ends = np.bincount(owner, minlength=form.sequences)
    whole = (
        form.first, form.count, form.before, np.concatenate(turns), _begins([len(x) for x in turns]),
        _begins(ends), rivals[order],
    )  # fmt: skip
    payoff = np.concatenate([form.payoff[:, p] for p in seats])[order]
    return SequencePaths(*[*(np.ascontiguousarray(x, np.int32) for x in whole), payoff])


def _begins(lengths: Any) -> Any:
    return np.concatenate([[0], np.cumsum(lengths)])


def nothing_learned(form: SequenceForm) -> RegretState:
    """Return the first state: no regrets, and all choices equally likely."""
    zeros = [np.zeros(form.sequences) for _ in range(4)]
    chances = np.concatenate([np.ones(form.players), form.uniform()])
    return RegretState(zeros[0], zeros[1], chances, form.plan(form.uniform()), zeros[2], zeros[3])


def iterate(paths: Any, learned: Any, plan: Any) -> None:
    """Run the iterations of a schedule. Modifies `learned`."""
    players = paths.turns_from.shape[0] - 1
    for t in range(plan.weight.shape[0]):
        for p in range(players):
            begin, end = paths.turns_from[p], paths.turns_from[p + 1]
            update_regrets(paths, learned, begin, end, plan.keep_gain[t], plan.keep_loss[t], plan.trust[t])
            update_plans(paths, learned, begin, end, plan.weight[t])


def update_regrets(
    paths: Any, learned: Any, begin: int, end: int, keep_gain: float, keep_loss: float, trust: float
) -> None:
    """Update regrets and choices of a seat, last information set to first. Modifies `learned`."""
    worth, below = learned.expected, learned.below
    for k in range(end - 1, begin - 1, -1):
        i = paths.turns[k]
        first = paths.first[i]
        last = first + paths.count[i]
        value = 0.0
        for s in range(first, last):
            worth[s] = below[s] + terminal_value(paths, learned.plan, s)
            below[s] = 0.0
            value += learned.chances[s] * worth[s]
        below[paths.before[i]] += value
        regret(learned, first, last, value, keep_gain, keep_loss)
        match(learned, first, last, trust)


def terminal_value(paths: Any, plan: Any, s: int) -> float:
    """Return the value of a sequence at terminal nodes without a later choice of its owner."""
    worth = 0.0
    if paths.rivals.shape[1] == 1:
        for e in range(paths.ends_from[s], paths.ends_from[s + 1]):
            worth += paths.payoff[e] * plan[paths.rivals[e, 0]]
        return worth
    for e in range(paths.ends_from[s], paths.ends_from[s + 1]):
        reach = paths.payoff[e]
        for q in range(paths.rivals.shape[1]):
            reach *= plan[paths.rivals[e, q]]
        worth += reach
    return worth


def regret(learned: Any, first: int, last: int, value: float, keep_gain: float, keep_loss: float) -> None:
    """Add each choice's advantage over `value` to the regrets of an information set. Modifies `learned`."""
    for s in range(first, last):
        more = learned.expected[s] - value
        x = learned.regret[s] + more
        learned.regret[s] = x * (keep_gain if x > 0 else keep_loss)
        learned.expected[s] = more


def match(learned: Any, first: int, last: int, trust: float) -> None:
    """Set probabilities in proportion to positive regrets, with expected ones. Modifies `learned`."""
    total = 0.0
    for s in range(first, last):
        x = max(learned.regret[s] + trust * learned.expected[s], 0.0)
        learned.chances[s] = x
        total += x
    for s in range(first, last):
        learned.chances[s] = learned.chances[s] / total if total > 0 else 1.0 / (last - first)


def update_plans(paths: Any, learned: Any, begin: int, end: int, weight: float) -> None:
    """Update the plan of a seat, first information set to last, and its total. Modifies `learned`."""
    for k in range(begin, end):
        i = paths.turns[k]
        first = paths.first[i]
        reach = learned.plan[paths.before[i]]
        for s in range(first, first + paths.count[i]):
            learned.plan[s] = reach * learned.chances[s]
            learned.total[s] += weight * learned.plan[s]
