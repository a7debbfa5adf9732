"""What is tested at greater length by night: `make nightly` reaches all of it."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ASKED, TOLD = "UPCARD_" + "NIGHTLY", "IS_NIGHTLY = bool(os.environ.get({}))\n"
ASKING = sorted(
    f.relative_to(ROOT).as_posix() for f in (ROOT / "tests").rglob("*.py") if ASKED in f.read_text()
)
FILES = [name for name in ASKING if not name.startswith("tests/peers/")]


@pytest.mark.parametrize("name", ASKING)
def test_a_file_that_asks_whether_it_is_night_says_so(name):
    """It asks once, for the name by which tests/conftest.py knows it."""
    text = (ROOT / name).read_text()
    assert text.count(ASKED) == 1
    assert TOLD.format(f'"{ASKED}"') in text


def test_by_night_all_these_files_are_run_and_no_others():
    """Collected with the words of the Makefile: of files that are named, those that test more at night."""
    recipe = (ROOT / "Makefile").read_text().partition("\nnightly:")[2].partition("\n\n")[0]
    line, peers = recipe.splitlines()[1:]
    assert peers.strip() == f"{ASKED}=1 $(MAKE) test-peers"
    environment, _, words = line.strip().partition(" $(BIN)/python ")
    assert environment == f"{ASKED}=1"
    others = [f"tests/unit/solving/{name}.py" for name in ("test_matches", "test_thresholds")]
    command = [
        sys.executable,
        *words.split(),
        "-p",
        "no:cacheprovider",
        "--collect-only",
        "-q",
        *FILES,
        *others,
    ]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {line.partition("::")[0] for line in told.splitlines() if "::" in line} == set(FILES)
