"""Two programs at once on one folder of compiled programs, and on one database."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from tests.night import LATE
from tests.programs import Program

PLAYED = ("simulate", "kuhn-poker", "--games", "1000", "--seed", "3", "--json")
PATIENCE = 60.0
TIMED = {"seconds": 0, "games_per_second": 0}


@LATE
def test_two_that_compile_the_same_at_once_give_the_same_and_leave_one_program(start, spawn, tmp_path):
    cache = {"UPCARD_CACHE": str(tmp_path / "cache")}
    started = [start(*PLAYED, env=cache) for _ in range(2)]
    ended = [process.communicate(timeout=PATIENCE) for process in started]
    code, out, err = spawn(*PLAYED, env=cache)
    assert [process.returncode for process in started] == [code, code] == [0, 0], ended
    found = [json.loads(text) | TIMED for text in (out, *(told for told, _ in ended))]
    assert found[0] == found[1] == found[2]
    assert all(said.startswith("compiling") and len(said.splitlines()) == 1 for _, said in ended)
    assert err == "", "what was compiled is taken from the folder"
    left = [x.name for x in Path(cache["UPCARD_CACHE"]).rglob("*") if x.is_file()]
    assert not [name for name in left if name.endswith((".part", ".tmp", ".lock"))]
    assert sum(name.endswith(".nbi") for name in left) == 1


def port_of(process: Program) -> int:
    """Where a server that has begun listens."""
    found = re.search(r":(\d+)/", process.first_line())
    assert found is not None
    return int(found[1])


def asked(port: int, path: str, content: Mapping[str, object] | None = None) -> dict[str, object]:
    """What a server answers a program."""
    body = None if content is None else json.dumps(content).encode()
    request = Request(f"http://127.0.0.1:{port}/api/v1/{path}", body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=PATIENCE) as answer:
        return dict(json.load(answer))


@pytest.mark.parametrize("second", ["class", pytest.param("serve", marks=LATE)])
def test_two_servers_begin_with_one_new_folder_at_once_and_have_the_same_tables(tmp_path, second):
    usual = [
        "--port",
        "0",
        "--no-open",
        "--no-limits",
        "--host",
        "127.0.0.1",
        "--folder",
        str(tmp_path / "own"),
    ]
    with ExitStack() as stack:
        started = [
            stack.enter_context(
                Program(
                    [sys.executable, "-m", "upcard", name, *usual],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                    env={**os.environ, "COLUMNS": "200"},
                )
            )
            for name in ("serve", second)
        ]
        one, other = map(port_of, started)
        wish = {"game": "kuhn-poker", "seats": [{"name": "Ana"}, {}]}
        table = asked(one, "tables", wish)["table"]
        seat = asked(other, f"tables/{table}/seats", {"name": "Ben"})
        assert seat["seat"] == 1
        end = time.monotonic() + PATIENCE
        while (seen := asked(one, f"tables/{table}"))["names"] != ["Ana", "Ben"]:
            assert time.monotonic() < end, seen  # what the other wrote is seen when this one looks again
        for process in started:
            process.send_signal(signal.SIGINT)
        told = [process.communicate(timeout=PATIENCE)[1] for process in started]
    assert [process.returncode for process in started] == [0, 0]
    assert told == ["", ""]
