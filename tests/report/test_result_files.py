"""Text for programs, and files."""

import csv
import json
import math
import os
import threading
from pathlib import Path

import numpy as np
import polars
import pytest

from upcard.engine.atomic_files import write_bytes, write_text
from upcard.engine.errors import Failure, Usage
from upcard.report.result_files import csv_text, json_text, seat_table, write_frame
from upcard.simulation.simulate_games import simulate

FULL = Path("/dev/full")
as_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
with_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


def test_what_is_no_number_becomes_null_at_every_depth():
    text = json_text({"a": [math.nan, {"b": -math.inf}], "c": (math.inf, 1.5), "d": np.float64("nan")})
    assert json.loads(text, parse_constant=pytest.fail) == {
        "a": [None, {"b": None}],
        "c": [None, 1.5],
        "d": None,
    }


def test_json_keeps_the_order_and_is_indented():
    assert json_text({"b": 1, "a": 2}) == '{\n  "b": 1,\n  "a": 2\n}'


def test_json_takes_numpy_paths_and_results(one_game, rich_report):
    assert json.loads(json_text({"n": np.int64(3), "a": np.array([1.0, np.nan]), "p": Path("x")})) == {
        "n": 3,
        "a": [1.0, None],
        "p": "x",
    }
    assert json.loads(json_text(one_game), parse_constant=pytest.fail)["games"] == 1
    assert json.loads(json_text(rich_report), parse_constant=pytest.fail)["results"]["unknown"] is None


def test_json_is_ascii_so_that_every_terminal_can_print_it():
    assert json_text("−“é").isascii()
    assert json.loads(json_text("−“é")) == "−“é"


def test_what_has_no_place_in_json_is_refused():
    with pytest.raises(TypeError):
        json_text({"x": object()})


SETTINGS = ["game", "players", "options", "games", "seed", "seating", "duplicate", "level"]
ESTIMATES = ["win_share", "win_any", "score_mean", "decisions_mean"]
FIRST = [
    *SETTINGS,
    *("entrant", "strategy", "seat"),
    *(name + end for name in ESTIMATES for end in ("", "_low", "_high", "_se")),
    "score_sd",
]


def test_the_first_columns_of_a_table_are_the_same_for_every_game(fixed_seats):
    kuhn = seat_table(simulate("kuhn-poker", games=20))
    lama = seat_table(fixed_seats)
    assert kuhn.columns == FIRST
    assert lama.columns[: len(FIRST)] == FIRST
    assert lama.columns[len(FIRST) :: 4][:3] == ["points_mean", "over_30_share", "round_win_share"]
    assert {"points_sd", "rounds_mean", "rounds_mean_se"} <= set(lama.columns)
    assert polars.concat([kuhn, lama], how="diagonal")["game"].to_list() == ["kuhn-poker"] * 2 + ["lama"] * 4


def test_every_number_of_a_result_is_in_the_table(fixed_seats):
    found = seat_table(fixed_seats).to_dicts()
    for row, s in zip(found, fixed_seats.seats, strict=True):
        assert (row["entrant"], row["strategy"], row["seat"]) == (s.seat, s.strategy, s.seat)
        numbers = s.flat() | {k: x for n, e in fixed_seats.per_game.items() for k, x in e.items(n).items()}
        assert numbers.items() <= row.items()
    assert found[0]["options"] == (
        "count=every_card give_back=none starts=first_seat last_left=ends_round target=40"
    )


def test_who_changes_seats_has_none_in_the_table(rotating):
    table = seat_table(rotating)
    assert table["seat"].to_list() == [None] * 4
    assert table["entrant"].to_list() == [1, 2, 3, 4]


def test_parquet_and_csv_files_read_back_to_the_same_table(tmp_path, fixed_seats, rotating):
    for result in (fixed_seats, rotating):
        table = seat_table(result)
        write_frame(result, tmp_path / "a.parquet")
        write_frame(result, str(tmp_path / "a.CSV"))
        assert polars.read_parquet(tmp_path / "a.parquet").equals(table)
        assert (tmp_path / "a.CSV").read_text() == csv_text(result)
        types = {"seat": polars.Int64}
        assert polars.read_csv(tmp_path / "a.CSV", schema_overrides=types).equals(table)


def test_what_a_single_game_cannot_tell_is_an_empty_cell_of_text(tmp_path, one_game):
    write_frame(one_game, tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == csv_text(one_game)
    for row, numbers in zip(csv.DictReader(csv_text(one_game).splitlines()), one_game.seats, strict=True):
        empty = ("score_mean_low", "score_mean_high", "score_mean_se", "score_sd")
        assert [row[name] for name in empty] == [""] * 4
        assert float(row["score_mean"]) == numbers.estimates["score_mean"].value
        assert not {"inf", "-inf", "nan"} & {cell.lower() for cell in row.values()}


@pytest.mark.parametrize("name", ["a.xlsx", "a"])
def test_another_ending_is_refused_and_the_known_ones_are_named(tmp_path, fixed_seats, name):
    with pytest.raises(Usage, match=r"expected \.parquet or \.csv"):
        write_frame(fixed_seats, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_written_file_holds_exactly_what_was_given(tmp_path):
    write_text(tmp_path / "a.txt", "−1\r\nzwei\n")
    assert (tmp_path / "a.txt").read_bytes() == "−1\r\nzwei\n".encode()
    write_bytes(tmp_path / "a.txt", b"shorter")
    assert (tmp_path / "a.txt").read_bytes() == b"shorter"
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]


def test_a_rewritten_file_keeps_its_mode_and_a_link_stays_a_link(tmp_path):
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_text(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o640


@with_full
def test_a_full_disk_is_told_in_a_sentence():
    with pytest.raises(Failure, match=r"^/dev/full cannot be written: the disk is full; free some space"):
        write_text(FULL, "x")


def test_a_disk_that_fills_up_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Failure, match="the disk is full"):
        write_text(tmp_path / "a.txt", "new")
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("a.txt", "old")]


def test_an_interrupt_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("old")

    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "a.txt", "new")
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("a.txt", "old")]


def test_a_missing_folder_is_named_and_not_made(tmp_path):
    with pytest.raises(Failure, match=r"the folder .*missing does not exist; make it"):
        write_text(tmp_path / "missing" / "a.txt", "x")
    assert not list(tmp_path.iterdir())


def test_a_folder_is_no_file_to_write(tmp_path):
    with pytest.raises(Failure, match="it is a folder; add the name of a file"):
        write_text(tmp_path, "x")


def test_a_file_is_no_folder_to_write_into(tmp_path):
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(Failure, match=r"a\.txt is a file, not a folder"):
        write_text(tmp_path / "a.txt" / "b.txt", "x")


def test_too_long_a_name_is_told_in_a_sentence(tmp_path):
    with pytest.raises(Failure, match="file name too long; choose another place"):
        write_text(tmp_path / ("x" * 300), "x")


@as_root
def test_a_write_protected_file_is_left_alone(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    (tmp_path / "a.txt").chmod(0o444)
    with pytest.raises(Failure, match="there is no permission"):
        write_text(tmp_path / "a.txt", "new")
    assert (tmp_path / "a.txt").read_text() == "old"


def test_a_protected_file_is_told_in_a_sentence(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(Failure, match="there is no permission to write there; choose another place"):
        write_text(tmp_path / "a.txt", "new")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_text(pipe, "through")
    reader.join(5)
    assert got == [b"through"]
    assert pipe.is_fifo()
