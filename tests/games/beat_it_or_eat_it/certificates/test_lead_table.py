"""The file of a tablebase: what is written is read, from disk and not before, and nonsense is refused."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from upcard.engine.errors import Failure
from upcard.games.beat_it_or_eat_it.certificates.lead_table import (
    BOUNDARY,
    Census,
    LeadAdvantage,
    LeadTable,
    MirrorDeals,
    census_of,
    mirror_hands,
    open_table,
    outcomes,
    stated_counts,
)

RECEIVE = Census(130, 82, 48, 0, 7, 6, 266)


def made_up(suits=2, length=2, kind=np.uint8):
    """A table in which the leader wins, loses and draws in turn."""
    cells = np.arange(1 << (suits * length)) % 3
    cells[[0, -1]] = 0
    return LeadTable(suits, length, cells.astype(kind), 7, RECEIVE)


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_what_is_saved_is_opened(tmp_path, kind):
    made_up(kind=kind).save(tmp_path / "table")
    found = open_table(tmp_path / "table")
    assert isinstance(found.distances, np.memmap)
    assert found.distances.dtype == kind
    assert (found.distances == made_up().distances).all()
    assert (found.suits, found.length, found.sweeps, found.receive) == (2, 2, 7, RECEIVE)
    assert found.counts() == stated_counts(tmp_path / "table") == made_up().counts()
    assert [file.name for file in tmp_path.iterdir()] == ["table"]


def test_the_file_is_as_documented(tmp_path):
    made_up().save(tmp_path / "table")
    content = (tmp_path / "table").read_bytes()
    assert content[:8] == b"UPCARDBE"
    size = int.from_bytes(content[8:12], "little")
    assert (12 + size) % BOUNDARY == 0
    assert content[12 + size :] == made_up().distances.tobytes()
    head = json.loads(content[12 : 12 + size])
    assert (head["suits"], head["length"], head["cell_bytes"], head["sweeps"]) == (2, 2, 1, 7)
    assert head["receive"] == asdict(RECEIVE)


def test_a_table_without_positions_to_be_covered_says_so(tmp_path):
    replace(made_up(), receive=None).save(tmp_path / "table")
    assert open_table(tmp_path / "table").receive is None


def spoil(content, what):
    """A file with a fault."""
    size = int.from_bytes(content[8:12], "little")
    return {
        "short": content[:-1],
        "long": content + b"0",
        "other": b"SOMETHING" + content[9:],
        "empty": b"",
        "header": content[:12] + b"?" * size + content[12 + size :],
        "list": content[:12] + b"[]".ljust(size) + content[12 + size :],
        "game": content.replace(b'"beat-it-or-eat-it"', b'"besicovitch-game" '),
    }[what]


@pytest.mark.parametrize("what", ["short", "long", "other", "empty", "header", "list", "game"])
def test_a_file_that_is_not_whole_is_refused(tmp_path, what):
    made_up().save(tmp_path / "table")
    content = (tmp_path / "table").read_bytes()
    (tmp_path / "table").write_bytes(spoil(content, what))
    with pytest.raises(Failure, match="is not a complete tablebase; expected one that 'upcard solve' saved"):
        open_table(tmp_path / "table")


def test_a_file_of_other_rules_is_refused(tmp_path):
    made_up().save(tmp_path / "table")
    content = (tmp_path / "table").read_bytes()
    (tmp_path / "table").write_bytes(content.replace(b'"rules_version": 1', b'"rules_version": 0'))
    with pytest.raises(Failure, match="was made with version 0 of the rules, not 1; solve it again"):
        open_table(tmp_path / "table")


def test_what_cannot_be_read_or_written_is_told(tmp_path):
    with pytest.raises(Failure, match="cannot be read: No such file"):
        open_table(tmp_path / "nowhere")
    with pytest.raises(Failure, match=r"the tablebase .* cannot be written: "):
        made_up().save(tmp_path / "nowhere" / "table")


def test_a_census_counts_odd_distances_as_won():
    assert census_of(np.array([5, 1, 2, 0, 0, 3])) == Census(11, 4, 2, 5, 5, 2, 20)
    assert census_of(np.array([2, 0])) == Census(2, 0, 0, 2, 0, 0, 0)


def test_mirror_hands_have_in_one_suit_what_they_lack_in_the_other():
    hands = mirror_hands(2, 3)
    assert len(set(hands.tolist())) == 8
    assert all((hand & 0b010101) << 1 == ~hand & 0b101010 for hand in hands.tolist())
    assert len(set(mirror_hands(4, 2).tolist())) == 16


def test_what_starting_does_is_told_for_every_split():
    cells = np.array([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 1, 2, 0, 0, 0], np.uint8)
    # leader 1 to 7 against 14 to 8: 1-0, 2-0, 0-2, 1-1, 2-1, 0-0, 1-2
    assert LeadTable(1, 4, cells, 1, None).lead_advantage == LeadAdvantage(7, 1, 0, 2, 3, 1)


def test_mirror_deals_are_counted_for_who_leads():
    cells = np.zeros(16, np.uint8)
    cells[[0b0101, 0b0110]] = 3, 4
    assert LeadTable(2, 2, cells, 1, None).mirror_deals() == MirrorDeals(4, 1, 1, 2)
    assert LeadTable(1, 4, cells, 1, None).mirror_deals() is None


def test_every_distance_is_worth_a_win_if_odd_and_a_loss_if_even():
    far = np.arange(1 << 16, dtype=np.uint16)
    assert outcomes(far).tolist() == [0] + [1 if x % 2 else -1 for x in range(1, 1 << 16)]
