"""Text for programs, and files."""

import io
import json
import math
import os
import threading
from pathlib import Path

import numpy as np
import polars
import pytest

from upcard.engine.errors import Failure, Usage
from upcard.report.files import csv_text, json_text, write_bytes, write_frame, write_text

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


def test_csv_reads_back_to_the_same_frame(fixed_seats):
    back = polars.read_csv(io.StringIO(csv_text(fixed_seats)))
    assert back.equals(fixed_seats.to_frame())
    assert back["win_share"].to_list() == [s.estimates["win_share"].value for s in fixed_seats.seats]


def test_parquet_and_csv_files_read_back_to_the_same_frame(tmp_path, fixed_seats):
    write_frame(fixed_seats, tmp_path / "a.parquet")
    write_frame(fixed_seats, str(tmp_path / "a.CSV"))
    assert polars.read_parquet(tmp_path / "a.parquet").equals(fixed_seats.to_frame())
    assert polars.read_csv(tmp_path / "a.CSV").equals(fixed_seats.to_frame())


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
    with pytest.raises(Failure, match="its name is too long"):
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
