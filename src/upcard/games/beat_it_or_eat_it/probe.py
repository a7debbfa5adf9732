"""What a tablebase says of a position: the moves, best first, with the verdict and the distance of each.

A position is the hand of the player to move, the other hand and the table, as the option ``position`` of the
rules writes it. The hand alone is enough if it is one of a mirror deal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upcard.engine.errors import Usage
from upcard.engine.free_memory import format_gigabytes, free_memory
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, open_table
from upcard.games.beat_it_or_eat_it.rules import GAME, size_of, write_position
from upcard.games.beat_it_or_eat_it.solvers.outcome_bits import memory_needed
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import solve_effort
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import (
    ProbedMove,
    places_of,
    probe,
    why_no_position,
)


@dataclass(frozen=True)
class ProbedPosition:
    """A position with the verdict of a tablebase."""

    table: LeadTable
    """The tablebase."""
    file: Path | None
    """Its file; None for one that ships."""
    position: str
    """The position as text."""
    moves: Sequence[ProbedMove]
    """The legal moves, best first."""

    @property
    def heading(self) -> str:
        """The game with its size, and the position."""
        return f"{GAME.title}, suits={self.table.suits}, length={self.table.length}: {self.position}"

    @property
    def verdict(self) -> str:
        """Who wins, and by which move, as a sentence."""
        best = self.moves[0]
        if best.verdict == "draw":
            return f"Nobody can be made to lose, if play goes on with: {best.text}."
        verb = "wins" if best.verdict == "win" else "loses"
        return f"Whose turn it is {verb} in {self.table.distance_text(best.distance)}: {best.text}."

    @property
    def certainty(self) -> str:
        """What the verdict rests on, as a sentence."""
        if self.file is None:
            return (
                f"This is exact, by the tablebase of {self.table.cards} cards that comes along; "
                "nothing is estimated."
            )
        return f"This is as sure as the tablebase {self.file}; 'upcard verify {self.file}' checks it."

    @property
    def measure(self) -> str:
        """How the tablebase counts distances, as a sentence."""
        return self.table.measure.words

    @property
    def head(self) -> tuple[str, ...]:
        """The head of the table of moves."""
        return ("move", "verdict", f"{self.table.measure.name} to the end")

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The rows of the table of moves."""
        count = self.table.measure.amount_of
        return [(m.text, m.verdict, str(count(m.distance)) if m.distance else "–") for m in self.moves]

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "game": GAME.name,
            "suits": self.table.suits,
            "length": self.table.length,
            "position": self.position,
            "table": None if self.file is None else str(self.file),
            "measure": self.table.measure.name,
            "verdict": self.moves[0].verdict,
            "distance": self.moves[0].distance,
            "how_sure": self.certainty,
            "moves": [
                {"move": m.text, "action": m.action, "verdict": m.verdict, "distance": m.distance}
                for m in self.moves
            ],
        }


def probe_position(text: str, file: Path | None = None) -> ProbedPosition:
    """Look a position up in a tablebase.

    Parameters
    ----------
    text : str
        The position.
    file : Path, optional
        The file of a tablebase; by default the one that ships for these cards.

    Raises
    ------
    Usage
        If the text is no position, or no tablebase knows it, with what to do.
    """
    table = None if file is None else open_table(file)
    places = places_of(text, None if table is None else (table.suits, table.length))
    table = table or _shipped_table(places)
    position = write_position(places)
    return ProbedPosition(table, file, position, probe(table, position))


def _shipped_table(places: list[int]) -> LeadTable:
    obstacle = why_no_position(places)
    suits, length = size_of(places)
    if obstacle:
        raise Usage(obstacle)
    table = shipped_table(suits, length)
    if table is None:
        raise Usage(f"no table of suits={suits}, length={length} comes along; {_how_to_make(suits, length)}")
    return table


def _how_to_make(suits: int, length: int) -> str:
    """Return the command that makes a table of a size in the free memory, of outcomes only if need be."""
    size = f"upcard solve beat-it-or-eat-it --suits {suits} --length {length}"
    needed, least, there = solve_effort(suits, length, 1).memory, memory_needed(suits, length), free_memory()
    if needed <= there:
        return f"make one with '{size} --save FILE', and name it: --table FILE"
    why = f"a tablebase needs {format_gigabytes(needed)} of memory, and there are {format_gigabytes(there)}"
    outcomes = f"'{size} --objective outcome --save FILE', which needs {format_gigabytes(least)}"
    if least <= there:
        return f"{why}; make one of outcomes with {outcomes}, and name it: --table FILE"
    return f"{why}, too few even for one of outcomes, {outcomes}"
