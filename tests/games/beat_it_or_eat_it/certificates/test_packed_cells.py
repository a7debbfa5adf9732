"""A packed table is the same table; what is damaged or too large is refused."""

import json
import lzma

import numpy as np
import pytest

from upcard.certificates.verify_file import verify
from upcard.engine.errors import Failure
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import ROUNDS
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, open_table
from upcard.games.beat_it_or_eat_it.certificates.packed_cells import pack_cells, twins
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table as known


def shipped(suits: int, length: int) -> LeadTable:
    """A table that comes along."""
    found = known(suits, length)
    assert found is not None
    return found


@pytest.mark.parametrize(("suits", "length"), [(1, 5), (2, 2), (2, 5), (2, 8), (3, 3), (4, 2)])
def test_what_is_packed_is_unpacked(tmp_path, suits, length):
    table = shipped(suits, length)
    table.save(tmp_path / "packed", is_packed=True)
    found = open_table(tmp_path / "packed")
    assert (found.distances == table.distances).all()
    assert found.counts() == table.counts()
    assert (found.suits, found.length, found.measure) == (suits, length, table.measure)


def test_two_suits_take_half_the_cells():
    table = shipped(2, 5)
    assert len(lzma.decompress(pack_cells(table.distances, 2))) == (1024 + 32) // 2
    assert len(lzma.decompress(pack_cells(shipped(1, 10).distances, 1))) == 1024


def test_twins_have_their_suits_exchanged():
    hands = np.array([0b0000, 0b0001, 0b0110, 0b1011])
    assert twins(hands, 2).tolist() == [0b0000, 0b0010, 0b1001, 0b0111]
    assert twins(hands, 1).tolist() == hands.tolist()


def test_cells_that_differ_from_those_of_their_twins_are_not_packed():
    cells = np.zeros(16, np.uint8)
    cells[1] = 3
    with pytest.raises(ValueError, match="twins must have the same cell"):
        pack_cells(cells, 2)
    with pytest.raises(ValueError, match="only cells of one byte"):
        pack_cells(np.zeros(16, np.uint16), 2)


def test_a_packed_table_is_verified_like_any_other(tmp_path):
    shipped(2, 4).save(tmp_path / "packed", is_packed=True)
    assert "all 254 hands have the distance that their round leads to: all are right" in " ".join(
        verify(tmp_path / "packed")
    )


def spoiled(content: bytes, what: str) -> bytes:
    """A packed table with a fault."""
    size = int.from_bytes(content[8:12], "little")
    head, cells = json.loads(content[12 : 12 + size]), content[12 + size :]
    if what == "many cards":
        head["suits"], head["length"] = 4, 13
    elif what == "packing":
        head["packing"] = "zip"
    elif what == "cell":
        head["cell_bytes"] = 2
    elif what == "short":
        cells = cells[: len(cells) // 2]
    elif what == "few cells":
        cells = lzma.compress(bytes(100))
    elif what == "many cells":
        cells = lzma.compress(bytes(100_000))
    elif what == "noise":
        cells = bytes(range(256))
    return content[:12] + json.dumps(head).encode().ljust(size) + cells


@pytest.mark.parametrize(
    "what", ["many cards", "packing", "cell", "short", "few cells", "many cells", "noise"]
)
def test_what_is_damaged_is_refused(tmp_path, what):
    shipped(2, 4).save(tmp_path / "packed", is_packed=True)
    (tmp_path / "packed").write_bytes(spoiled((tmp_path / "packed").read_bytes(), what))
    with pytest.raises(Failure, match="is not a complete tablebase"):
        open_table(tmp_path / "packed")


def test_rounds_stay_rounds(tmp_path):
    table = shipped(2, 3)
    LeadTable(2, 3, table.distances, 1, None, ROUNDS).save(tmp_path / "packed", is_packed=True)
    assert open_table(tmp_path / "packed").measure == ROUNDS
