"""What is tested at greater length by night: `make nightly` reaches all of it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.night import LATE

ROOT = Path(__file__).parents[2]
ASKED = "UPCARD_" + "NIGHTLY"
SAID = (r"tests\.night import .*\bIS_NIGHTLY", r"tests\.night import .*\bLATE", r"mark\.by_night\(")
FILES = sorted(f.relative_to(ROOT).as_posix() for f in (ROOT / "tests").rglob("test_*.py"))
LONGER = [f for f in FILES if any(re.search(x, (ROOT / f).read_text()) for x in SAID)]


def test_only_one_place_looks_whether_it_is_night():
    looking = [f.name for f in (ROOT / "tests").rglob("*.py") if ASKED in f.read_text()]
    assert looking == ["night.py"]


@LATE
def test_by_night_these_files_are_run_and_no_others():
    """Collected with the words of the Makefile: of files that are named, those that test more at night."""
    recipe = (ROOT / "Makefile").read_text().partition("\nnightly:")[2].partition("\n\n")[0]
    line, peers, audit = recipe.splitlines()[1:]
    assert audit.strip() == "$(MAKE) audit"
    assert peers.strip() == f"{ASKED}=1 $(MAKE) test-peers"
    environment, _, words = line.strip().partition(" $(BIN)/python ")
    assert environment == f"{ASKED}=1"
    wanted = {name for name in LONGER if not name.startswith("tests/peers/")}
    others = [f"tests/solving/{name}.py" for name in ("test_match_of_rounds", "test_matrix_game")]
    told = subprocess.run(
        [sys.executable, *words.split(), "-p", "no:cacheprovider", "--collect-only", "-q", *wanted, *others],
        cwd=ROOT, capture_output=True, text=True, check=True, env={**os.environ, ASKED: "1"},
    ).stdout  # fmt: skip
    assert {line.partition("::")[0] for line in told.splitlines() if "::" in line} == wanted


@pytest.mark.parametrize("said", SAID)
def test_all_ways_to_say_it_are_in_use(said):
    assert any(re.search(said, (ROOT / name).read_text()) for name in LONGER)
