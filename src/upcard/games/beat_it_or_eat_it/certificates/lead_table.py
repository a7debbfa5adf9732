"""A tablebase of Beat It Or Eat It: the result of every hand that leads to an empty table, and its file.

After somebody eats, the other player leads to an empty table. Then the leader's hand determines the position,
since the other player has the rest. So a byte for each set of cards is enough to answer any question about
the game: :mod:`upcard.games.beat_it_or_eat_it.certificates.round_analysis` searches from a position to the
ends of its round.

The card with the rank r (from 0) of suit u stands for bit ``r * suits + u``, and a hand for the sum of its
bits. Its cell is the distance in plies to the end of the game: odd if the leader wins, even if they
lose, and 0 if play never ends. The empty hand and that of all cards have 0. In a table
of outcomes cells count rounds: :mod:`upcard.games.beat_it_or_eat_it.certificates.cell_measures`.

File
----
1. 8 bytes: ``UPCARDBE``
2. 4 bytes: the length of the header, lowest byte first, without these 12 bytes
3. the header: JSON in UTF-8 with ``game``, ``rules_version``, ``suits``, ``length``, ``cell_bytes`` (1 or 2),
   ``measure`` (``plies``, also if it is left out, or ``rounds``), ``sweeps`` and the counts ``lead``,
   ``receive``, ``mirror`` and ``starting``; then spaces, until 64 divides the length of all so far
4. 2 ** (suits * length) cells of ``cell_bytes`` bytes, lowest byte first, hand by hand; or if the header has
   ``"packing": "xz"``, what :mod:`upcard.games.beat_it_or_eat_it.certificates.packed_cells` makes of them
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from upcard.engine.atomic_files import write_whole
from upcard.engine.errors import Failure
from upcard.engine.wording import counted
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import MEASURES, PLIES, CellMeasure
from upcard.games.beat_it_or_eat_it.certificates.packed_cells import (
    MOST_CARDS,
    PACKING,
    pack_cells,
    unpack_cells,
)
from upcard.games.beat_it_or_eat_it.rules import (
    GAME,
    MOVERS,
    NOWHERE,
    OTHERS,
    PLACES,
    RANKS,
    SUITS,
    lowest,
    write_position,
)

BEGINNING, LENGTH_BYTES, BOUNDARY = b"UPCARDBE", 4, 64
MOST_HEADER = 1 << 16

OUTCOMES = np.concatenate([[0, 1], np.tile([-1, 1], (1 << 15) - 1)])
"""The result at each distance of at most 16 bits: 0, and then 1 and -1 in turn."""

Distances = npt.NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True)
class Census:
    """Counts of positions of a kind: won and lost for the player to move, and their distances to the end."""

    positions: int
    win: int
    loss: int
    draw: int
    """The number of positions, and how many of them are won, lost and endless."""
    longest_win: int
    longest_loss: int
    """The greatest distance in plies; 0 if there is none."""
    distance_sum: int
    """The sum of the distances of all won and lost positions."""


@dataclass(frozen=True)
class MirrorDeals:
    """Results of the leader in deals in which each player has the other's cards in the partner suit."""

    deals: int
    win: int
    loss: int
    draw: int
    """The number of deals, and how many of them the leader wins, loses and draws."""


@dataclass(frozen=True)
class LeadAdvantage:
    """Effect of leading: each way to split the cards into two hands, once with each hand leading."""

    splits: int
    """The number of splits."""
    leader: int
    other: int
    """Splits in which whoever leads wins, and in which whoever leads loses (mutual zugzwang)."""
    same: int
    """Splits in which one hand wins, whoever leads."""
    half: int
    """Splits in which somebody wins if one hand leads, and play is endless if the other does."""
    endless: int
    """Splits in which play is endless, whoever leads."""


@dataclass(frozen=True)
class LeadTable:
    """A tablebase, computed or opened from a file."""

    suits: int
    length: int
    """The size of the game."""
    distances: Distances
    """The cells; those of a file that is not packed are read on access."""
    sweeps: int
    """Number of times that the solver computed all states."""
    receive: Census | None
    """All positions with a card to be covered that can arise from an empty table: the hand of the player to
    move, the other hand and the top card; None if they were not counted."""
    measure: CellMeasure = PLIES
    """The measure of the cells."""

    @property
    def cards(self) -> int:
        """The number of cards."""
        return self.suits * self.length

    def distance_text(self, cell: int) -> str:
        """Return the distance of a cell to the end, in words."""
        amount = self.measure.amount_of(cell)
        return counted(amount, "ply", "plies") if self.measure.counts_leads else counted(amount, "round")

    def lead_census(self) -> Census:
        """Count all positions with an empty table, over all splits of the cards."""
        cells = self.distances[1:-1]
        return census_of(np.bincount(cells, minlength=2))

    def mirror_deals(self) -> MirrorDeals | None:
        """Count the mirror deals by result; None if the number of suits is odd."""
        if self.suits % 2 == 1:
            return None
        cells = self.distances[mirror_hands(self.suits, self.length)]
        win, draw = int((cells % 2 == 1).sum()), int((cells == 0).sum())
        return MirrorDeals(len(cells), win, len(cells) - win - draw, draw)

    @cached_property
    def lead_advantage(self) -> LeadAdvantage:
        """Counts of all splits by the effect of leading; the first access takes seconds for a large table."""
        half = len(self.distances) // 2
        one, two = outcomes(self.distances[1:half]), outcomes(self.distances[-2 : half - 1 : -1])
        together = 3 * (one + 1) + two + 1
        count = np.bincount(together, minlength=9).reshape(3, 3)  # loss, endless, win
        endless = int(count[1, 1])
        leader, other, same = int(count[2, 2]), int(count[0, 0]), int(count[0, 2] + count[2, 0])
        splits = half - 1
        return LeadAdvantage(splits, leader, other, same, splits - leader - other - same - endless, endless)

    def counts(self) -> dict[str, Any]:
        """Return all counts, by their names in the file and in the output of ``upcard solve``."""
        parts = {"lead": self.lead_census(), "receive": self.receive, "mirror": self.mirror_deals()}
        entries: dict[str, Any] = {k: asdict(x) if x is not None else None for k, x in parts.items()}
        return {**entries, "starting": asdict(self.lead_advantage)}

    def save(self, path: Path, is_packed: bool = False) -> None:
        """Write the file; an older file of that name is only replaced when the new one is complete.

        Packed cells take little space, but must be unpacked when the file is opened.

        Raises
        ------
        Failure
            If the file cannot be written; the message names the path and the cause.
        ValueError
            If the cells cannot be packed.
        """
        cells = self.distances.astype(f"<u{self.distances.itemsize}", copy=False)

        def write(file: BinaryIO) -> None:
            file.write(self._head({"packing": PACKING} if is_packed else {}))
            if is_packed:
                file.write(pack_cells(cells, self.suits))
            else:
                file.write(np.ascontiguousarray(cells).data.cast("B"))

        write_whole(path, write, "the tablebase")

    def _head(self, more: dict[str, str]) -> bytes:
        entries = {
            "game": GAME.name, "rules_version": GAME.version, "suits": self.suits, "length": self.length,
            "cell_bytes": self.distances.itemsize, "measure": self.measure.name, "sweeps": self.sweeps,
            **self.counts(), **more,
        }  # fmt: skip
        words = json.dumps(entries).encode()
        before = len(BEGINNING) + LENGTH_BYTES
        words += b" " * (-(before + len(words)) % BOUNDARY)
        return BEGINNING + len(words).to_bytes(LENGTH_BYTES, "little") + words


def packed_size(path: Path) -> tuple[int, int] | None:
    """Return the suits and the length of a file with packed cells; None for any other file."""
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        head = _read_head(path)
        if head["packing"] == PACKING:
            return _whole(head["suits"]), _whole(head["length"])
    return None


def open_table(path: Path) -> LeadTable:
    """Open the tablebase of a file. Cells are read from disk when needed, unless they are packed.

    Raises
    ------
    Failure
        If the file cannot be read, is not a tablebase, is incomplete, or was made with other rules.
    """
    with _reporting_faults(path):
        head = _read_head(path)
        suits, length, cell, sweeps, version = (
            _whole(head[k]) for k in ("suits", "length", "cell_bytes", "sweeps", "rules_version")
        )
        receive = None if head["receive"] is None else Census(**head["receive"])
        measure = MEASURES[head.get("measure", PLIES.name)]
        is_size = 1 <= suits <= SUITS and 2 <= length <= RANKS
        if not (is_size and cell in (1, 2) and sweeps >= 0 and head["game"] == GAME.name):
            raise ValueError
        cells = _read_cells(path, head)
    if version != GAME.version:
        raise Failure(
            f"{path} was made with version {version} of the rules, not {GAME.version}; solve it again"
        )
    return LeadTable(suits, length, cells, sweeps, receive, measure)


@contextmanager
def _reporting_faults(path: Path) -> Iterator[None]:
    """Turn errors of reading a file into a `Failure` with a sentence."""
    try:
        yield
    except OSError as fault:
        raise Failure(f"the tablebase {path} cannot be read: {fault.strerror or fault}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Failure(f"{path} is not a complete tablebase; expected one that 'upcard solve' saved") from None


def _read_cells(path: Path, head: dict[str, Any]) -> Distances:
    """Return the cells after a header; unless they are packed, they stay on the disk until needed."""
    start, cell, cards = int(head["start"]), head["cell_bytes"], head["suits"] * head["length"]
    if head.get("packing") is None:
        if path.stat().st_size != start + (cell << cards):
            raise ValueError
        return np.memmap(path, f"<u{cell}", "r", offset=start)
    if head["packing"] != PACKING or cell != 1 or cards > MOST_CARDS:
        raise ValueError
    with path.open("rb") as file:
        file.seek(start)
        return unpack_cells(file.read(), head["suits"], 1 << cards)


def _whole(x: object) -> int:
    """Return a whole number of the header; raise ``ValueError`` for anything else."""
    if not isinstance(x, int) or isinstance(x, bool):
        raise ValueError
    return x


def stated_counts(path: Path) -> dict[str, Any]:
    """Read the counts in the header of a file, by the names of :meth:`LeadTable.counts`.

    Raises
    ------
    Failure
        If the file cannot be read, or is not a tablebase; its cells are not checked.
    """
    with _reporting_faults(path):
        head = _read_head(path)
    return {k: x for k, x in head.items() if k in ("lead", "receive", "mirror", "starting")}


def _read_head(path: Path) -> dict[str, Any]:
    """Read the header, and add under ``start`` where the cells begin."""
    before = len(BEGINNING) + LENGTH_BYTES
    with path.open("rb") as file:
        begun = file.read(before)
        size = int.from_bytes(begun[len(BEGINNING) :], "little")
        if begun[: len(BEGINNING)] != BEGINNING or size > MOST_HEADER:
            raise ValueError
        head: dict[str, Any] = json.loads(file.read(size))
    return {**head, "start": before + size}


def census_of(frequency: npt.NDArray[np.int64]) -> Census:
    """Return the census of positions; `frequency` counts them by distance, int64 of any length."""
    far = np.arange(len(frequency))
    won, lost = far[1::2][frequency[1::2] > 0], far[2::2][frequency[2::2] > 0]
    win, loss = int(frequency[1::2].sum()), int(frequency[2::2].sum())
    return Census(
        positions=int(frequency.sum()),
        win=win,
        loss=loss,
        draw=int(frequency[0]),
        longest_win=int(won.max(initial=0)),
        longest_loss=int(lost.max(initial=0)),
        distance_sum=int((far * frequency).sum()),
    )


def mirror_hands(suits: int, length: int) -> npt.NDArray[np.int64]:
    """Return the hands of all mirror deals, int64 of shape (2 ** (cards / 2),)."""
    hands = np.zeros(1, np.int64)
    for r in range(length):
        for u in range(0, suits, 2):
            bit = 1 << (r * suits + u)
            hands = np.concatenate([hands + bit, hands + 2 * bit])
    return hands


def hand_text(suits: int, length: int, hand: int) -> str:
    """Return the position in which a hand leads to an empty table, as text of the option ``position``."""
    places = [NOWHERE] * PLACES
    for bit in range(suits * length):
        k = (lowest(length) + bit // suits) * SUITS + bit % suits
        places[k] = MOVERS if hand >> bit & 1 else OTHERS
    return write_position(places)


def outcomes(distances: Any) -> npt.NDArray[np.int64]:
    """Return 1 for each distance of a win, -1 for a loss, 0 for endless play; int64 of the same shape."""
    results: npt.NDArray[np.int64] = OUTCOMES.take(distances)
    return results
