"""``upcard class-delete``: a class, or one pupil's data, is gone from the file."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run

from upcard.classroom import class_repository as rows
from upcard.classroom.class_repository import Pupil, StoredRoom
from upcard.engine.user_folders import usual_database
from upcard.server.database import Store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a class of two pupils."""
    store = Store(usual_database(tmp_path))
    store.write(lambda c: rows.add_room(c, StoredRoom("7KQ4M", "teacher"))).result()
    pupils = [Pupil(0, "Zoeblatt", "key-of-zoe"), Pupil(1, "Yanwurzel", "key-of-yan")]
    store.write(lambda c: rows.add(c, "7KQ4M", *pupils)).result()
    store.close()
    return tmp_path


def content(folder: Path) -> bytes:
    return b"".join(x.read_bytes() for x in folder.iterdir())


def test_a_pupil_and_then_the_class_are_deleted_after_a_confirmation(run: Run, folder: Path) -> None:
    asked = run("class-delete", "7kq4m", "--pupil", "zoeblatt", "--folder", folder)
    assert asked.exit_code == 2
    assert "all data of Zoeblatt in class 7KQ4M, and it cannot be undone; add --yes" in asked.stderr
    assert b"Zoeblatt" in content(folder)
    done = run("class-delete", "7kq4m", "--pupil", "zoeblatt", "--yes", "--folder", folder)
    assert done.stdout == "Deleted all data of Zoeblatt in class 7KQ4M.\n"
    assert not [x for x in (b"Zoeblatt", b"key-of-zoe") if x in content(folder)]
    assert b"Yanwurzel" in content(folder)
    done = run("class-delete", "7KQ4M", "--yes", "--folder", folder)
    assert done.stdout == "Deleted class 7KQ4M with 1 pupil.\n"
    assert not [x for x in (b"Yanwurzel", b"key-of-yan", b"7KQ4M") if x in content(folder)]


def test_an_unknown_class_pupil_or_folder_is_refused(run: Run, folder: Path, tmp_path: Path) -> None:
    for words, message in (
        (("AAAAA",), "there is no class 'AAAAA' in this database"),
        (
            ("7KQ4M", "--pupil", "Ana"),
            "no pupil 'Ana' in class 7KQ4M; its pupils: Zoeblatt, Yanwurzel",
        ),
        (("7KQ4M", "--folder", tmp_path / "none"), "there is no database"),
    ):
        at = () if "--folder" in words else ("--folder", folder)
        refused = run("class-delete", *words, "--yes", *at)
        assert refused.exit_code != 0
        assert message in refused.stderr
