"""``upcard class-report``: the report of a stored class as files."""

import csv
import io
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection
from tests.cli.conftest import Run as RunCommand

from upcard.classroom import class_repository as rows
from upcard.classroom.class_repository import ROOM, Pupil, PupilAnswer, Run, StoredRoom
from upcard.classroom.pairings import PLAYERS, round_name
from upcard.engine.user_folders import usual_database
from upcard.server.database import Store

NAMES = ("Zoe", "Yan", "Xenia", "Wim")
SETTINGS = {"matrix": "dilemma", "numbers": "", "rounds": "3"}


def add_class(connection: Connection, code: str, parts: Sequence[Pupil | Run | PupilAnswer]) -> None:
    """Insert a class with its pupils, what it has done, and its answers."""
    rows.add_room(connection, StoredRoom(code, f"teacher-{code}"))
    rows.add(connection, code, *parts)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two classes of four pupils who pressed two buttons."""
    store = Store(usual_database(tmp_path))
    for k, code in enumerate(("7KQ4M", "R3TWX")):
        pupils = [Pupil(i, x, f"key-{code}-{x}", 1.0) for i, x in enumerate(NAMES)]
        run = Run(0, "two-buttons", 0, SETTINGS, ((0, 1), (2, 3)), 1.0, 2.0)
        answers = [PupilAnswer(0, 0, round_name(1), i, int(i < 1 + k), 1.5) for i in range(4)]
        answers.append(PupilAnswer(0, 0, PLAYERS, ROOM, [0, 1, 2, 3], 1.0))
        store.write(partial(add_class, code=code, parts=(*pupils, run, *answers))).result()
    store.close()
    return tmp_path


def test_a_report_is_written_as_page_document_table_and_charts(run: RunCommand, folder: Path) -> None:
    listed = run("class-report", "--folder", folder)
    assert "7KQ4M" in listed.stdout
    files = [folder / x for x in ("report.html", "report.pdf", "all.csv")]
    saves = [x for file in files for x in ("--save", file)]
    options = (
        "--charts",
        folder / "charts",
        "--codebook",
        folder / "book.csv",
        "--sheets",
        "--folder",
        folder,
    )
    done = run("class-report", "7kq4m", *saves, *options)
    assert done.exit_code == 0, done.output
    assert [str(x) for x in files] == done.stdout.splitlines()[:3]
    page = files[0].read_text()
    for words in (
        "Report on class 7KQ4M",
        "4 pupils joined: Zoe, Yan, Xenia, Wim.",
        "Prisoner’s Dilemma",
        "<svg",
    ):
        assert words in page
    assert page.count('class="new-page"') == 4
    assert files[1].read_bytes().startswith(b"%PDF")
    table = list(csv.DictReader(io.StringIO(files[2].read_text())))
    choices = {x["pupil"]: x for x in table if x["kind"] == "choice"}
    assert (choices["Zoe"]["decision"], choices["Zoe"]["partner"], choices["Zoe"]["payoff"]) == (
        "right",
        "Yan",
        "8",
    )
    assert (choices["Yan"]["partner_choice"], choices["Yan"]["payoff"], choices["Yan"]["role"]) == (
        "right", "-5", "column"
    )  # fmt: skip
    assert all(x.suffix == ".svg" for x in (folder / "charts").iterdir())
    assert "partner_payoff" in (folder / "book.csv").read_text()


def test_two_classes_are_compared_and_names_can_be_left_out(run: RunCommand, folder: Path) -> None:
    both, one = folder / "both.html", folder / "one.html"
    assert (
        run("class-report", "7KQ4M", "--compare", "R3TWX", "--save", both, "--folder", folder).exit_code == 0
    )
    assert "share of left, average of the pupils" in both.read_text()
    assert "0.750 (4)" in both.read_text()
    words = ("--pupil", "xenia", "--pseudonyms", "--save", one, "--folder", folder)
    assert run("class-report", "7KQ4M", *words).exit_code == 0
    assert "Pupil 3" in one.read_text()
    assert "Xenia" not in one.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("7KQ4M",), "nothing would be written; name a file with --save"),
        (("7KQ4M", "--save", "x.txt"), "expected .html or .pdf or .csv"),
        (("7KQ4M", "--save", "x.csv", "--compare", "R3TWX"), "leave out --compare and --pupil"),
        (("AAAAA", "--save", "x.html"), "the latest classes are"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    run: RunCommand, folder: Path, words: tuple[str, ...], message: str
) -> None:
    refused = run("class-report", *words, "--folder", folder)
    assert refused.exit_code == 2 or refused.exit_code == 1
    assert message in refused.stderr
