"""A table with a row for each game of a simulation, as a file of text or for data frames.

The rows wait in a temporary file until all games are done, and then become the table part by part. So
neither a long simulation nor a full disk costs memory or the result.
"""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Self

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import IntArray
from upcard.engine.atomic_files import write_whole
from upcard.engine.errors import Failure
from upcard.engine.file_endings import TEXT, check_table_name
from upcard.engine.game import Game
from upcard.simulation.game_rows import ENTRANT, PART, POINTS, SEAT_CELLS, RowLayout
from upcard.simulation.kernel import SHARE
from upcard.simulation.simulation_plan import SimulationPlan

if TYPE_CHECKING:
    import polars

PART_OF_TABLE = 20_000
"""Number of rows that are in memory at the same time when the table is written."""

Columns = dict[str, npt.NDArray[Any]]


class GameRowFile:
    """Collects the rows of a simulation; as a context, it removes its temporary file at the end."""

    def __init__(self, game: Game, plan: SimulationPlan) -> None:
        self.game, self.plan, self.layout = game, plan, RowLayout.of(game)
        self._waiting: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115 - closed at the end of the context
        self._fault: OSError | None = None
        self.games = 0
        """Number of rows."""

    def __enter__(self) -> Self:
        """Enter the context."""
        return self

    def __exit__(self, *fault: object) -> None:
        """Remove the temporary file."""
        self._waiting.close()

    def add(self, first: int, rows: IntArray) -> None:
        """Add the rows of the games from number `first` on; rows that are there already are left out.

        So a call that Ctrl-C ended can be repeated. If the disk is full, :meth:`write` says so.
        """
        if first != self.games or self._fault:
            return
        try:
            self._waiting.seek(first * self.layout.cells * 8)
            self._waiting.write(rows.tobytes())
            self._waiting.flush()
        except OSError as fault:
            self._fault = fault
            return
        self.games = first + len(rows)

    def write(self, path: str | Path) -> None:
        """Write the table completely or not at all.

        Raises as :func:`check_table_name`, and ``Failure`` if a file cannot be written.
        """
        suffix = check_table_name(path)
        if self._fault is not None:
            raise Failure(
                f"{path} cannot be written: the rows of the games do not fit into the folder for temporary "
                f"files, {tempfile.gettempdir()} ({self._fault.strerror}); free some space, or set TMPDIR"
            )
        write_whole(path, self._write_text if suffix == TEXT else self._write_parquet)

    def parts(self) -> Iterator[Columns]:
        """Return the columns of the table, part by part."""
        cells = self.layout.cells
        for first in range(0, self.games, PART_OF_TABLE):
            count = min(PART_OF_TABLE, self.games - first)
            self._waiting.seek(first * cells * 8)
            rows = np.frombuffer(self._waiting.read(count * cells * 8), np.int64).reshape(count, cells)
            yield self._columns(first, rows)

    def _columns(self, first: int, rows: IntArray) -> Columns:
        """Return the columns of rows, of which the first is that of game `first`."""
        layout, plan, header = self.layout, self.plan, self.game.rules.GAME
        seats, of_game = layout.seats(rows), layout.per_game(rows)
        games = np.arange(first, first + len(rows), dtype=np.int64)
        out: Columns = {"seed": np.full(len(rows), plan.seed, np.int64), "game": games}
        out["deal"] = games // plan.per_block if plan.duplicate else games
        out["winners"] = _winners(seats[:, :, PART])
        for p in range(layout.players):
            cells, name = seats[:, p], f"_{p + 1}"
            points = cells[:, POINTS]
            out[f"entrant{name}"] = cells[:, ENTRANT] + 1
            out[f"win{name}"] = cells[:, PART] / SHARE
            out[f"score{name}"] = points if header.unit == 1 else points * float(header.unit)
            out |= {f"{m}{name}": cells[:, SEAT_CELLS + k] for k, m in enumerate(layout.seat_measures)}
        out["decisions"] = of_game[:, 0]
        return out | {m: of_game[:, 1 + k] for k, m in enumerate(layout.game_measures)}

    def _write_text(self, file: BinaryIO) -> None:
        for i, part in enumerate(self.parts()):
            if i == 0:
                file.write((",".join(part) + "\n").encode())
            cells = (map(str, column.tolist()) for column in part.values())
            file.write("".join(",".join(row) + "\n" for row in zip(*cells, strict=True)).encode())

    def _write_parquet(self, file: BinaryIO) -> None:
        from polars.io.plugins import register_io_source

        schema = next(self._frames()).schema

        def source(*request: Any) -> "Iterator[polars.DataFrame]":
            return self._frames()

        with tempfile.TemporaryDirectory() as folder:
            whole = Path(folder) / "games.parquet"
            register_io_source(source, schema=schema).sink_parquet(whole)
            with whole.open("rb") as written:
                shutil.copyfileobj(written, file)

    def _frames(self) -> "Iterator[polars.DataFrame]":
        import polars

        return (polars.DataFrame(part) for part in self.parts())


def _winners(parts: IntArray) -> npt.NDArray[Any]:
    """Return the winning seats of each game as text, such as ``1`` or ``1 3``; empty if nobody wins."""
    words = [np.where(parts[:, p] > 0, f" {p + 1}", "") for p in range(parts.shape[1])]
    out = np.zeros(len(parts), "<U1")
    for word in words:
        out = np.char.add(out, word)
    return np.char.lstrip(out)
