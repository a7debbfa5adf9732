"""The database behind the tables: SQLite in a file, or PostgreSQL by its address.

Reading is done at once. Writing is done by one thread: everything that was asked for while the disk was
busy is written in one transaction, and whoever asked is told after it lies on the disk (group commit, as in
J. Gray and A. Reuter, *Transaction Processing*, 1993, section 9.4). What is written together but cannot be
is written one by one, so that only the one at fault is refused.
"""

import pkgutil
import queue
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, OperationalError, SQLAlchemyError

from upcard.engine.errors import Failure, Illegal, Usage

MIGRATIONS = Path(__file__).with_name("migrations")
_VERSION = sa.table("alembic_version", sa.column("version_num"))
"""Where Alembic keeps which form the tables have."""

MOST_TOGETHER = 500
"""Most writings of one transaction."""

MANY, GATHER = 3, 0.01
"""After so many writings at once, the next ones are waited for so many seconds: together they cost less."""

LOCKED_MS = 10_000
"""How long a writing waits for another process to finish its own."""

WRITES = "upcard_writes"
ONE_AT_A_TIME = 0x75706361
"""The number of the lock under which PostgreSQL's tables are changed."""

FULL = "look whether its disk is full, or it may be written"
AWAY = "look whether its server runs, and whether address, name and password are right"
SQLITE_KIND = 0xFF
"""Of a number by which SQLite tells a fault, what kind it is of."""

ADVICE = {
    sqlite3.SQLITE_BUSY: "another program is writing it; try again when that has ended",
    sqlite3.SQLITE_CANTOPEN: "look whether its folder exists, and whether a file may be written there",
    sqlite3.SQLITE_CORRUPT: "the file is damaged; take a copy of it, or name another one",
    sqlite3.SQLITE_NOTADB: "name a database of Upcard, or a file that does not exist yet",
}
"""What to do about faults of SQLite, by their kind."""

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


LAST_READS = 10.0
"""Seconds for which a database that is closed waits for who still reads."""


class Conflict(Illegal):
    """Somebody else was faster: what was asked for belongs to a moment that has passed."""

    def __init__(self, sentence: str = "somebody else was faster; look again") -> None:
        super().__init__(sentence)


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
        except Failure:
            self.engine.dispose()
            raise
        except SQLAlchemyError as fault:
            self.engine.dispose()
            raise Failure(f"the database {shown(url)} cannot be opened: {_cause(fault)}") from fault
        self._calm = threading.Condition()
        self._reads = 0
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="upcard-writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is still asked for, let who reads finish, and let go of the database."""
        self._jobs.put(None)
        self._writer.join()
        with self._calm:  # a connection that comes back after the pool is gone would never be closed
            self._calm.wait_for(lambda: self._reads == 0, LAST_READS)
        self.engine.dispose()

    def read(self, job: Callable[[Connection], X]) -> X:
        """What `job` finds.

        Raises
        ------
        Failure
            If the database cannot be reached.
        """
        try:
            with self._noted(), self._reading.connect() as connection:
                return job(connection)
        except SQLAlchemyError as fault:
            raise Failure(f"the database cannot be read: {_cause(fault)}") from fault

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """That somebody reads is known while it lasts."""
        with self._calm:
            self._reads += 1
        try:
            yield
        finally:
            with self._calm:
                self._reads -= 1
                self._calm.notify_all()

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
        """Bring the tables to the newest form, if they are not."""
        with self._writing.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(ONE_AT_A_TIME)))
            made_by, known = _version(connection), _versions()
            if made_by is not None and made_by not in known:
                raise Failure(
                    f"the database {shown(self.url)} was made by a newer Upcard; install that one, "
                    "or name another database"
                )
            if made_by != known[-1]:
                _upgrade(connection)


def _version(connection: Connection) -> str | None:
    """Which form the tables have, if there are any; asked without Alembic, which takes a while to load."""
    if not sa.inspect(connection).has_table(_VERSION.name):
        return None
    return connection.scalars(sa.select(_VERSION.c.version_num)).first()


def _versions() -> list[str]:
    """The forms that the tables have had, as the names of the migrations begin; the newest one is last."""
    return sorted(m.name.partition("_")[0] for m in pkgutil.iter_modules([str(MIGRATIONS / "versions")]))


def _upgrade(connection: Connection) -> None:
    """Run the migrations that are missing."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
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
        return Conflict()
    if isinstance(fault, SQLAlchemyError):
        return Failure(f"the database cannot be written: {_cause(fault)}")
    return fault


def _cause(fault: Exception) -> str:
    words = str(getattr(fault, "orig", None) or fault).strip().splitlines()[0]
    return f"{words[:200]}; {_advice(fault)}"


def _advice(fault: Exception) -> str:
    """What to look for, by what SQLite or PostgreSQL tells of the fault."""
    cause = getattr(fault, "orig", None)
    if isinstance(cause, sqlite3.Error):
        return ADVICE.get(getattr(cause, "sqlite_errorcode", 0) & SQLITE_KIND, FULL)
    is_away = isinstance(fault, OperationalError) and getattr(cause, "sqlstate", None) is None
    return AWAY if is_away else FULL
