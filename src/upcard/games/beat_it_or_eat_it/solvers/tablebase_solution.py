"""The solution of a game of Beat It Or Eat It by a tablebase, in numbers and in sentences."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from upcard.engine.game import Game
from upcard.engine.wording import counted, signed
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, hand_text
from upcard.games.beat_it_or_eat_it.rules import LONGEST
from upcard.games.beat_it_or_eat_it.solvers.deal_values import starting_value
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import solve_effort
from upcard.solving.game_solver_contract import GameSolution

METHOD = "tablebase"


@dataclass(frozen=True)
class Tablebase(GameSolution):
    """A solved size. The value is the first player's expected score over the deals of the game.

    There is no value if a game may reach the limit of its rules before it is won.
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
        """Return whether every win comes within the decisions that the rules allow."""
        return 2 * int(table.distances.max()) < LONGEST  # a ply is two decisions at the most

    def details(self) -> dict[str, Any]:
        """Return the entries of ``to_json`` that other solutions lack."""
        return {**self.table.counts(), "longest": self.longest(), "sweeps": self.table.sweeps}

    def longest(self) -> dict[str, str | None]:
        """Return an empty table where the leader wins as late as possible, and one where they lose."""
        lead = self.table.lead_census()
        return {name: self._at(far) for name, far in (("win", lead.longest_win), ("loss", lead.longest_loss))}

    def _at(self, distance: int) -> str | None:
        hands = (self.table.distances == distance).nonzero()[0]
        return hand_text(self.table.suits, self.table.length, int(hands[0])) if distance else None

    def sentences(self) -> list[str]:
        """Return whether starting helps, and how long it can take."""
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
        """Say how long a win can take."""
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
        """Return a table of the positions by kind."""
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
