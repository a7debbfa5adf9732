"""Probe a position in a tablebase: its moves, best first, with the verdict and the distance of each.

A position is the hand of the player to move, the other hand and the table, as in the option ``position`` of
the rules. The hand alone is enough if it is one of a mirror deal. ``upcard probe`` asks every game that has a
``probe`` whether it ``accepts`` a text, and then calls ``probe_position``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upcard.engine.errors import Usage
from upcard.engine.free_memory import format_gigabytes, free_memory
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, open_table
from upcard.games.beat_it_or_eat_it.rules import GAME, read_position, size_of, write_position
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
    file: Path | None
    """The file of the table; None for a table that ships with Upcard."""
    position: str
    """The position as text."""
    moves: Sequence[ProbedMove]
    """The legal moves, best first."""

    @property
    def heading(self) -> str:
        """The title and the size of the game, and the position."""
        return f"{GAME.title}, suits={self.table.suits}, length={self.table.length}: {self.position}"

    @property
    def verdict(self) -> str:
        """A sentence with the winner and the best move."""
        best = self.moves[0]
        if best.verdict == "draw":
            return f"Play is endless if both play perfectly. Best move: {best.text}."
        verb = "wins" if best.verdict == "win" else "loses"
        return f"The player to move {verb} in {self.table.distance_text(best.distance)}: {best.text}."

    @property
    def certainty(self) -> str:
        """A sentence about the certainty of the verdict."""
        if self.file is None:
            return (
                f"This is exact, by the tablebase of {self.table.cards} cards that comes with Upcard; "
                "nothing is estimated."
            )
        return f"This is as certain as the tablebase {self.file}; 'upcard verify {self.file}' checks it."

    @property
    def measure(self) -> str:
        """A sentence about how the tablebase counts distances."""
        return self.table.measure.words

    @property
    def head(self) -> tuple[str, ...]:
        """The headings of the table of moves."""
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


def accepts(text: str) -> bool:
    """Return whether a text can be read as a position of this game, or as the hand of the player to move."""
    try:
        read_position(text if "/" in text else f"{text}/-")
    except ValueError:
        return False
    return True


def probe_position(text: str, file: Path | None = None) -> ProbedPosition:
    """Look up a position in the tablebase of a file, or in the one that ships for these cards.

    Raises
    ------
    Usage
        If the text is not a position or no table has it; the message says what to do.
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
        raise Usage(f"no table of suits={suits}, length={length} is included; {_how_to_make(suits, length)}")
    return table


def _how_to_make(suits: int, length: int) -> str:
    """Return the command that makes a table of a size in the free memory, if necessary of outcomes only."""
    size = f"upcard solve beat-it-or-eat-it --suits {suits} --length {length}"
    needed, least, there = solve_effort(suits, length, 1).memory, memory_needed(suits, length), free_memory()
    if needed <= there:
        return f"make one with '{size} --save FILE', and name it: --table FILE"
    why = f"a tablebase needs {format_gigabytes(needed)} of memory, but {format_gigabytes(there)} are free"
    outcomes = f"'{size} --objective outcome --save FILE', which needs {format_gigabytes(least)}"
    if least <= there:
        return f"{why}; make a table of outcomes with {outcomes}, and name it: --table FILE"
    return f"{why}, which is too little even for a table of outcomes, {outcomes}"
