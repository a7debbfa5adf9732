"""A plain install, without the packages of extras: each feature that needs one says what to install."""

import subprocess
import sys
from pathlib import Path

import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.report.result_files import comma_separated

WITHOUT = """
import sys
sys.modules |= dict.fromkeys({names!r})
from upcard.cli import main
sys.argv = ["upcard", *{args!r}]
main()
"""
KUHN = ["simulate", "kuhn-poker", "--games", "100"]


def without(names: list[str], args: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that cannot import some packages."""
    program = WITHOUT.format(names=names, args=args)
    return subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("args", [["--csv"], ["--json"], ["--save", "a.csv"]])
def test_a_plain_install_simulates_and_writes_text(args, tmp_path):
    done = without(["polars", "cma", "pandas"], [*KUHN, *args], tmp_path)
    assert (done.returncode, "needs" in done.stderr) == (0, False)


def test_a_parquet_file_is_refused_before_any_game_is_played(tmp_path):
    done = without(["polars"], [*KUHN, "--save", "a.parquet"], tmp_path)
    assert done.returncode == 1
    assert "a .parquet file needs polars, which is not installed: pip install 'upcard[frames]'" in done.stderr
    assert "compiling" not in done.stderr


def test_tuning_says_what_to_install(tmp_path):
    done = without(["cma"], ["tune", "lama", "folding", "--against", "random"], tmp_path)
    assert (done.returncode, done.stderr) == (
        1,
        "upcard: tuning needs cma, which is not installed: pip install 'upcard[tune]'\n",
    )


NUMBERS = st.lists(st.floats(), min_size=1) | st.lists(st.integers(-(2**62), 2**62), min_size=1)
WORDS = st.lists(st.none() | st.text('a ,"\n\r=−'), min_size=1)


@given(NUMBERS | WORDS | st.lists(st.none() | st.booleans(), min_size=1))
def test_text_is_the_same_as_that_of_polars(values):
    rows = [{"a": x, "b": 1} for x in values]
    fractions = polars.col(polars.Float64)
    frame = polars.DataFrame(rows, infer_schema_length=None)
    finite = frame.with_columns(polars.when(fractions.is_finite()).then(fractions))
    assert comma_separated(rows) == finite.write_csv()
