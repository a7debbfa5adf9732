"""Files that cannot be written: the sentence tells the true cause."""

import os
from pathlib import Path

import pytest

from upcard.engine.atomic_files import make_folder, read_text, write_text
from upcard.engine.errors import Failure, Unreadable

PROC = Path("/proc")
linux = pytest.mark.skipif(not PROC.is_dir(), reason="/proc is a folder of Linux")


def told(act, *given):
    with pytest.raises(Failure) as fault:
        act(*given)
    return str(fault.value)


def test_what_is_written_is_there_and_folders_are_made(tmp_path):
    make_folder(tmp_path / "a" / "b")
    write_text(tmp_path / "a" / "b" / "c", "d")
    assert (tmp_path / "a" / "b" / "c").read_text() == "d"


def test_a_folder_that_is_missing_is_named(tmp_path):
    place = tmp_path / "a" / "b"
    why = f"the folder {place.parent} does not exist; make it or choose another place"
    assert told(write_text, place, "x") == f"{place} cannot be written: {why}"


def test_a_file_in_the_way_is_named(tmp_path):
    (tmp_path / "a").write_text("x")
    for act, given in ((write_text, (tmp_path / "a" / "b", "x")), (make_folder, (tmp_path / "a" / "b",))):
        assert told(act, *given).endswith(f"{tmp_path / 'a'} is a file, not a folder; choose another place")


@linux
def test_a_folder_that_the_system_refuses_is_told_with_its_reason():
    why = "no such file or directory; choose another place"
    assert told(make_folder, PROC / "x") == f"the folder /proc/x cannot be made: {why}"


def test_a_pipe_is_written_to_directly(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(pipe, "a line")
    assert os.read(reading, 100) == b"a line"
    os.close(reading)
    assert pipe.is_fifo()


def test_what_is_no_text_or_too_long_a_folder_or_nowhere_is_not_read(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"\xef\xbb\xbfa text")
    assert read_text(file, 100, "expected a text") == "a text"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(Unreadable, match="is not a text in UTF-8; expected a text"):
        read_text(file, 100, "expected a text")
    file.write_bytes(bytes(2**20 + 1))
    with pytest.raises(Unreadable, match="is larger than 1 MiB; expected a text"):
        read_text(file, 2**20, "expected a text")
    assert told(read_text, tmp_path, 100, "expected a text").endswith(": it is a folder; expected a text")
    assert told(read_text, tmp_path / "no", 100, "expected a text").endswith("directory; expected a text")
