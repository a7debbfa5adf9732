"""Packing of the cells of a tablebase of Beat It Or Eat It, for large tables in small files.

With two suits, a hand has the same cell as its *twin*, the hand with the suits exchanged. So only one cell is
stored for each pair, that of the smaller number. These cells, hand by hand, are compressed by LZMA2 in
the format xz, as ``xz`` and Python's ``lzma`` read it. Cells have one byte; with another number of suits all
are stored.
"""

import lzma
import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

PACKING = "xz"
"""The name in a header."""

BLOCK = 1 << 20
"""Number of hands that are handled at a time."""

MOST_CARDS = 28
"""The maximum number of cards of a packed table, which limits the memory that a file can demand."""

FIRST_SUIT = 0x5555555555555555
"""With two suits: the bits of the cards of the first one."""

PackedCells = npt.NDArray[np.uint8]


def pack_cells(cells: PackedCells, suits: int) -> bytes:
    """Pack the cells of all hands, a uint8 array of shape (2 ** cards,).

    Raises
    ------
    ValueError
        If a cell has more than a byte, or differs from that of its twin.
    """
    differ = ((cells[h] != cells[twins(h, suits)]).any() for h in hand_blocks(0, len(cells)))
    if cells.dtype != np.uint8 or any(differ):
        raise ValueError("only cells of one byte can be packed, and twins must have the same cell")
    halves = (cells[h[h <= twins(h, suits)]] for h in hand_blocks(0, len(cells)))
    return lzma.compress(np.concatenate(list(halves)).tobytes(), preset=9 | lzma.PRESET_EXTREME)


def unpack_cells(content: bytes, suits: int, hands: int) -> PackedCells:
    """Unpack the result of :func:`pack_cells`: the cells of a number of hands, as a uint8 array.

    Raises
    ------
    ValueError
        If the content is damaged or of another size.
    """
    halves, taken = _decompressed(content, hands), 0
    if len(halves) != ((hands + math.isqrt(hands)) // 2 if suits == 2 else hands):
        raise ValueError("the number of cells does not fit the number of hands")
    cells = np.zeros(hands, np.uint8)
    for h in hand_blocks(0, hands):
        of_twins = twins(h, suits)
        is_stored = h <= of_twins
        cells[h[is_stored]] = halves[taken : taken + int(is_stored.sum())]
        cells[h[~is_stored]] = cells[of_twins[~is_stored]]
        taken += int(is_stored.sum())
    return cells


def _decompressed(content: bytes, most: int) -> PackedCells:
    """Return up to `most` cells, and one more if there are more."""
    reader = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        return np.frombuffer(reader.decompress(content, most + 1), np.uint8)
    except lzma.LZMAError as fault:
        raise ValueError(str(fault)) from None


def twins(hands: npt.NDArray[np.int64], suits: int) -> npt.NDArray[np.int64]:
    """Return the hands with the suits exchanged; the same hands unless there are two suits."""
    if suits != 2:
        return hands
    exchanged: npt.NDArray[np.int64] = ((hands & FIRST_SUIT) << 1) | ((hands >> 1) & FIRST_SUIT)
    return exchanged


def hand_blocks(first: int, end: int) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the hands from `first` to before `end` in blocks: with 2 x 13 cards there are 67 million."""
    for begin in range(first, end, BLOCK):
        yield np.arange(begin, min(end, begin + BLOCK))
