"""Databases in which nothing is kept yet: it takes ten times as long to make one as to copy it."""

from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from tests.night import LATE
from tests.postgres import Cluster

from upcard.server.database import Store

NUMBERS = count(1)
IN_POSTGRES_LATE = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=LATE)], indirect=True
)
"""For what asks the same again and again."""


@cache
def nothing_kept() -> bytes:
    """What stands in such a file of SQLite."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "tables.sqlite"
        Store(f"sqlite:///{place}").close()
        return place.read_bytes()


def sqlite_copy(folder: Path) -> str:
    """The address of such a database in a folder."""
    place = folder / "tables.sqlite"
    place.write_bytes(nothing_kept())
    return f"sqlite:///{place}"


@cache
def _template(cluster: Cluster) -> str:
    address = cluster.new()
    Store(address).close()
    return address


def postgres_copy(cluster: Cluster) -> str:
    """The address of such a database on a server."""
    server, _, template = _template(cluster).rpartition("/")
    name = f"copy{next(NUMBERS)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")  # type: ignore[arg-type, unused-ignore]
    return f"{server}/{name}"
