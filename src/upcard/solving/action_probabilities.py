"""The probabilities of a strategy's actions in a view: exact if it draws little chance, otherwise estimated.

A strategy is a function of a view. Whenever it draws chance, every outcome is tried with its weight. A
strategy that searches, or that needs more than ``MOST_ANSWERS`` outcomes, is called ``TRIES`` times instead.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from upcard.engine import seeds
from upcard.engine.call_strategy import call_strategy
from upcard.engine.chance import Script, ScriptEnded, Stream
from upcard.engine.determinization import World
from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.game_loop import chooser_of, searches
from upcard.engine.state import PlainState
from upcard.strategies import random

MOST_ANSWERS, TRIES = 512, 100
ActionProbabilities = tuple[Fraction, ...]


@dataclass(frozen=True)
class StrategyProbabilities:
    """A strategy in a game, and a seed for estimates of its probabilities."""

    game: Game
    """The game."""
    entrant: Entrant
    """The strategy."""
    seed: int = 0
    """Seed of chance, if the strategy is called many times."""

    def chances(self, v: PlainState, number: int) -> tuple[ActionProbabilities, bool]:
        """Return the probability of each legal action in a view of the seat to move, and if they are exact.

        `number` identifies the view and selects its stream of chance. Raises ``Failure`` if the strategy
        chooses an illegal action.
        """
        legal = self.game.legal_actions(v)
        if (
            self.entrant.choose is random.choose
        ):  # it draws until an action is legal, so its list of outcomes is endless
            return (Fraction(1, len(legal)),) * len(legal), True
        if self.entrant.odds is not None:  # its chance may have up to 2^31 outcomes, too many to try
            odds = dict(self.entrant.odds(v))
            return tuple(odds.get(a, Fraction(0)) for a in legal), True
        weights = None if self._is_searching else self._weights(v)
        is_exact = weights is not None
        counts = self._counts(v, number) if weights is None else weights
        wrong = [a for a in counts if a not in legal]
        if wrong:
            raise Failure(f"{self.entrant.label} on seat {v.me + 1} chose {wrong[0]}, which is not legal")
        total = sum(counts.values())
        return tuple(Fraction(counts.get(a, 0)) / total for a in legal), is_exact

    @cached_property
    def _is_searching(self) -> bool:
        return self.entrant.compiles and searches([chooser_of(self.entrant)])

    def _weights(self, v: PlainState) -> dict[int, Fraction] | None:
        """Return the weight of every action over all outcomes of chance; None if there are too many."""
        counts: dict[int, Fraction] = {}
        open_scripts: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
        calls = 0
        while open_scripts:
            script, weight = open_scripts.pop()
            calls += 1
            if calls > MOST_ANSWERS:
                return None
            try:
                a = self._choose(v.copy(Script(self.game.rules, script)))
                counts[a] = counts.get(a, Fraction(0)) + weight
            except Failure as fault:
                if not isinstance(fault.__cause__, ScriptEnded):
                    raise
                outcomes = fault.__cause__.outcomes
                if len(outcomes) > MOST_ANSWERS:
                    return None
                total = sum(x for _, x in outcomes)
                open_scripts += [((*script, k), weight * Fraction(x, total)) for k, x in outcomes]
        return counts

    def _counts(self, v: PlainState, number: int) -> dict[int, Fraction]:
        """Count how often the strategy takes each action."""
        counts: dict[int, Fraction] = {}
        view = v.copy(Stream(self.game.rules, World))
        view.chance.state = v.chance.state
        seeds.open_stream(view, self.seed, number)
        for _ in range(TRIES):
            a = self._choose(view)
            counts[a] = counts.get(a, Fraction(0)) + 1
        return counts

    def _choose(self, v: PlainState) -> int:
        return call_strategy(self.entrant.choose, v, self.entrant.parameters, self.entrant.label)
