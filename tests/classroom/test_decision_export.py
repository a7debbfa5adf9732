"""The table of a class's decisions: its columns, its keys, and the codebook."""

import csv
import io
from pathlib import Path

import pytest
from tests.classroom.test_class_record import played

import upcard.games
from upcard.classroom import export_columns
from upcard.classroom.background_tasks import ContestResult, judge_match
from upcard.classroom.class_record import Story
from upcard.classroom.class_repository import Pupil, Run
from upcard.classroom.decision_export import ActivityExport, codebook_text, csv_text
from upcard.classroom.export_columns import COLUMNS, KINDS, columns_of
from upcard.document.model import Bar
from upcard.engine.registry import parts
from upcard.games.stoppers import activity as stoppers

FORMER = (
    "activity", "step", "group", "match", "game", "number", "time", "pupil", "seat", "by", "decision", "best",
    "lost", "counts",
)  # fmt: skip


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def export(game: str, run: int, seed: int = 1, players: int = 2, **options: str) -> ActivityExport:
    """An activity with one match and one contest."""
    activity = {"four-cell": "four-cell", "stoppers": "stoppers"}.get(game, game)
    one = played(game, players, 1 if game == "stoppers" else 0, seed, **options)
    story = Story(activity, 0, {}, one.names, ((0, 1),), [one])
    contests = (
        {2: (ContestResult((Bar("Group 1", 0.5, "", 0.4, 0.6, rule="bet"),)), 100)}
        if game == "smallsum"
        else {}
    )
    return ActivityExport(Run(run, activity, 0, {"rounds": "6"}, ((0, 1),), 0.0), story, {}, contests)


@pytest.mark.parametrize("name", ["-2+3+cmd|' /C calc'!A0", "-1)", "@x", "+1"])
def test_no_cell_is_a_formula(name):
    assert rows_of(csv_text([], "7KQ4M", [Pupil(0, name, "key")]))[0]["pupil"] == f"'{name}"


def test_negative_numbers_stay_numbers():
    names = ["-5", "-1/2", "-0.25", "-1.5e-07", "-2,3|4,-5|0,1|-6,7"]
    rows = rows_of(csv_text([], "7KQ4M", [Pupil(i, x, "key") for i, x in enumerate(names)]))
    assert [x["pupil"] for x in rows] == names


def test_two_runs_of_one_activity_have_different_keys_and_the_former_columns_come_first():
    exports = [export("smallsum", run, rounds="6") for run in (0, 1)]
    text = csv_text(exports, "7KQ4M", [Pupil(0, "=Ana", "key-of-ana")])
    assert tuple(text.splitlines()[0].split(",")[: len(FORMER)]) == FORMER
    assert "key-of-ana" not in text
    rows = rows_of(text)
    assert rows[0]["pupil"] == "'=Ana"
    of_matches = [x for x in rows if x["kind"] in ("decision", "result")]
    keys = [
        tuple(x[k] for k in ("run", "step", "group", "match", "number", "kind", "seat")) for x in of_matches
    ]
    assert len(set(keys)) == len(keys) > 10
    assert {x["run"] for x in of_matches} == {"1", "2"}
    assert {x["class"] for x in rows} == {"7KQ4M"}
    assert {x["kind"] for x in rows} == {"pupil", "setting", "contest", "decision", "result"}


@pytest.mark.parametrize("game", ["smallsum", "stoppers", "four-cell", "lama", "beat-it-or-eat-it"])
def test_every_column_has_an_entry_in_the_codebook_and_the_game_fills_its_own(game):
    players = 4 if game == "four-cell" else 2
    rows = rows_of(csv_text([export(game, 0, players=players)]))
    book = rows_of(codebook_text([game]))
    assert {x["column"] for x in book} == set(rows[0])
    assert all(x["meaning"].endswith(".") or x["meaning"].endswith("See unit.") for x in book)
    own = [x.name for x in columns_of(game)]
    decisions = [x for x in rows if x["kind"] == "decision"]
    assert own
    assert all(any(x[name] for x in decisions) for name in own), own
    assert all(x["legal"] and x["cards_seen"] and x["decision"] in x["legal"].split("|") for x in decisions)


def test_every_kind_of_row_is_explained_and_columns_are_unique():
    assert set(KINDS) >= {"decision", "result", "answer", "strategy", "choice", "contest", "setting", "pupil"}
    names = [x.name for x in COLUMNS]
    assert len(set(names)) == len(names)
    for game, file in parts("decision_columns").items():
        assert not set(names) & {x.name for x in file.COLUMNS}, game
    folder = Path(upcard.games.__path__[0])
    assert len(parts("decision_columns")) == len(list(folder.glob("*/decision_columns.py")))
    assert export_columns.columns_of("kuhn-poker") == ()


def test_sums_of_smallsum_are_those_of_the_position_and_values_are_told_for_each_action():
    one = export("smallsum", 0, rounds="6")
    (match,) = one.story.matches
    verdict = judge_match(match.record)
    judged = ActivityExport(one.run, one.story, {(match.step, match.group, match.match): verdict})
    decisions = [x for x in rows_of(csv_text([judged])) if x["kind"] == "decision"]
    for row, judgement in zip(decisions, verdict.of_action, strict=True):
        values = dict(x.split("=") for x in row["values"].split("|"))
        assert set(values) == set(row["legal"].split("|"))
        lost = max(map(float, values.values())) - float(values[row["decision"]])
        assert lost == pytest.approx(judgement.lost, abs=1e-5)
        assert row["mistake"] == ("yes" if judgement.is_mistake else "no")
        assert (row["unit"], row["judged_by"]) == (verdict.unit, verdict.source)
        hidden = {"A": 1, "J": 10, "Q": 10, "K": 10}.get(row["hidden_card"]) or int(row["hidden_card"])
        assert int(row["own_sum"]) == int(row["own_open_sum"]) + hidden
        assert f"down of seat {row['seat']}: {row['hidden_card']}" in row["cards_seen"]
        assert row["opponent_sum"] not in row["cards_seen"].split(": ")
    ends = {x["round"]: x["round_won"] for x in decisions if x["seat"] == "1"}
    assert set(ends) == {str(n) for n in range(1, 7)}


@pytest.mark.parametrize(("block", "seed"), [("automatic", 1), ("optional", 36)])
def test_turns_of_stoppers_in_the_table_are_those_of_the_debrief(block, seed):
    one = export("stoppers", 0, seed, players=4, lives="2", block=block)  # 36 uses one King of two
    rows = [x for x in rows_of(csv_text([one])) if x["dealer"]]
    turns = stoppers.turns(one.story.matches)
    assert len(rows) == len(turns) > 10
    by_seat = sorted(turns, key=lambda x: x.seat)
    mine = sorted(rows, key=lambda x: int(x["seat"]))
    for turn, row in zip(by_seat, mine, strict=True):
        assert (turn.held, turn.came) == (int(row["card_held"]), int(row["card_received"] or 0))
        flags = (turn.is_dealer, turn.is_stopped, turn.is_lost)
        assert tuple("yes" if x else "no" for x in flags) == (row["dealer"], row["stopped"], row["life_lost"])
        assert turn.low_left == pytest.approx(float(row["low_left"]), abs=1e-5)
        assert turn.chance == pytest.approx(float(row["higher_left"]), abs=1e-5)
        assert turn.neighbour + 1 == int(row["neighbour"])
