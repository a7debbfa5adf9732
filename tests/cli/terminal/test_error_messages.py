"""What goes wrong becomes one sentence and an exit code."""

import io
import os
import subprocess
from pathlib import Path

import pytest
from tests.night import LATE

from upcard.cli.terminal.error_messages import print_fault, run_guarded

WRONG = {
    "a misspelt command": ("simulat lama", 2, "did you mean 'simulate'?"),
    "a command that does not exist": (
        "frobnicate",
        2,
        "did you mean 'probe'? known: balance, check, class, class-delete, class-report, completion",
    ),
    "a misspelt option": ("simulate lama --gmaes 3", 2, "no option '--gmaes'; did you mean '--games'?"),
    "an option that does not exist": ("games --xyzzy", 2, "no option '--xyzzy'; see upcard games --help"),
    "an option before the command": ("--foo games", 2, "no option '--foo'; see upcard --help"),
    "an option without its value": ("simulate lama --games", 2, "--games was given without its value"),
    "a missing game": ("simulate", 2, "GAME is missing; see upcard simulate --help"),
    "too many arguments": (
        "rules lama two more",
        2,
        "'two more' is one argument too many; expected upcard rules [OPTIONS] GAME; see",
    ),
    "settings without a study": (
        "study --games 100",
        2,
        "the name of the study is missing; 'upcard study' lists",
    ),
    "an unknown game": ("simulate lamma", 2, "there is no game 'lamma'; did you mean 'lama'?"),
    "an unknown game to explain": ("rules chess", 2, "there is no game 'chess'; known: "),
    "no games": ("simulate lama --games 0", 2, "--games was given '0'; expected a whole number from 1"),
    "fewer than no games": ("simulate lama --games -5", 2, "--games was given '-5'"),
    "half a game": ("simulate lama --games 1.5", 2, "--games was given '1.5'"),
    "too many games": ("simulate lama --games 1e30", 2, "--games was given '1e30'"),
    "games in words": ("simulate lama --games many", 2, "--games was given 'many'"),
    "a negative seed": (
        "simulate lama --seed -1",
        2,
        "--seed was given '-1'; expected a whole number from 0",
    ),
    "a seed too large": ("simulate lama --seed 9223372036854775808", 2, "from 0 to 2^63 - 1"),
    "no threads": ("simulate lama --threads 0", 2, "--threads was given '0'; expected a whole number from 1"),
    "too many players": ("simulate lama --players 99", 2, "is for 2 to 8 players, not 99 players"),
    "a misspelt preset": ("simulate lama --preset papper", 2, "did you mean 'paper'?"),
    "an option of the rules out of range": (
        "simulate lama --option target=abc",
        2,
        "option target was given 'abc'",
    ),
    "a word that is none of its values": (
        "simulate lama --option count=x",
        2,
        "expected each_kind or every_card",
    ),
    "an option without a value": (
        "simulate lama --option target",
        2,
        "was given 'target'; expected KEY=VALUE",
    ),
    "an option twice": (
        "simulate lama --option target=3 --option target=4",
        2,
        "given twice, as '3' and '4'",
    ),
    "an option that is none": ("simulate lama --option tarjet=3", 2, "did you mean 'target'?"),
    "an argument as an option": (
        "simulate lama --option players=3",
        2,
        "lama has no option 'players'",
    ),
    "a strategy of another game": (
        "simulate kuhn-poker --strategy same-first",
        2,
        "plays lama, not kuhn-poker",
    ),
    "a misspelt strategy": ("simulate lama --strategy same-frist", 2, "did you mean 'same-first'?"),
    "a parameter in words": ("simulate lama --strategy folding:A=x", 2, "parameter A was given 'x'"),
    "a parameter that is none": (
        "simulate lama --strategy folding:Z=1",
        2,
        "folding has no parameter 'Z'",
    ),
    "too few strategies": (
        "simulate lama --players 4 --strategy random --strategy random",
        2,
        "2 strategies were given for 4",
    ),
    "too many strategies": (
        "simulate kuhn-poker --strategy random --strategy random --strategy random",
        2,
        "Kuhn poker is for 2 players",
    ),
    "a strategy with a colon and no parameters": (
        "simulate lama --strategy folding:",
        2,
        "write folding, or",
    ),
    "half of a word of an option": (
        "simulate lama --option count=0.5",
        2,
        "option count was given '0.5'; expected each_kind or every_card",
    ),
    "half a point": ("simulate lama --option target=0.5", 2, "option target was given '0.5'"),
    "more threads than there can be": ("simulate lama --threads 9999", 2, "from 1 to 1,024"),
    "an unknown seating": (
        "simulate lama --seating xyz",
        2,
        "--seating was given 'xyz'; expected fixed or rotate or random",
    ),
    "a misspelt seating": (
        "simulate lama --seating rotat",
        2,
        "--seating was given 'rotat'; did you mean 'rotate'? expected fixed or rotate or random",
    ),
    "a misspelt word of an option of the rules": (
        "simulate lama --option count=every_crd",
        2,
        "option count was given 'every_crd'; did you mean 'every_card'? expected each_kind or every_card",
    ),
    "a misspelt goal": (
        "tune lama folding --against random --goal win-shar",
        2,
        "--goal was given 'win-shar'; did you mean 'win-share'?",
    ),
    "a gap without end": ("solve kuhn-poker --gap inf", 2, "--gap was given 'inf'; expected a number from 0"),
    "a gap that is no number": ("solve kuhn-poker --gap nan", 2, "--gap was given 'nan'; expected a number"),
    "a gap in words": (
        "solve kuhn-poker --gap small",
        2,
        "--gap was given 'small'; expected a number from 0",
    ),
    "less than no gap": ("solve kuhn-poker --gap -1", 2, "--gap was given '-1'; expected a number from 0"),
    "a name that is no text": ("simulate kuhn\udcff", 2, r"there is no game 'kuhn\xff'; did you mean"),
    "a name that looks like one": (
        r"simulate kuhn\udcff",
        2,
        r"there is no game 'kuhn\\udcff'; known: ",
    ),
    "a target that is no text": (
        "solve kuhn-poker --save \udcff.json",
        2,
        r"--save was given '\xff.json', which is not valid UTF-8; choose another name",
    ),
    "a folder that is no text": (
        "study lama-paper --out \udcff",
        2,
        r"--out was given '\xff', which is not valid UTF-8; choose another name",
    ),
    "a file given twice": (
        "simulate lama --save a.csv --save b.csv",
        2,
        "--save was given twice; give it once",
    ),
    "a picture given three times": (
        "tune lama folding --against random --plot a.svg --plot b.svg --plot c.svg",
        2,
        "--plot was given 3 times; give it once",
    ),
    "seats both rotated and fixed": (
        "simulate lama --duplicate --seating fixed",
        2,
        "--duplicate rotates the seats, but --seating fixed forbids that; leave one of them out",
    ),
    "seats both drawn and rotated": ("simulate lama --duplicate --seating random", 2, "use seating 'rotate'"),
    "two formats at once": ("simulate lama --json --csv", 2, "--json and --csv were both given"),
    "a table of an unknown kind": (
        "simulate lama --save x.xls",
        2,
        "ends in '.xls'; expected .parquet or .csv",
    ),
    "a plot of an unknown kind": ("simulate lama --plot x.gif", 2, "ends in '.gif'; expected .svg or .png"),
    "a folder as a file": ("simulate lama --save /", 2, "--save was given '/', which is a folder"),
    "a file in no folder": ("simulate lama --plot /no/such/x.svg", 1, "there is no folder '/no/such'"),
    "an unknown study": ("study lama-papper", 2, "did you mean 'lama-paper'?"),
    "a report in no folder": ("study lama-paper --json /no/such/x.json", 1, "there is no folder '/no/such'"),
    "a missing record": ("replay /no/such/record", 1, "/no/such/record cannot be read: no such file"),
    "a folder as a record": ("replay /", 1, "/ cannot be read: it is a folder"),
    "an unknown shell": ("completion tcsh", 2, "there is no completion for the shell 'tcsh'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_command_line_is_told_in_one_sentence(told, case):
    line, code, part = WRONG[case]
    given, sentence = told(*line.split())
    assert part in sentence
    assert given == code


def test_what_nobody_expected_is_told_too(told, monkeypatch):
    monkeypatch.setattr("upcard.engine.registry.game_modules", lambda: 1 / 0)
    code, sentence = told("games")
    assert code == 1
    assert "(ZeroDivisionError: division by zero)" in sentence
    assert "please report it" in sentence
    assert "UPCARD_DEBUG=1" in sentence


def test_who_asks_for_it_gets_the_traceback_of_what_nobody_expected(run, monkeypatch):
    monkeypatch.setattr("upcard.engine.registry.game_modules", lambda: 1 / 0)
    result = run("games", env={"UPCARD_DEBUG": "1"})
    assert isinstance(result.exception, ZeroDivisionError)


def test_a_broken_rules_file_is_told_with_exit_code_1(run, monkeypatch):
    from upcard.engine.errors import BrokenRules

    def broken():
        raise BrokenRules("the rules file chess.py cannot be used:\n  GAME is missing")

    monkeypatch.setattr("upcard.engine.registry.game_modules", broken)
    result = run("games")
    assert result.exit_code == 1
    assert result.stderr == "upcard: the rules file chess.py cannot be used:\n  GAME is missing\n"


def test_a_file_without_permission_is_told_by_its_name(told, monkeypatch):
    def locked():
        raise PermissionError(13, "Permission denied", "/locked/secret")

    monkeypatch.setattr("upcard.engine.registry.game_modules", locked)
    assert told("games") == (1, "/locked/secret: Permission denied")


@pytest.mark.parametrize(
    ("columns", "longest"),
    [
        ("5", 20),
        ("9" * 6000, 9999),
        *(pytest.param(*x, marks=LATE) for x in [("0", 120), ("", 120), ("abc", 120), ("9" * 23, 9999)]),
    ],
)
def test_a_strange_width_does_not_make_the_output_vanish(spawn, columns, longest):
    code, out, _ = spawn("rules", "lama", env={"COLUMNS": columns})
    assert code == 0
    assert "L.A.M.A." in out
    assert 10 < max(map(len, out.splitlines())) <= longest


@pytest.mark.parametrize("columns", ["9" * 5, "9" * 23, "9" * 6000])
def test_a_width_that_no_screen_has_breaks_nothing(run, columns):
    result = run("games", env={"COLUMNS": columns})
    assert (result.exit_code, result.stderr) == (0, "")
    assert "kuhn-poker" in result.stdout


@pytest.mark.parametrize(
    ("line", "beginning"),
    [
        ("solve kuhn-poker --save x.json", "--save cannot write 'x.json': "),
        ("export kuhn-poker", "--out cannot write 'kuhn-poker.efg': "),
        ("study lama-paper", "the folder upcard-reports cannot be made: "),
        pytest.param("class --port 0 --folder x", "", marks=LATE),
    ],
)
def test_a_folder_that_was_deleted_behind_us_is_told(words, tmp_path, line, beginning):
    """The shell goes into it before it is deleted."""
    gone = tmp_path / "gone"
    gone.mkdir()
    call = ["sh", "-c", 'cd "$0" && rmdir "$0" && "$@"', str(gone), *words(*line.split())]
    done = subprocess.run(call, capture_output=True, text=True, check=False, timeout=60)
    why = "the current folder no longer exists; change to another one"
    assert (done.returncode, done.stderr) == (1, f"upcard: {beginning}{why}\n")


def test_a_place_that_only_a_folder_that_is_gone_could_tell_is_told(told, monkeypatch):
    def lost():
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr("upcard.engine.registry.game_modules", lost)
    monkeypatch.setattr("os.getcwd", lost)
    assert told("games") == (1, "the current folder no longer exists; change to another one")


@pytest.mark.parametrize(
    "line", ["--help", "games", *(pytest.param(x, marks=LATE) for x in ("games --json", "completion bash"))]
)
def test_a_full_disk_behind_the_output_is_told(spawn, line):
    with Path("/dev/full").open("w") as full:
        code, _, err = spawn(*line.split(), stdout=full)
    assert (code, err) == (1, "upcard: the output could not be written: No space left on device\n")


@pytest.mark.parametrize(
    "line", ["--help", *(pytest.param(x, marks=LATE) for x in ("rules lama", "rules lama --json"))]
)
def test_a_reader_that_goes_away_is_no_fault_to_talk_about(spawn, line):
    read, write = os.pipe()
    os.close(read)
    code, _, err = spawn(*line.split(), stdout=write)
    os.close(write)
    assert (code, err) == (1, "")


NO_FILE = {
    "--save": ["simulate", "lama"],
    "--plot": ["tournament", "lama", "random", "same-first"],
    "--state": ["tune", "lama", "folding", "--against", "random"],
    "--json": ["study", "stoppers-luck"],
    "--out": ["study", "stoppers-luck"],
    "--resume": ["play"],
}


@pytest.mark.parametrize("option", NO_FILE)
def test_a_file_without_a_name_is_refused(told, option):
    for name in ("", " "):
        assert told(*NO_FILE[option], option, name) == (2, f"{option} was given {name!r}; expected a name")


def test_of_what_is_no_file_the_last_counts_as_everywhere(run):
    assert run("games", "--json", "--json").exit_code == 0
    result = run("simulate", "kuhn-poker", "--games", 20, "--games", 10, "--json")
    assert '"games": 10' in result.stdout


LOST = "upcard: the output could not be written: standard output is closed\n"


@pytest.mark.parametrize(
    "line",
    ["--help", "games", *(pytest.param(x, marks=LATE) for x in ("games --json", "simulate kuhn-poker"))],
)
@pytest.mark.parametrize(
    ("closed", "expected"), [(">&-", (1, LOST)), ("2>&-", (0, "")), (">&- 2>&-", (1, ""))]
)
def test_a_closed_output_is_told_and_closed_remarks_do_not_matter(words, line, closed, expected):
    call = ["sh", "-c", f'"$0" "$@" {closed}', *words(*line.split())]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    said = [x for x in done.stderr.splitlines(keepends=True) if not x.startswith("compiling")]
    assert (done.returncode, "".join(said)) == expected


def test_a_terminal_that_knows_few_letters_gets_those(spawn):
    code, out, _ = spawn("games", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert code == 0
    assert out.isascii()


def test_ctrl_c_anywhere_ends_with_130(run, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("upcard.engine.registry.game_modules", interrupted)
    result = run("games")
    assert result.exit_code == 130
    assert result.stderr.strip() == "upcard: stopped"


def test_what_is_said_while_a_line_is_being_written_is_said_all_the_same(monkeypatch, capfd):
    """Python lets nothing be written by what answers a signal that came in the middle of a line."""

    class Busy(io.StringIO):
        def write(self, text):
            raise RuntimeError("reentrant call inside <_io.BufferedWriter name='<stderr>'>")

    monkeypatch.setattr("sys.stderr", Busy())
    print_fault("stopped \udcff")
    assert capfd.readouterr().err == "upcard: stopped \\xff\n"
    monkeypatch.setattr("upcard.cli.terminal.error_messages.STANDARD_ERROR", 1_000_000)
    print_fault("where nobody can hear it")


def test_an_exit_code_of_a_command_is_passed_on():
    assert run_guarded(lambda: 3) == 3
    assert run_guarded(lambda: "a result") == 0


def test_programs_that_may_not_be_compiled_are_told(spawn):
    code, out, err = spawn("simulate", "kuhn-poker", "--games", 100, env={"NUMBA_DISABLE_JIT": "1"})
    why = "NUMBA_DISABLE_JIT is set, and this needs compiled programs; unset it and try again"
    assert (code, out, err) == (1, "", f"upcard: {why}\n")
