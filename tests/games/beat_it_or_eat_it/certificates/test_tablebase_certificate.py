"""The file of a tablebase as a certificate: what is proved is told, and what was changed is refused."""

import json
from dataclasses import replace

import numpy as np
import pytest

import upcard as uc
from upcard.certificates.verify_file import verify
from upcard.engine.errors import Failure, Refused, Usage
from upcard.games.beat_it_or_eat_it.certificates import tablebase_check as beat_it_certificate
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LENGTH_BYTES, LeadTable
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import solve

BEFORE = 8 + LENGTH_BYTES


@pytest.fixture(scope="module")
def table():
    """A tablebase of two suits of 4."""
    return solve(2, 4)


@pytest.fixture
def file(table, tmp_path):
    """Its file."""
    table.save(tmp_path / "it.table")
    return tmp_path / "it.table"


def test_every_hand_is_proved_and_all_is_counted_again(file, table):
    steps: list[tuple[str, float]] = []
    proved = verify(file, on_step=lambda what, share: steps.append((what, share)))
    assert proved == [
        "Beat It Or Eat It, suits=2, length=4, a tablebase of 254 hands that lead; "
        f"it states {table.sweeps} sweeps",
        "all 254 hands have the distance that their round leads to: all are right",
        "counted from them: 169 won, 85 lost, 0 endless; the longest win takes 29 plies, the longest loss 22",
        "of 4,080 positions with a card to be covered 2,222 are won, 1,858 lost, 0 endless",
    ]
    assert {what for what, _ in steps} == {"checking hands"}


def test_a_sample_is_told_as_one(file):
    cells = verify(file, sample=59)[1]
    assert cells.startswith("59 hands of 254, taken at random with seed 0")
    assert "if 5 % of all hands disagreed, one of these would, with a probability of 0.95" in cells
    assert cells.endswith("hands can agree with each other and be wrong")
    assert verify(file, sample=254) == verify(file)


@pytest.mark.parametrize("limit", ["MOST_SECONDS", "MOST_MEMORY"])
def test_where_all_would_take_too_much_a_sample_is_checked(file, monkeypatch, limit):
    monkeypatch.setattr(beat_it_certificate, limit, 0)
    monkeypatch.setattr(beat_it_certificate, "SAMPLE_SECONDS", 0)
    assert verify(file)[1].startswith("1 hands of 254, taken at random")


def test_a_wrong_distance_is_refused_with_its_hand(table, tmp_path):
    cells = table.distances.copy()
    cells[100] += 2
    replace(table, distances=cells).save(tmp_path / "it.table")
    with pytest.raises(
        Refused, match=r"^hand \d+, s.*/.*/-, has the distance \d+, but its round leads to \d+$"
    ):
        verify(tmp_path / "it.table")


def changed_header(file, **entries):
    """The file with other entries in its header."""
    content = file.read_bytes()
    size = int.from_bytes(content[8:BEFORE], "little")
    head = {**json.loads(content[BEFORE : BEFORE + size]), **entries}
    words = json.dumps({k: x for k, x in head.items() if x is not ...}).encode().ljust(size + 64)
    file.write_bytes(
        content[:8] + len(words).to_bytes(LENGTH_BYTES, "little") + words + content[BEFORE + size :]
    )


def counts(table, name, **changes):
    return {name: {**table.counts()[name], **changes}}


@pytest.mark.parametrize(
    ("name", "changes", "reason"),
    [
        ("lead", {"win": 170}, "the header states lead.win as 170; the count is 169"),
        ("lead", {"more": 1}, "the header states other counts of lead than positions, win"),
        ("mirror", {"draw": 3}, "the header states mirror.draw as 3; the count is 0"),
        ("starting", {"other": -1}, "the header states starting.other as -1; the count is"),
        ("receive", {"distance_sum": 1}, "the header states receive.distance_sum as 1; the count is 27,702"),
    ],
)
def test_a_wrong_count_is_refused(table, file, name, changes, reason):
    changed_header(file, **counts(table, name, **changes))
    with pytest.raises(Refused, match=reason):
        verify(file)


@pytest.mark.parametrize("wrong", [None, "many", [1]])
def test_counts_that_are_none_are_refused(file, wrong):
    changed_header(file, lead=wrong)
    with pytest.raises(Refused, match="the header states lead as "):
        verify(file)


def test_a_header_without_a_part_is_refused(file):
    changed_header(file, mirror=...)
    with pytest.raises(Refused, match="the header states mirror as None"):
        verify(file)


def test_positions_that_were_not_counted_are_counted_by_the_checker(tmp_path):
    solve(1, 6, with_receive=False).save(tmp_path / "it.table")
    said = verify(tmp_path / "it.table")
    assert "of 540 positions with a card to be covered 362 are won" in said[-2]
    assert said[-1] == "these positions were counted here; the file has no count of them"


def test_sweeps_are_told_as_what_the_file_says_and_a_sample_tells_what_it_leaves_out(file):
    changed_header(file, sweeps=7)
    said = verify(file, sample=5)
    assert said[0].endswith("it states 7 sweeps")
    assert said[-1] == "the counts of positions with a card to be covered in the file were not checked"
    changed_header(file, sweeps=-7)
    with pytest.raises(Failure, match="is not a complete tablebase"):
        verify(file)


def test_a_file_that_is_cut_off_is_refused(file):
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(Failure, match="is not a complete tablebase"):
        verify(file)


def test_wide_cells_are_checked_as_well(table, tmp_path):
    LeadTable(2, 4, table.distances.astype(np.uint16), 1, table.receive).save(tmp_path / "it.table")
    assert "all are right" in verify(tmp_path / "it.table")[1]


def test_a_sample_of_what_is_checked_whole_is_refused(tmp_path):
    uc.solve(uc.game("kuhn-poker")).save(tmp_path / "it.json")
    with pytest.raises(Usage, match=r"it\.json is of a kind that is always checked completely; leave out"):
        verify(tmp_path / "it.json", sample=10)
