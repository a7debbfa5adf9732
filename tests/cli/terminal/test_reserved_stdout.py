"""Whatever a library prints, standard output is the result and nothing else."""

import json
import os
import subprocess
import sys

import pytest
from tests.cli.result_commands import RESULT_COMMANDS

NOISE = "Running a library 1.16.0"

# a library that prints as native code does, past Python, when a document is written and at the end
NOISY = f"""
import atexit, os
from upcard.report import result_files
plain = result_files.json_text
def noisy(content):
    os.write(1, b"{NOISE}\\n")
    return plain(content)
result_files.json_text = noisy
atexit.register(os.write, 1, b"{NOISE}\\n")
from upcard.cli import main
main()
"""


def output_of(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", NOISY, *args]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)


@pytest.mark.parametrize("line", RESULT_COMMANDS, ids=lambda line: line[0])
def test_json_is_all_that_reaches_standard_output(line):
    done = output_of(*line, "--json")
    assert json.loads(done.stdout)
    assert done.stderr.count(NOISE) == 2


def test_text_reaches_standard_output_without_noise_in_its_encoding():
    done = subprocess.run(
        [sys.executable, "-c", NOISY, "matrix", "3,3 0,5; 5,0 1,1"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-16"},
    )
    assert "Prisoner" in done.stdout.decode("utf-16")
    assert NOISE in done.stderr.decode("utf-8", "replace")


def test_a_result_goes_to_a_closed_standard_error_s_neighbour(tmp_path):
    target = tmp_path / "out.json"
    shell = f'"$0" -m upcard solve kuhn-poker --json >"{target}" 2>&-'
    subprocess.run(["sh", "-c", shell, sys.executable], check=True, env=os.environ)
    assert json.loads(target.read_text())["value_exact"] == "-1/18"
