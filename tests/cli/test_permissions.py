"""What may not be read or written is told before any work, also where root runs the tests."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.night import IS_NIGHTLY, LATE

OPEN = 0o755


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Callable[[str, int], Path]]:
    """``locked(name, mode)``: a folder with a mode, until the test ends."""
    made: list[Path] = []

    def make(name: str, mode: int) -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        folder.chmod(mode)
        made.append(folder)
        return folder

    yield make
    for folder in made:
        folder.chmod(OPEN)


def test_a_study_whose_folder_cannot_be_written_does_not_begin(powerless, locked):
    folder = locked("reports", 0o555)
    code, out, err = powerless("study", "lama-paper", "--games", "1e12", "--out", folder)
    page = folder / "lama-paper.html"
    assert (code, out) == (1, "")
    assert err == f"upcard: --out cannot write '{page}': there is no permission; choose another place\n"


@pytest.mark.parametrize(
    ("mode", "name", "why"),
    [
        (0o555, "x.json", "there is no permission"),
        (0o333, "x.json", ""),
        (0o222, "x.json", "permission denied"),
        (0o000, "x.json", "permission denied"),
        (0o000, "below/x.json", "permission denied"),
    ],
)
def test_a_target_is_refused_before_anything_is_solved(powerless, locked, mode, name, why):
    target = locked("certificates", mode) / name
    code, _, err = powerless("solve", "kuhn-poker", "--save", target)
    if why:
        assert (code, err) == (1, f"upcard: --save cannot write '{target}': {why}; choose another place\n")
    else:  # nobody may list such a folder, but write into it
        assert (code, err) == (0, f"wrote {target}; check it: upcard verify {target}\n")


def test_a_file_that_is_protected_and_one_in_a_protected_folder_are_refused(powerless, locked):
    target = locked("certificates", OPEN) / "x.json"
    target.write_text("mine")
    for file, folder in ((0o444, OPEN), (0o644, 0o555)):
        target.chmod(file)
        locked("certificates", folder)
        code, _, err = powerless("solve", "kuhn-poker", "--save", target)
        assert (code, "there is no permission; choose another place" in err) == (1, True)
    assert target.read_text() == "mine"


@pytest.mark.parametrize("above", [False, True])
def test_own_games_that_cannot_be_looked_at_do_not_vanish_silently(powerless, locked, tmp_path, above):
    own = {"UPCARD_HOME": str(tmp_path / "home"), "COLUMNS": "300"}
    folder = locked("home", OPEN)
    (folder / "games").mkdir()
    shut = locked("home" if above else "home/games", 0o000)
    why = f"your folder {shut} cannot be read: there is no permission to read it; change its permissions"
    code, out, err = powerless("games", env=own)
    assert (code, err) == (0, f"upcard: left out: {why}\n")
    assert "kuhn-poker" in out
    assert powerless("rules", "kuhn-poker", env=own)[::2] == (0, "")
    code, _, err = powerless("rules", "good", env=own)
    assert (code, err.endswith("your Upcard folder cannot be read: `upcard doctor` says why\n")) == (
        2,
        True,
    )
    if IS_NIGHTLY or not above:
        code, out, _ = powerless("doctor", "--json", env=own)
        assert (code, json.loads(out)["problems"][-1]) == (1, why)


def test_own_strategies_that_cannot_be_looked_at_are_told_too(powerless, locked):
    home = locked("home", OPEN)
    locked("home/strategies", 0o000)
    words = ("simulate", "lama", "--strategy", "mine")
    code, _, err = powerless(*words, env={"UPCARD_HOME": str(home)})
    assert (code, err.endswith("your Upcard folder cannot be read: `upcard doctor` says why\n")) == (
        2,
        True,
    )


def test_an_own_game_that_may_not_be_read_is_told_by_its_permissions(powerless, locked):
    home = locked("home", OPEN)
    file = locked("home/games", OPEN) / "good.py"
    file.write_text("nobody reads this")
    file.chmod(0o000)
    why = f"your file {file} cannot be loaded: there is no permission to read it; change its permissions"
    told = powerless("rules", "good", env={"UPCARD_HOME": str(home)})
    assert told == (1, "", f"upcard: {why}\n")


@LATE
def test_that_programs_cannot_be_kept_is_said_where_they_are_compiled(powerless, locked):
    folder = locked("programs", 0o555)
    words = ("simulate", "kuhn-poker", "--games", "10")
    code, _, err = powerless(*words, env={"UPCARD_CACHE": str(folder)})
    when = f"at every start, a few seconds: {folder} cannot be written, see upcard doctor"
    assert (code, err) == (0, f"compiling kuhn-poker for random ({when})\n")


@pytest.mark.parametrize(
    ("ends", "command"), [(1, "serve"), (75, "mail"), pytest.param(1, "class", marks=LATE)]
)
def test_a_key_that_may_not_be_read_is_told(powerless, locked, ends, command):
    key = locked("home", OPEN) / "key"
    key.write_text("0" * 64)
    key.chmod(0o000)
    words = ("--folder", key.parent)
    expected = f"upcard: {key} cannot be read: permission denied; expected the key of a server; name another"
    found, _, err = powerless(command, *words, *([] if command == "mail" else ["--port", "0"]))
    assert (found, err.startswith(expected)) == (ends, True)


def test_a_folder_for_drawings_that_cannot_be_written_is_told_before_anything_is(powerless, locked, tmp_path):
    place = locked("sheets", 0o555)
    pdf = tmp_path / "deck.pdf"
    for folder, why in ((place, "there is no permission"), (place / "below", "cannot be made")):
        code, out, err = powerless("deck", "kuhn-poker", "--pdf", pdf, "--svg", folder)
        assert (code, out, why in err) == (1, "", True)
        assert not pdf.exists()


@LATE
def test_a_server_whose_folder_cannot_be_written_says_which_one_that_is(powerless, locked, monkeypatch):
    folder = locked("tables", 0o555)
    monkeypatch.chdir(folder)
    code, _, err = powerless("serve", "--port", 0, "--no-open", "--folder", ".")
    said = f"{folder}/key cannot be written: there is no permission to write there; change its permissions"
    assert (code, err) == (1, f"upcard: {said}, or name another folder with --folder\n")
    folder.chmod(OPEN)
    (folder / "key").write_text("0" * 64)
    folder.chmod(0o555)
    code, _, err = powerless("serve", "--port", 0, "--no-open", "--folder", ".")
    assert (code, f"{folder}/tables.sqlite cannot be opened" in err) == (1, True)
