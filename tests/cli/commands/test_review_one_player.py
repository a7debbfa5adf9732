"""Going over a match in which nobody else plays."""

import json

import pytest
from tests.shared import EVERYONE_ALONE

from upcard.engine.game import make_game
from upcard.engine.record import record_text


@pytest.fixture
def record(own_file, tmp_path):
    own_file("games", "together", EVERYONE_ALONE)
    match = make_game("together", 1).match(seed=1, seats=("Ana",))
    match.do("keep")
    file = tmp_path / "alone.upc"
    file.write_text(record_text(match))
    return file


def test_who_plays_alone_is_judged_and_nothing_is_said_of_others(run, record):
    said = run("review", record, "--all").stdout
    assert "1 decision" in said
    assert "against" not in said


def test_as_json_it_is_told_why_nothing_is_said_of_others(run, record):
    found = json.loads(run("review", record, "--json").stdout)
    assert [x["against"]["why_not"] for x in found["seats"]] == ["Nobody else plays."]
