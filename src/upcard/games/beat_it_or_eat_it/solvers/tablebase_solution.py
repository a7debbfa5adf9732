"""What a tablebase of Beat It Or Eat It tells of the game that was asked for, in numbers and in sentences."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Self

from upcard.engine.game import Game
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.wording import counted, signed
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, hand_text
from upcard.games.beat_it_or_eat_it.rules import LONGEST
from upcard.games.beat_it_or_eat_it.solvers.deal_values import worth_of_starting
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import solve_effort
from upcard.solving.checkpoints import remove_checkpoint

OBJECTIVE_NAME = METHOD = "tablebase"


@dataclass(frozen=True)
class Tablebase(InNotebooks, kind="finding"):
    """A solved size."""

    game: Game
    """The game that was asked for."""
    table: LeadTable
    """The tablebase of its size."""
    value_exact: Fraction | None
    """The mean score of the first player over the deals of the game; None if a game can be too long for its
    rules before it is won."""
    seconds: float
    """How long it took."""
    is_whole: bool = True
    """Always: what is stopped leaves a checkpoint."""
    method: str = METHOD
    """What found it."""
    checkpoint: Path | None = None
    """What was kept on the way, until :meth:`release`."""

    @classmethod
    def of(cls, game: Game, table: LeadTable, seconds: float) -> Self:
        """What a tablebase tells of a game; a win counts as one unless the rules end the game before."""
        is_in_time = 2 * int(table.distances.max()) < LONGEST  # a ply is two decisions at the most
        worth = worth_of_starting(table, game.option_words()) if is_in_time else None
        return cls(game, table, worth, seconds)

    @property
    def value(self) -> float | None:
        """The mean score of the first player."""
        return None if self.value_exact is None else float(self.value_exact)

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Twice the value: it is exact."""
        return None if self.value is None else (self.value, self.value)

    def to_json(self) -> dict[str, Any]:
        """The numbers, as ``upcard solve --json`` prints them."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.option_words(),
            "objective": OBJECTIVE_NAME,
            "method": self.method,
            "value": self.value,
            "value_exact": None if self.value_exact is None else str(self.value_exact),
            "bounds": None if self.bounds is None else list(self.bounds),
            **self.table.counts(),
            "longest": self.longest(),
            "sweeps": self.table.sweeps,
            "seconds": self.seconds,
            "certificate": None,
        }

    def longest(self) -> dict[str, str | None]:
        """An empty table where who leads wins as late as possible, and one where he loses so late."""
        lead = self.table.lead_census()
        return {name: self._at(far) for name, far in (("win", lead.longest_win), ("loss", lead.longest_loss))}

    def _at(self, distance: int) -> str | None:
        hands = (self.table.distances == distance).nonzero()[0]
        return hand_text(self.table.suits, self.table.length, int(hands[0])) if distance else None

    def sentences(self) -> list[str]:
        """Whether starting helps, and how long it can take."""
        lead, mirror, start = self.table.lead_census(), self.table.mirror_deals(), self.table.lead_advantage()
        said = [self.game.heading(), self._value_told()]
        said.append(
            f"Of {counted(start.splits, 'split', 'splits')} of the cards into two hands, whoever leads wins "
            f"{start.leader:,}, and whoever leads loses {start.other:,}; in {start.same:,} one hand wins in "
            "either case."
        )
        if lead.draw:
            said.append(
                f"Play goes on for ever in {start.endless:,}, whoever leads; in {start.half:,} one player "
                "wins if he leads, or if he does not, and else it goes on for ever."
            )
        if mirror is not None:
            endless = f", {mirror.draw:,} go on for ever" if mirror.draw else ""
            said.append(
                f"Of {mirror.deals:,} mirror deals whoever leads wins {mirror.win:,} and loses "
                f"{mirror.loss:,}{endless}."
            )
        return [*said, *self.longest_told()]

    def longest_told(self) -> list[str]:
        """How long a win can take."""
        won = self.table.lead_census().longest_win
        return [f"The longest win takes {won} plies: {self.longest()['win']}."] if won else []

    def _value_told(self) -> str:
        if self.value_exact is None:
            return f"Some wins take more than the {LONGEST:,} decisions that the rules allow."
        if self.game.option_words()["deal"] == "given":
            return {1: "The first player wins.", -1: "The first player loses.", 0: "Play goes on for ever."}[
                int(self.value_exact)
            ]
        helps = (
            "helps" if self.value_exact > 0 else "hurts" if self.value_exact < 0 else "makes no difference"
        )
        scores = f"{self.value_exact}, {signed(float(self.value_exact), 6)}"
        return f"Starting {helps}: in the mean the first player scores {scores}."

    def rows(self) -> list[tuple[str, ...]]:
        """The positions by kind."""
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
        """How it was found."""
        states = solve_effort(self.table.suits, self.table.length, 1).states
        return f"{states:,} states in each of {self.table.sweeps} sweeps; {self.seconds:.1f} s"

    def save(self, path: Path) -> None:
        """Write the tablebase."""
        self.table.save(path)

    def release(self) -> None:
        """Remove the checkpoint: it is not needed any more."""
        if self.checkpoint is not None:
            remove_checkpoint(self.checkpoint)
