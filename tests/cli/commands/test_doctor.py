"""The doctor: what is there, and what is wrong."""

import re
import tomllib
from pathlib import Path

import pytest

from upcard.cli.commands import doctor
from upcard.cli.commands.doctor import CHECKS, EXTRAS, examine

PROJECT = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FOR_WORK = {"all", "dev", "peers", "bench", "mutants"}
IMPORTED = {"cupy-cuda12x": "cupy", "open_spiel": "pyspiel", "numba-cuda": "numba_cuda"}


def test_it_says_what_is_installed_and_found(run):
    result = run("doctor")
    assert result.exit_code == 0
    for part in ("upcard 0", "numba", "cores", "cache", "leduc-poker", "Everything works."):
        assert part in result.stdout


def test_the_json_document_holds_every_look(document, monkeypatch, tmp_path):
    monkeypatch.setitem(CHECKS, "speed", lambda: None)  # which would compile
    content = document("doctor", "--json", env={"UPCARD_CACHE": str(tmp_path / "none" / "yet")})
    assert {*CHECKS, "problems"} <= set(content)
    assert content["problems"] == []
    assert content["cache"]["programs"] == 0
    assert content["cache"]["writable"] is True
    assert content["games"] == sorted(content["games"])


def test_one_program_is_told_as_one(run, tmp_path):
    (tmp_path / "one.nbi").touch()
    assert "(1 program, 0.0 MB)" in run("doctor", env={"UPCARD_CACHE": str(tmp_path)}).stdout


@pytest.mark.parametrize("is_a_file", [True, False])
def test_a_cache_that_cannot_be_written_is_told_with_what_follows(run, monkeypatch, tmp_path, is_a_file):
    monkeypatch.setitem(CHECKS, "speed", lambda: None)  # which would compile
    locked = tmp_path / "programs" if is_a_file else Path("/proc/programs")
    if is_a_file:
        locked.touch()
    result = run("doctor", env={"UPCARD_CACHE": str(locked), "COLUMNS": "300"})
    assert result.exit_code == 1
    assert "Everything works." not in result.stdout
    told = f"wrong: cache: {locked} cannot be written, so every start compiles its programs again"
    mend = "which takes a few seconds each; change its permissions, or name another folder in UPCARD_CACHE"
    assert f"{told}, {mend}" in result.stdout
    assert [p.name for p in tmp_path.iterdir()] == (["programs"] if is_a_file else [])


def test_a_folder_that_only_others_may_write_is_told(monkeypatch, tmp_path):
    def refused(dir):
        raise PermissionError(13, "Permission denied", str(dir))

    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    monkeypatch.setitem(CHECKS, "speed", lambda: None)  # which would compile
    monkeypatch.setattr("upcard.cli.terminal.output_paths.TemporaryFile", refused)
    found, wrong = examine()
    assert found["cache"]["writable"] is False
    assert [w.partition(" ")[0] for w in wrong] == ["cache:"]


def test_what_is_broken_is_told_and_the_rest_still_looked_at(run, monkeypatch):
    from upcard.engine.errors import BrokenRules
    from upcard.engine.registry import strategy_modules

    def broken():
        raise BrokenRules("the rules file chess.py cannot be used")

    assert strategy_modules()  # the scan of strategies looks into the folders of games, so it comes first

    monkeypatch.setattr("upcard.engine.registry.game_modules", broken)
    result = run("doctor")
    assert result.exit_code == 1
    assert "wrong: games: the rules file chess.py cannot be used" in result.stdout
    assert "same-first" in result.stdout


def test_a_package_that_does_not_load_is_told(run, monkeypatch):
    def missing():
        raise ImportError("No module named 'numba'")

    monkeypatch.setitem(CHECKS, "versions", missing)
    result = run("doctor")
    assert result.exit_code == 1
    assert "wrong: versions: No module named 'numba'; install Upcard again" in result.stdout
    assert result.stdout.count("wrong: ") == 1  # how fast nothing compiled is played need not be asked


def test_it_says_where_tables_are_kept_and_how_fast_the_machine_is(document, run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = document("doctor", "--json")
    file = tmp_path / "upcard" / "tables.sqlite"
    assert found["database"] == {"file": str(file), "exists": False, "bytes": 0, "writable": True}
    assert found["speed"]["game"] == "kuhn-poker"
    assert set(found["speed"]["games_per_second"]) == {"1", str(found["cores"])}
    assert min(found["speed"]["games_per_second"].values()) > 0
    file.parent.mkdir()
    file.write_bytes(b"x" * 2_000_000)
    assert f"{file} (2.0 MB)" in run("doctor", env={"COLUMNS": "300"}).stdout


def test_it_says_which_extras_are_missing_and_how_to_get_them(run, document, monkeypatch):
    monkeypatch.setattr(doctor, "EXTRAS", {"there": ("json",), "gone": ("no_such_package",)})
    assert document("doctor", "--json")["extras"] == {"there": True, "gone": False}
    out = run("doctor", env={"COLUMNS": "300"}).stdout
    assert "there; not installed: gone (pip install 'upcard[gone]')" in out


def test_an_extra_is_there_when_all_that_it_brings_is():
    extras = PROJECT["optional-dependencies"]
    assert set(EXTRAS) == set(extras) - FOR_WORK
    for name, needs in EXTRAS.items():
        packages = [re.split(r"[^\w-]", x)[0] for x in extras[name]]
        assert list(needs) == [IMPORTED.get(x, x) for x in packages]


def test_the_files_of_the_user_are_told_with_their_folder(run, home, document):
    assert (
        f"{home} (no files in its folders games, strategies and solvers)"
        in run("doctor", env={"COLUMNS": "300"}).stdout
    )
    (home / "games" / "_notes.py").write_text("")
    (home / "solvers").mkdir()
    (home / "solvers" / f"{home.name}.py").write_text("")
    found = document("doctor", "--json")["own files"]
    assert found == {"folder": str(home), "games": [], "strategies": [], "solvers": [home.name]}
    assert f"{home} (solvers: {home.name})" in run("doctor", env={"COLUMNS": "300"}).stdout


@pytest.mark.parametrize(
    ("rates", "cores", "load", "told"),
    [
        ([8_000_000, 9_000_000], 2, 0.3, ""),
        ([8_000_000, 9_000_000], 2, None, ""),
        ([6_400_000, 750_000], 2, 0.3, "2 cores were slower than one: close other programs"),
        ([6_400_000, 750_000], 2, None, "2 cores were slower than one: close other programs"),
        ([6_400_000, 750_000], 2, 3.25, "the load average was 3.25: other programs use this machine"),
        ([8_000_000], 1, 0.0, ""),
    ],
)
def test_it_says_what_may_have_made_it_slow(monkeypatch, run, rates, cores, load, told):
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    note = doctor._why_slow(rates, cores, load)
    assert note.startswith(told)
    assert bool(note) == bool(told)
    speed = {"game": "kuhn-poker", "games_per_second": {"1": rates[0]}, "load": load, "note": note}
    monkeypatch.setitem(CHECKS, "speed", lambda: speed)
    assert note in run("doctor", env={"COLUMNS": "300"}).stdout


def test_a_load_that_is_met_by_cores_of_others_is_not_told(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    assert doctor._why_slow([8_000_000, 9_000_000], 2, 20.0) == ""
    assert doctor._why_slow([8_000_000, 9_000_000], 2, 63.0) != ""
