"""Everything about a game lies in its folder: without the folder, everything else works as before."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.night import LATE

import upcard

PROJECT = Path(upcard.__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the source and of the tests, from which a game can be deleted."""
    place = tmp_path_factory.mktemp("without-a-game")
    for name in ("src", "tests"):
        shutil.copytree(PROJECT / name, place / name, ignore=LEFT_OUT)
    shutil.copy(PROJECT / "pyproject.toml", place)
    return place


def run(place: Path, program: str, *words: str) -> str:
    """Run a program of this environment on the copy; return what it prints."""
    command = [str(Path(sys.executable).with_name(program)), *words]
    env = os.environ | {"PYTHONPATH": str(place / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@LATE
@pytest.mark.parametrize(("folder", "name"), [("stoppers", "stoppers"), ("le_her", "le-her")])
def test_a_game_can_be_deleted_with_its_folder(copy, folder, name):
    shutil.rmtree(copy / "src/upcard/games" / folder)
    shutil.rmtree(copy / "tests/games" / folder)
    games = {x["name"] for x in json.loads(run(copy, "upcard", "games", "--json"))["games"]}
    assert name not in games
    assert {"kuhn-poker", "smallsum"} <= games
    run(copy, "lint-imports", "--no-cache")
    run(copy, "ruff", "check", "--no-cache", "src")
    run(copy, "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "tests/games/kuhn_poker")
    run(copy, "python", "-c", "from upcard.testing import check_solver; check_solver('lp')")
    run(copy, "upcard", "study", "small-games", "--games", "1000", "--json", str(copy / "study.json"))
