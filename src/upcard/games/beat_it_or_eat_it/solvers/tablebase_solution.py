"""The solution of a game of Beat It Or Eat It by a tablebase, in numbers and in sentences, and its value."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from upcard.engine.game import Game
from upcard.engine.wording import counted, signed
from upcard.games.beat_it_or_eat_it.certificates.lead_table import (
    LeadTable,
    hand_text,
    mirror_hands,
    outcomes,
)
from upcard.games.beat_it_or_eat_it.certificates.packed_cells import hand_blocks
from upcard.games.beat_it_or_eat_it.rules import LONGEST, MOVERS, TOP, read_position
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import solve_effort
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import hand_of, probe_places
from upcard.solving.game_solver_contract import GameSolution

METHOD = "tablebase"


@dataclass(frozen=True)
class Tablebase(GameSolution):
    """A solved size; its value is the first player's expected score over the deals of the game.

    There is no value if a game may reach the maximum number of decisions before it is won.
    """

    table: LeadTable
    """The tablebase of the size."""

    @classmethod
    def of(
        cls, game: Game, table: LeadTable, checkpoint: Path | None, began: float, method: str = METHOD
    ) -> Self:
        """Make the solution of a game from its tablebase; `began` is the time when the work began."""
        value = starting_value(table, game.option_words()) if cls.is_in_time(table) else None
        return cls(
            table, game=game, objective=cls.goal, method=method, value_exact=value,
            bounds=None if value is None else (float(value),) * 2,
            seconds=time.perf_counter() - began, checkpoint=checkpoint,
        )  # fmt: skip

    goal: ClassVar[str] = METHOD

    @staticmethod
    def is_in_time(table: LeadTable) -> bool:
        """Return whether the rules allow enough decisions for every win."""
        return 2 * int(table.distances.max()) < LONGEST  # a ply is two decisions at the most

    def details(self) -> dict[str, Any]:
        """Return the entries of ``to_json`` that other solutions lack."""
        return {**self.table.counts(), "longest": self.longest(), "sweeps": self.table.sweeps}

    def longest(self) -> dict[str, str | None]:
        """Return the positions of the leader's longest win and longest loss from an empty table."""
        lead = self.table.lead_census()
        return {name: self._at(far) for name, far in (("win", lead.longest_win), ("loss", lead.longest_loss))}

    def _at(self, distance: int) -> str | None:
        hands = (self.table.distances == distance).nonzero()[0]
        return hand_text(self.table.suits, self.table.length, int(hands[0])) if distance else None

    def sentences(self) -> list[str]:
        """Return the value, the effect of starting, and the longest win, in sentences."""
        lead, mirror, start = self.table.lead_census(), self.table.mirror_deals(), self.table.lead_advantage
        sentences = [self.game.heading(), self._value_text()]
        sentences.append(
            f"The cards have {counted(start.splits, 'split', 'splits')} into two hands. With either hand, "
            f"the leader wins in {start.leader:,} of them and loses in {start.other:,}. In {start.same:,} "
            "one hand wins, whoever leads."
        )
        if lead.draw:
            sentences.append(
                f"Play never ends in {start.endless:,}, whoever leads. In {start.half:,} it never ends if "
                "one hand leads, and somebody wins if the other leads."
            )
        if mirror is not None:
            endless = f", and {mirror.draw:,} never end" if mirror.draw else ""
            sentences.append(
                f"In {mirror.deals:,} mirror deals, the leader wins {mirror.win:,} and loses {mirror.loss:,}"
                f"{endless}."
            )
        return [*sentences, *self.longest_text()]

    def longest_text(self) -> list[str]:
        """Return a sentence on the longest win, if anybody wins."""
        won = self.table.lead_census().longest_win
        return [f"The longest win takes {won} plies: {self.longest()['win']}."] if won else []

    def _value_text(self) -> str:
        if self.value_exact is None:
            return f"Some wins take more than the {LONGEST:,} decisions that the rules allow."
        if self.game.option_words()["deal"] == "given":
            return {1: "The first player wins.", -1: "The first player loses.", 0: "Play never ends."}[
                int(self.value_exact)
            ]
        helps = (
            "helps" if self.value_exact > 0 else "hurts" if self.value_exact < 0 else "makes no difference"
        )
        scores = f"{self.value_exact}, {signed(float(self.value_exact), 6)}"
        return f"Starting {helps}: on average the first player scores {scores}."

    def rows(self) -> list[tuple[str, ...]]:
        """Return the counts of positions by kind as rows of a table, the headings first."""
        kinds = {
            "a hand leads to an empty table": self.table.lead_census(),
            "a card is to be covered": self.table.receive,
        }
        return [
            ("positions where", "all", "won", "lost", "endless", "longest win", "longest loss"),
            *(
                (
                    name, *(f"{n:,}" for n in (c.positions, c.win, c.loss, c.draw)),
                    str(c.longest_win), str(c.longest_loss),
                )
                for name, c in kinds.items() if c is not None
            ),
        ]  # fmt: skip

    def effort(self) -> str:
        """Return the number of states, the sweeps and the seconds."""
        states = solve_effort(self.table.suits, self.table.length, 1).states
        return f"{states:,} states in each of {self.table.sweeps} sweeps; {self.seconds:.1f} s"

    def save(self, path: Path) -> None:
        """Write the tablebase."""
        self.table.save(path)


def starting_value(table: LeadTable, options: Mapping[str, Any]) -> Fraction:
    """Return the first player's expected score over all deals, if both play perfectly.

    Raises
    ------
    Failure
        If the position has cards on the table, and too many cards to search the round.
    """
    if options["deal"] == "given":
        return Fraction(_position_value(table, options["position"]))
    if options["deal"] == "random":
        return _random(table)
    if options["deal"] == "mirror":
        return _mean(table, mirror_hands(table.suits, table.length))
    return _equal(table)


def _position_value(table: LeadTable, position: str) -> int:
    places = read_position(position)
    if places[TOP] == 0:
        return int(outcomes(table.distances[hand_of(table, places, MOVERS)]))
    best = probe_places(table, places)[0]
    return {"win": 1, "loss": -1, "draw": 0}[best.verdict]


def _mean(table: LeadTable, hands: npt.NDArray[np.int64]) -> Fraction:
    """Return the mean of hands that are equally likely."""
    return Fraction(int(outcomes(table.distances[hands]).sum()), len(hands))


def _equal(table: LeadTable) -> Fraction:
    """Return the mean over all hands of half the cards."""
    dealt, total = 0, 0
    for hands in hand_blocks(1, len(table.distances) - 1):
        some = hands[np.bitwise_count(hands) == (table.cards + 1) // 2]
        dealt += len(some)
        total += int(outcomes(table.distances[some]).sum())
    return Fraction(total, dealt)


def _random(table: LeadTable) -> Fraction:
    """Return the mean if a coin toss deals each card, and an empty hand gets a random card."""
    everything = len(table.distances) - 1
    singles = 1 << np.arange(table.cards)
    sums = (int(outcomes(table.distances[hands]).sum()) for hands in hand_blocks(1, everything))
    total = sum(sums) + _mean(table, singles) + _mean(table, everything - singles)
    return total / (everything + 1)
