"""A rules file whose function does not end is told, with the line, while it runs and when it is stopped."""

import os
import signal
import subprocess
import sys
import time

import pytest
from tests.engine.contract_files import RULES
from tests.night import LATE

from upcard.cli.terminal.console import ProgressLine
from upcard.cli.terminal.error_messages import FAILED, STOPPED, print_remark, run_guarded
from upcard.cli.terminal.watchdog import StuckWatch
from upcard.engine.source.user_errors import running_user_call

LOOP = """
def apply(s, a):
    while not s():
        slow()


def slow():
    return None
"""


@pytest.fixture
def looping():
    """The function of a rules file that runs until it is told that it may end."""
    names = {"__name__": "tiny_game", "GAME": None}
    exec(compile(LOOP, "tiny_game.py", "exec"), names)
    return names["apply"]


def run_for(looping, seconds):
    end = time.monotonic() + seconds
    looping(lambda: time.monotonic() > end, 0)


def test_a_call_that_runs_for_long_is_told_once(looping, capsys):
    with StuckWatch(print_remark, patience=0.1):
        run_for(looping, 0.6)
    said = capsys.readouterr().err
    assert said.startswith("running for 0.1 s: apply, in tiny_game.py, line ")
    assert said.endswith("does every loop there end? Ctrl-C stops\n")
    assert said.count("\n") == 1


ENDLESS = f"""
from upcard.cli.terminal.error_messages import print_remark
from upcard.cli.terminal.watchdog import StuckWatch

names = {{"__name__": "tiny_game", "GAME": None}}
exec(compile({LOOP!r}, "tiny_game.py", "exec"), names)
with StuckWatch(print_remark, patience=0.1, limit=0.4):
    names["apply"](lambda: False, 0)
"""


def test_a_loop_that_never_ends_is_stopped_with_its_line():
    done = subprocess.run([sys.executable, "-c", ENDLESS], capture_output=True, text=True, check=False)
    assert done.returncode == FAILED
    assert "upcard: stopped, because one call ran for 0.4 s: apply, in tiny_game.py, line " in done.stderr


def test_calls_that_end_and_what_is_nobodys_file_are_not_told(looping, capsys):
    with StuckWatch(print_remark, patience=0.1):
        for _ in range(30):
            run_for(looping, 0.01)
        time.sleep(0.3)
    assert capsys.readouterr().err == ""


def test_a_solver_may_work_for_long(looping, capsys):
    names = looping.__globals__
    names["SOLVER"] = names.pop("GAME")
    with StuckWatch(print_remark, patience=0.1):
        run_for(looping, 0.4)
    assert capsys.readouterr().err == ""


def test_ctrl_c_tells_where_it_was(looping, capsys, monkeypatch):
    monkeypatch.setattr(os, "_exit", lambda code: None)
    line = ProgressLine("checking")

    def interrupted():
        line._leave(signal.SIGINT, sys._getframe())
        return True

    looping(interrupted, 0)
    assert capsys.readouterr().err == "upcard: stopped; it was in apply, in tiny_game.py, line 3\n"
    assert running_user_call(sys._getframe()) is None


def test_ctrl_c_tells_where_it_was_before_a_command_has_a_bar_too(looping, capsys):
    def stopped():
        raise KeyboardInterrupt

    assert run_guarded(lambda: looping(stopped, 0)) == STOPPED
    assert capsys.readouterr().err == "upcard: stopped; it was in apply, in tiny_game.py, line 3\n"
    assert run_guarded(stopped) == STOPPED
    assert capsys.readouterr().err == "upcard: stopped\n"


LOOPS = {
    "apply": ("    s.over = 1\n", "    while a >= 0:\n        s.over = 1\n"),
    "start": ("    s.player = 0\n", "    while s.seats:\n        s.player = 0\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["apply", pytest.param("start", marks=LATE)])
def test_check_says_that_a_loop_does_not_end(start, tmp_path, name):
    folder = tmp_path / "games"
    folder.mkdir()
    old, new = LOOPS[name]
    assert old in RULES
    (folder / "tiny.py").write_text(RULES.replace(old, new))
    with start("check", "tiny", env={"UPCARD_HOME": str(tmp_path)}) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        rest = process.communicate()[1]
    assert f"running for 10 s: {name}, in " in said
    assert f"upcard: stopped; it was in {name}, in " in rest
