"""``upcard serve`` as a process: it says where it is, answers, and stops when it is told."""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import urllib.request
import weakref
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from threading import Timer

import pytest
from fastapi import FastAPI
from tests.night import LATE
from tests.programs import Program

from upcard.cli.terminal.server_options import ServerOptions
from upcard.engine.errors import Failure


@pytest.fixture
def refused(told, monkeypatch) -> Iterator[Callable[..., tuple[int, str]]]:
    """Ask for a server that does not start; gives the exit code and the sentence."""
    opened, usual = [], ServerOptions.listener

    def listener(place):
        opened.append(usual(place))
        return opened[-1]

    def served(*given):
        raise AssertionError("it would serve")

    monkeypatch.setattr(ServerOptions, "listener", listener)
    monkeypatch.setattr(ServerOptions, "serve", served)
    yield partial(told, "serve", "--no-open")
    for one in opened:
        one.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Program, str]]:
    """A server on a port that was free, and its address."""
    folder = str(tmp_path / "own")
    command = [sys.executable, "-m", "upcard", "serve", "--port", "0", "--folder", folder, "--no-open"]
    with Program(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        line = process.first_line()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        try:
            yield process, found[0]
        finally:
            process.kill()


@pytest.mark.parametrize("host", ["..", "a" * 64, "\udcff"])
def test_what_can_be_no_host_is_told(told, tmp_path, host):
    code, sentence = told("serve", "--host", host, "--folder", tmp_path)
    assert (code, sentence.endswith("it is not an address; choose others with --host and --port")) == (
        1,
        True,
    )


def test_it_answers_at_the_address_that_it_prints_and_stops_without_a_word(served, tmp_path):
    process, address = served
    with urllib.request.urlopen(address) as answer:
        assert b"Pick a game and play" in answer.read()
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    assert process.stdout.read() == ""
    modes = [oct(x.stat().st_mode & 0o777) for x in (tmp_path / "own", tmp_path / "own" / "key")]
    assert modes == ["0o700", "0o600"]


SCREENS = [
    ({"DISPLAY": ":0"}, [], True),
    ({"WAYLAND_DISPLAY": "wayland-0"}, [], True),
    ({"DISPLAY": ":0"}, ["--no-open"], False),
    ({"DISPLAY": ":0", "CI": "true"}, [], False),
    ({}, [], False),
    ({}, ["--open"], True),
]


@pytest.mark.parametrize(("screen", "words", "opens"), SCREENS)
def test_a_browser_is_opened_on_a_desktop_or_where_it_is_asked_for(
    monkeypatch, run, tmp_path, screen, words, opens
):
    opened: list[str] = []
    monkeypatch.setattr("upcard.web.http.http_limits.server_of", lambda app: Unasked())
    monkeypatch.setattr("upcard.cli.terminal.server_options._open", opened.append)
    monkeypatch.setattr("upcard.cli.terminal.server_options.Thread", AtOnce)
    nothing = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "CI"))
    result = run("serve", "--port", 0, "--folder", tmp_path, *words, env=nothing | screen)
    assert result.exit_code == 0
    assert opened == [result.stdout.split()[4]] * opens


@pytest.mark.parametrize(
    ("screen", "words", "opens"), [SCREENS[0], *(pytest.param(*x, marks=LATE) for x in SCREENS[1:])]
)
def test_a_browser_is_opened_when_the_server_answers(tmp_path, screen, words, opens):
    """The browser is a program that stays before the server, and ends when the server has answered it."""
    browser, seen = tmp_path / "browser.py", tmp_path / "seen"
    browser.write_text(
        "import pathlib, sys, urllib.request as r\n"
        "try:\n"
        "    answer = r.urlopen(sys.argv[1], timeout=20)\n"
        "    pathlib.Path(sys.argv[2]).write_text(f'{answer.status} {sys.argv[1]}')\n"
        "finally:\n"
        "    print('gone', flush=True)\n"
    )
    usual = {k: x for k, x in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "CI")}
    usual["BROWSER"] = (
        f"{shlex.quote(sys.executable)} {shlex.quote(str(browser))} %s {shlex.quote(str(seen))}"
    )
    folder = ["--folder", str(tmp_path / "own")]
    command = [sys.executable, "-m", "upcard", "serve", "--port", "0", *folder, *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=usual | screen
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        patience = Timer(60, process.kill)  # nobody waits for ever for a browser that does not come
        patience.start()
        try:
            address = process.stdout.readline().split()[4]
            with urllib.request.urlopen(address) as answer:
                assert answer.status == 200
            assert not opens or "gone\n" in iter(process.stderr.readline, "")  # of what is no result
            process.send_signal(signal.SIGINT)
            assert process.stdout.read() == ""
            assert (seen.read_text() if seen.exists() else "") == f"200 {address}" * opens
        finally:
            patience.cancel()
            process.kill()


def test_a_browser_that_cannot_be_opened_keeps_nobody_from_playing(tmp_path):
    usual = {**os.environ, "BROWSER": "'no end %s"}
    command = [sys.executable, "-m", "upcard", "serve", "--port", "0", "--folder", str(tmp_path), "--open"]
    with Program(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=usual) as process:
        with urllib.request.urlopen(process.first_line().split()[4], timeout=60) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == ""


class AtOnce:
    """A thread that does its work where it is started."""

    def __init__(self, target: Callable[..., None], args: tuple[object, ...], daemon: bool) -> None:
        self.start = partial(target, *args)


class Unasked:
    """A server that ends at once."""

    def run(self, sockets: Sequence[socket.socket]) -> None:
        """Close what it was given."""
        for one in sockets:
            one.close()


class Noted:
    """A server that presses Ctrl-C where Python loses what is raised, and goes on until it is told to end."""

    should_exit = False

    def run(self, sockets: object) -> None:
        """Press it while something is forgotten, and wait."""
        gone = type("Gone", (), {})()
        kept = weakref.ref(gone, lambda _: signal.raise_signal(signal.SIGINT))
        del gone
        assert kept() is None
        assert self.should_exit


def test_ctrl_c_is_not_lost_while_a_server_begins(monkeypatch, capsys):
    monkeypatch.setattr("upcard.web.http.http_limits.server_of", lambda app: Noted())
    before = signal.getsignal(signal.SIGINT)
    place = ServerOptions("127.0.0.1", 0, None, None, "", is_limited=True, opens=False)
    with place.listener() as listener:
        place.serve(FastAPI(), listener, "It is here.", "")
    assert capsys.readouterr().out == "It is here.\n"
    assert signal.getsignal(signal.SIGINT) is before


def test_a_port_that_is_taken_is_told(refused, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, sentence = refused("--port", port, "--folder", tmp_path)
    assert code == 1
    assert f"port {port} is in use, perhaps by Upcard in another window" in sentence
    assert "Ctrl-C" in sentence


@pytest.mark.parametrize("address", ["", "http://10.0.0.5:8570"])
def test_the_usual_port_gives_way_where_it_is_taken_unless_others_know_it(monkeypatch, capsys, address):
    place = ServerOptions("127.0.0.1", None, None, None, address, is_limited=True, opens=False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        usual = taken.getsockname()[1]
        monkeypatch.setattr("upcard.cli.terminal.server_options.PORT", usual)
        if address:
            with pytest.raises(Failure, match=f"port {usual} is in use"):
                place.listener()
            return
        with place.listener() as found:
            at = found.getsockname()[1]
    assert at != usual
    assert f"port {usual} is in use, perhaps by Upcard in another window; this one uses port {at}" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize("database", ["nonsense", "mysql://x/y"])
def test_a_database_that_cannot_be_used_is_told(refused, tmp_path, database):
    code, sentence = refused("--port", 0, "--folder", tmp_path, "--database", database)
    assert code in (1, 2)
    assert "database" in sentence


def test_a_database_without_a_name_is_not_the_usual_one(refused, tmp_path):
    sentence = "'' is not a database address; expected sqlite:///FILE or postgresql://USER@HOST/NAME"
    assert refused("--port", 0, "--folder", tmp_path, "--database", "") == (2, sentence)


@pytest.mark.parametrize("pace", ["slow", "-1", "100", "nan", "inf"])
def test_a_pace_that_is_none_is_told(refused, tmp_path, pace):
    sentence = f"--pace was given {pace!r}; expected a number from 0 to 60"
    assert refused("--port", 0, "--folder", tmp_path, "--pace", pace) == (2, sentence)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system knows no such limit")
def test_a_connection_to_a_phone_without_power_ends_within_a_minute():
    place = ServerOptions("127.0.0.1", 0, None, None, "", True, opens=False)
    with place.listener() as listener, socket.create_connection(listener.getsockname()[:2]):
        accepted, _ = listener.accept()
        with accepted:
            limit = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert 0 < limit < 60_000
