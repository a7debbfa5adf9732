"""The three surfaces of Upcard that are recorded: the command line, the interface for programs, a class.

All that this folder knows of Upcard's modules stands here, so that a module that moves changes one line.
"""

import csv
import io
import json
import os
import random
import re
import secrets
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner
from starlette.testclient import TestClient
from tests.golden.normal import fingerprint
from tests.web.classes import Class, new_class
from tests.web.forked import copied_pools

from upcard.cli.root import upcard
from upcard.server.database import Store
from upcard.web.app import ServerSetup, make_app

PROJECT = Path(__file__).parents[2]
WIDTH, PATIENCE = "100", 120.0
READABLE = (".json", ".efg", ".nfg", ".csv", ".svg")
"""Files whose content is part of an answer; of others, such as PDF, only the name is."""


def command_line(words: str, folder: Path) -> dict[str, Any]:
    """Run one command line; return its exit code, its JSON document and the files it has written.

    Parameters
    ----------
    words : str
        The command line without ``upcard``. ``FOLDER`` in it is an empty folder, in which certificates and
        tables that come along are there under their names; other paths are those of the project.
    folder : Path
        That folder.
    """
    for name in re.findall(r"FOLDER/(\S+)", words if words.startswith("verify") else ""):
        (folder / name).symlink_to(shipped(name))
    arguments = [x.replace("FOLDER", str(folder)) for x in shlex.split(words)]
    environment = {"COLUMNS": WIDTH, "NO_COLOR": None, "FORCE_COLOR": None, "UPCARD_DEBUG": None}
    before = Path.cwd()
    os.chdir(PROJECT)
    try:
        result = CliRunner().invoke(upcard, arguments, prog_name="upcard", env=environment)
    finally:
        os.chdir(before)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    printed = {"prints": json.loads(result.stdout)} if result.stdout.startswith(("{", "[")) else {}
    files = {
        str(x.relative_to(folder)): _content(x)
        for x in sorted(folder.rglob("*"))
        if x.is_file() and not x.is_symlink()
    }
    return {"exit code": result.exit_code, **printed, **({"writes": files} if files else {})}


def shipped(name: str) -> Path:
    """The certificate or table of that name that comes along, wherever in the package it lies."""
    (file,) = (PROJECT / "src" / "upcard").rglob(name)
    return file


def _content(file: Path) -> Any:
    """What a file holds: JSON, or the fingerprint of a text; of anything else nothing."""
    if file.suffix not in READABLE:
        return None
    text = file.read_text("utf-8")
    return json.loads(text) if file.suffix == ".json" else fingerprint(text)


def requests(ask: Callable[[TestClient], Any], folder: Path) -> Any:
    """Return what `ask` learns from a new server, whose chance is always the same."""
    with server(folder) as client:
        return ask(client)


def class_session(lead: Callable[[Class], None], folder: Path) -> list[dict[str, str]]:
    """Return the decisions, as the teacher downloads them, of a class that does what `lead` does.

    They are judged in a process beside the server, which may take a while.
    """
    with server(folder) as client:
        room = new_class(client)
        lead(room)
        until = time.monotonic() + PATIENCE
        while True:
            text = client.get(f"/c/{room.code}/decisions.csv").text
            rows = list(csv.DictReader(io.StringIO(text)))
            if time.monotonic() > until or not any(x["match"] and not x["lost"] for x in rows):
                return rows
            time.sleep(0.1)


@contextmanager
def server(folder: Path) -> Iterator[TestClient]:
    """A server without a network and over a new database, all of whose secrets can be foreseen."""
    setup = ServerSetup("the key of a test", is_limited=False, pace=0.0)
    with ExitStack() as stack:
        stack.enter_context(foreseen())
        stack.enter_context(copied_pools())
        app = make_app(setup, Store(f"sqlite:///{folder / 'tables.sqlite'}"))
        yield stack.enter_context(TestClient(app, base_url="http://testserver"))


@contextmanager
def foreseen() -> Iterator[None]:
    """Let the system's source of chance give the same values again.

    Every function has a stream of its own for every argument, so that identifiers, secrets and tokens stay as
    they are even where the order changes in which different kinds of them are drawn.
    """
    streams: dict[tuple[str, object], random.Random] = {}

    def stream(name: str, argument: object) -> random.Random:
        return streams.setdefault((name, argument), random.Random(f"{name} {argument}"))

    def token(size: int = 32) -> str:
        return stream("token", size).randbytes(size).hex()

    def choice(several: Sequence[Any]) -> Any:
        return stream("choice", tuple(several)).choice(several)

    def below(limit: int) -> int:
        return stream("below", limit).randrange(limit)

    state = random.getstate()
    random.seed(1)
    with patch.multiple(secrets, token_hex=token, token_urlsafe=token, choice=choice, randbelow=below):
        try:
            yield
        finally:
            random.setstate(state)
