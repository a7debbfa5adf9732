"""The database behind the tables: SQLite in a file, or PostgreSQL by its address.

Reading is done at once. Writing is done by one thread: everything that was asked for while the disk was
busy is written in one transaction, and whoever asked is told after it lies on the disk (group commit, as in
J. Gray and A. Reuter, *Transaction Processing*, 1993, section 9.4). What is written together but cannot be
is written one by one, so that only the one at fault is refused.
"""

import queue
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from upcard.engine.errors import Failure, Illegal, Usage

MIGRATIONS = Path(__file__).with_name("migrations")
MOST_TOGETHER = 500
"""Most writings of one transaction."""

MANY, GATHER = 3, 0.01
"""After so many writings at once, the next ones are waited for so many seconds: together they cost less."""

LOCKED_MS = 10_000
"""How long a writing waits for another process to finish its own."""

WRITES = "upcard_writes"
ONE_AT_A_TIME = 0x75706361
"""The number of the lock under which PostgreSQL's tables are changed."""

X = TypeVar("X")
Job = tuple[Callable[[Connection], Any], "Future[Any]"]


class Together(ABC):
    """A job of which many are written at once with fewer statements than each alone."""

    @classmethod
    @abstractmethod
    def write_all(cls, connection: Connection, jobs: Sequence[Self]) -> list[Any]:
        """Write all of them; gives what each of them gives, in their order."""

    def __call__(self, connection: Connection) -> Any:
        """Write this one alone."""
        return self.write_all(connection, [self])[0]


class Conflict(Illegal):
    """Somebody else was faster: what was asked for belongs to a moment that has passed."""


class Store:
    """A database that is open.

    Parameters
    ----------
    url : str
        ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``, as SQLAlchemy writes it.

    Raises
    ------
    Usage
        If the address cannot be understood or is of another kind of database.
    Failure
        If it cannot be reached, or was made by a newer Upcard.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = _engine(url)
        self._writing = self.engine.execution_options(**{WRITES: True})
        self._reading = self.engine
        if self.engine.dialect.name == "postgresql":  # what is read of a table belongs to one moment
            self._reading = self.engine.execution_options(isolation_level="REPEATABLE READ")
        try:
            self._migrate()
        except SQLAlchemyError as fault:
            self.engine.dispose()
            raise Failure(f"the database {shown(url)} cannot be opened: {_cause(fault)}") from fault
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="upcard-writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is still asked for, and let go of the database."""
        self._jobs.put(None)
        self._writer.join()
        self.engine.dispose()

    def read(self, job: Callable[[Connection], X]) -> X:
        """What `job` finds.

        Raises
        ------
        Failure
            If the database cannot be reached.
        """
        try:
            with self._reading.connect() as connection:
                return job(connection)
        except SQLAlchemyError as fault:
            raise Failure(f"the database cannot be read: {_cause(fault)}") from fault

    def write(self, job: Callable[[Connection], X]) -> "Future[X]":
        """Have something written; the future is done when it lies on the disk.

        Its exception is :class:`Conflict` where a row of that key exists, what `job` raised of Upcard's own
        faults, or a ``Failure`` of the database.
        """
        future: Future[X] = Future()
        if self._writer.is_alive():
            self._jobs.put((job, future))
        else:
            future.set_exception(Failure("the database is closed; start the server again"))
        return future

    def _write_all(self) -> None:
        """The writer's life."""
        more, together = True, 0
        while more:
            jobs = [self._jobs.get()]
            if together >= MANY:
                time.sleep(GATHER)
            while len(jobs) < MOST_TOGETHER and not self._jobs.empty():
                jobs.append(self._jobs.get())
            more = None not in jobs
            # who has gone away in the meantime is not asked for any more; who is written for cannot go
            asked = [job for job in jobs if job is not None and job[1].set_running_or_notify_cancel()]
            together = len(asked)
            if not self._written(asked):
                for job in asked:
                    self._written([job], is_last=True)

    def _written(self, jobs: Sequence[Job], is_last: bool = False) -> bool:
        """Write in one transaction and tell who asked; False where nothing was written and nobody told."""
        try:
            with self._writing.begin() as connection:
                given = _all_done(connection, [job for job, _ in jobs])
        except Exception as fault:  # noqa: BLE001 - the writer lives on, and who asked is told
            if is_last:
                jobs[0][1].set_exception(_told(fault))
            return is_last
        for (_, future), x in zip(jobs, given, strict=True):
            future.set_result(x)
        return True

    def _migrate(self) -> None:
        """Bring the tables to the newest form."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        with self._writing.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(ONE_AT_A_TIME)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def _all_done(connection: Connection, jobs: Sequence[Callable[[Connection], Any]]) -> list[Any]:
    """What some jobs give; those that can are written together, since none of them waits for another."""
    kinds: dict[type[Together], list[int]] = {}
    for i, job in enumerate(jobs):
        if isinstance(job, Together):
            kinds.setdefault(type(job), []).append(i)
    given: dict[int, Any] = {}
    for kind, places in kinds.items():
        together = kind.write_all(connection, [jobs[i] for i in places])  # type: ignore[misc]
        given.update(zip(places, together, strict=True))
    return [given[i] if i in given else job(connection) for i, job in enumerate(jobs)]


def shown(url: str) -> str:
    """An address as it may be printed: without its password."""
    return sa.make_url(url).render_as_string(hide_password=True)


def _engine(url: str) -> Engine:
    try:
        address = sa.make_url(url)
    except ArgumentError:
        raise Usage(
            f"{url!r} is no address of a database; expected sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    if address.get_backend_name() == "sqlite":
        engine = sa.create_engine(address, connect_args={"timeout": LOCKED_MS / 1000})
        sa.event.listen(engine, "connect", _prepare_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
        return engine
    if address.get_backend_name() != "postgresql":
        raise Usage(f"databases of {address.get_backend_name()} are not used; give SQLite or PostgreSQL")
    try:
        return sa.create_engine(address.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    except (NoSuchModuleError, ImportError):
        raise Failure("PostgreSQL needs a package more: `pip install upcard[postgres]`") from None


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions are begun by us: sqlite3 begins too late
    for setting in (f"busy_timeout={LOCKED_MS}", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")
    _write_ahead(connection)


def _write_ahead(connection: Any) -> None:
    """Have SQLite write ahead; of two who want that of a new file, one is turned away and asks again."""
    until = time.monotonic() + LOCKED_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(GATHER)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _told(fault: Exception) -> Exception:
    if isinstance(fault, IntegrityError):
        return Conflict("somebody else was faster; look at the table again")
    if isinstance(fault, SQLAlchemyError):
        return Failure(f"the database cannot be written: {_cause(fault)}")
    return fault


def _cause(fault: Exception) -> str:
    words = str(getattr(fault, "orig", None) or fault).strip().splitlines()[0]
    return f"{words[:200]}; look whether its disk is full, or it may be written"
