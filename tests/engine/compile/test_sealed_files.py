"""Compiled code that somebody else has put into the cache is not run."""

import hashlib
import json
import logging
import os
import pickle
import subprocess
import sys

import pytest

from upcard.engine.compile import sealed_files
from upcard.engine.compile.sealed_files import KEY, read_sealed, write_sealed

NOBODY = 65534
is_root = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files away"
)


@pytest.fixture
def folder(tmp_path):
    sealed_files._warn.cache_clear()
    tmp_path.chmod(0o755)
    write_sealed(tmp_path / "part", tmp_path, b"code")
    return tmp_path


def test_what_was_written_is_read_and_only_its_owner_reads_the_key(folder):
    assert read_sealed(folder / "part", folder) == b"code"
    assert (folder / KEY).stat().st_mode & 0o077 == 0
    write_sealed(folder / "part", folder, b"new")
    assert read_sealed(folder / "part", folder) == b"new"
    assert sorted(x.name for x in folder.iterdir()) == [KEY, "part"]


def test_a_damaged_file_is_missing_without_a_word(folder, caplog):
    content = (folder / "part").read_bytes()
    for wrong in (b"", content[:-1], content + b"x", content[:66]):
        (folder / "part").write_bytes(wrong)
        assert read_sealed(folder / "part", folder) is None
    assert caplog.records == []


def forged(content, key=b"k" * 32):
    return hashlib.sha256(content).digest() + hashlib.sha256(key + content).digest() + content


def test_a_file_without_the_key_is_ignored_with_one_sentence(folder, caplog):
    (folder / "part").write_bytes(forged(b"evil"))
    with caplog.at_level(logging.WARNING):
        assert read_sealed(folder / "part", folder) is None
        assert read_sealed(folder / "part", folder) is None
    (record,) = caplog.records
    assert record.getMessage().endswith("were not written by your Upcard; they are compiled again.")


def test_a_key_that_others_can_read_is_no_key(folder):
    (folder / KEY).chmod(0o644)
    assert read_sealed(folder / "part", folder) is None
    with pytest.raises(PermissionError):
        write_sealed(folder / "part", folder, b"code")


@is_root
def test_files_and_keys_of_another_user_are_ignored(folder, monkeypatch):
    os.chown(folder / KEY, NOBODY, NOBODY)
    assert read_sealed(folder / "part", folder) is None
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    os.chown(folder / "part", NOBODY, NOBODY)
    assert read_sealed(folder / "part", folder) is None


@is_root
def test_a_cache_of_root_that_nobody_else_can_write_serves_all(folder, monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    assert read_sealed(folder / "part", folder) == b"code"
    for path in (folder, folder / "part"):
        mode = path.stat().st_mode
        path.chmod(mode | 0o002)
        assert read_sealed(folder / "part", folder) is None
        path.chmod(mode)
    assert read_sealed(folder / "part", folder) == b"code"


class Evil:
    """A pickle that runs code where it is read."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


def test_a_pickle_that_was_put_into_the_cache_is_not_run(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "cache"))

    def simulate():
        words = [sys.executable, "-m", "upcard", "simulate", "kuhn-poker", "--games", "1000", "--json"]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["seats"], done.stderr

    first, _ = simulate()
    files = [x for x in (tmp_path / "cache").rglob("*") if x.suffix in (".nbi", ".nbc", ".bc")]
    assert {x.suffix for x in files} == {".nbi", ".nbc", ".bc"}
    for file in files:
        file.write_bytes(forged(pickle.dumps(Evil(tmp_path / "evil"))))
    again, _log = simulate()
    assert again == first
    assert not (tmp_path / "evil").exists()
