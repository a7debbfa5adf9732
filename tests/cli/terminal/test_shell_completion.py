"""Completion with Tab: the scripts, and what they are given."""

import shlex
import shutil
import subprocess
import sys

import pytest

from upcard.cli.root import upcard as group
from upcard.cli.terminal.shell_scripts import WholeWords
from upcard.engine.registry import game_modules

LINES = {
    "upcard ga": ["games"],
    "upcard rules ": sorted(game_modules()),
    "upcard simulate le": ["le-her", "leduc-poker"],
    "upcard simulate lama --preset ": ["official", "paper"],
    "upcard simulate lama --strategy s": ["same-first"],
    "upcard simulate kuhn-poker --strategy ": [
        "equilibrium",
        "flat-monte-carlo",
        "ismcts",
        "quantal",
        "random",
    ],
    "upcard simulate lama --games 10 --strategy same-first --strategy r": ["random"],
    "upcard simulate lama --option count=": ["count=each_kind", "count=every_card"],
    "upcard simulate lama --option t": ["target=40"],
    "upcard simulate no-such-game --strategy ": [],
    "upcard simulate --strategy ": [],
    "upcard simulate lama --seating r": ["rotate", "random"],
    "upcard simulate lama --se": ["--seed", "--seating"],
    "upcard study lama-": ["lama-paper", "lama-strength", "lama-training"],
    "upcard deck l": ["lama", "le-her", "leduc-poker", "liars-dice"],
    "upcard deck lama --paper ": ["a4", "letter"],
    "upcard completion ": ["bash", "zsh", "fish"],
}
BREAKS = """COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'"""


@pytest.mark.parametrize("line", LINES)
def test_what_fits_is_offered(monkeypatch, line):
    monkeypatch.setenv("COMP_LINE", line)
    complete = WholeWords(group, {}, "upcard", "_UPCARD_COMPLETE")
    assert [item.value for item in complete.get_completions(*complete.get_completion_args())] == LINES[line]


def test_a_broken_rules_file_does_not_disturb_typing(monkeypatch):
    monkeypatch.setattr("upcard.engine.registry.game_modules", lambda: 1 / 0)
    complete = WholeWords(group, {}, "upcard", "_UPCARD_COMPLETE")
    assert complete.get_completions(["rules"], "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_says_how_to_install_it(run, shell):
    result = run("completion", shell)
    assert result.exit_code == 0
    assert f"# To install it:   upcard completion {shell} > " in result.stdout
    assert "_UPCARD_COMPLETE" in result.stdout


def test_zsh_finds_what_it_looks_for_in_the_first_line(run):
    assert run("completion", "zsh").stdout.startswith("#compdef upcard\n")


def test_without_a_name_it_is_the_shell_in_use(run):
    assert run("completion", env={"SHELL": "/usr/bin/fish"}).stdout == run("completion", "fish").stdout


def test_when_the_shell_is_not_known_it_asks_for_its_name(told):
    code, sentence = told("completion", env={"SHELL": ""})
    assert code == 2
    assert "name one: upcard completion bash, zsh or fish" in sentence


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("line", "replies"),
    [
        ("upcard simulate lama --option count=e", "each_kind every_card"),
        ("upcard simulate lama --option=count=e", "each_kind every_card"),
        ("upcard simulate lama --strategy=fo", "folding"),
        ("upcard st", "study"),
    ],
)
def test_in_bash_words_are_completed_across_equals_signs(run, tmp_path, line, replies):
    program = tmp_path / "upcard"
    program.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -m upcard\n")
    program.chmod(0o755)
    script = f"""
{run("completion", "bash").stdout}
{BREAKS}
COMP_LINE='{line}'
COMP_POINT={len(line)}
_upcard_completion {shlex.quote(str(program))}
echo "${{COMPREPLY[*]}}"
"""
    done = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == replies
