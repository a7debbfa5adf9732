"""A quick start: a program loads what it needs, and nothing that takes long.

How long it takes is measured by ``benchmarks/starting.py``; here it is asked what was loaded.
"""

import json
import subprocess
import sys

import click
import pytest

from upcard.cli.root import SELDOM
from upcard.cli.root import upcard as group

NAMES = group.list_commands(click.Context(group))
HEAVY = {
    "numpy", "numba", "polars", "matplotlib", "scipy", "rich", "jinja2", "sqlalchemy", "fastapi",
    "upcard.engine.registry",
}  # fmt: skip
SERVER_NEEDS_NOT = {
    "numba",
    "polars",
    "matplotlib",
    "scipy",
    "fpdf",
    "alembic",
    "aiosmtpd",
    "aiosmtplib",
    "highspy",
}

HELP = """
from upcard.cli.root import upcard
try:
    upcard.main({args!r}, prog_name="upcard")
except SystemExit as end:
    assert end.code == 0
"""
SERVER = """
from upcard.server.database import Store
from upcard.web.app import ServerSetup, make_app
from upcard.web.http.http_limits import server_of
store = Store({url!r})
make_app(ServerSetup("k"), store)
store.close()
"""


def loaded(program: str) -> set[str]:
    """The modules that a process has loaded after it has run a program."""
    program += "\nimport json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def commands(modules: set[str]) -> set[str]:
    """The commands whose files are among some modules."""
    files = {name: f"upcard.cli.commands.{name.replace('-', '_')}" for name in NAMES}
    return {name for name, file in files.items() if modules & {file, f"{file}_"}}


def test_the_package_loads_no_more_than_its_names():
    found = loaded("import upcard")
    assert {x for x in found if x.startswith("upcard")} == {
        "upcard", "upcard.engine", "upcard.engine.encodable", "upcard.engine.errors",
        "upcard.engine.notebook_views",
        "upcard.engine.solution_provider", "upcard.old_paths",
    }  # fmt: skip
    assert HEAVY.isdisjoint(found)


@pytest.mark.parametrize("args", [["--help"], ["--version"], *([name, "--help"] for name in NAMES)])
def test_help_loads_nothing_heavy_and_no_command_that_it_does_not_tell_of(args):
    found = loaded(HELP.format(args=args))
    assert HEAVY.isdisjoint(found)
    told = {"--help": set(NAMES) - set(SELDOM), "--version": set()}.get(args[0], {args[0]})
    assert commands(found) == told


def test_the_server_begins_without_what_only_some_pages_need(tmp_path):
    from upcard.server.database import Store

    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    Store(url).close()
    assert SERVER_NEEDS_NOT.isdisjoint(loaded(SERVER.format(url=url)))
