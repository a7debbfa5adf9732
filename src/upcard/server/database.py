"""The database behind the tables: SQLite in a file, or PostgreSQL by its address.

Reads run at once. One thread writes: all jobs that were queued while the disk was busy are written in one
transaction, and their futures are set after it is on disk (group commit, as in J. Gray and A. Reuter,
*Transaction Processing*, 1993, section 9.4). If the transaction fails, its jobs are written one by one, so
that only the one at fault is refused.
"""

import contextlib
import os
import pkgutil
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, OperationalError, SQLAlchemyError

from upcard.engine.errors import Failure, Illegal, Usage

MIGRATIONS = Path(__file__).with_name("migrations")
_VERSION = sa.table("alembic_version", sa.column("version_num"))
"""Alembic's table with the schema version."""

MOST_TOGETHER = 500
"""Maximum number of jobs in one transaction."""

MANY, GATHER = 3, 0.01
"""After this many jobs in one transaction, wait this many seconds for more: together they cost less."""

LOCKED_MS = 10_000
"""Milliseconds for which a job waits for another process to finish its transaction."""

PRIVATE = 0o600
"""Permissions of the database: SQLite gives them to its log, too."""

WRITES = "upcard_writes"
ONE_AT_A_TIME = 0x75706361
"""The number of PostgreSQL's lock for migrations."""

FULL = "check that its disk is not full and that you may write there"
NOT_ERASED = "the data is deleted, but the file of the database may still contain remains of it"
AWAY = "check that its server runs, and that address, name and password are right"
SQLITE_KIND = 0xFF
"""The bits of SQLite's error code that name its kind."""

ADVICE = {
    sqlite3.SQLITE_BUSY: "another program is writing to it; try again later",
    sqlite3.SQLITE_CANTOPEN: "check that its folder exists and that you may write there",
    sqlite3.SQLITE_CORRUPT: "the file is damaged; take a copy of it, or name another one",
    sqlite3.SQLITE_NOTADB: "name a database of Upcard, or a file that does not exist yet",
}
"""What to do about errors of SQLite, by their kind."""

X = TypeVar("X")
QueuedJob = tuple[Callable[[Connection], Any], "Future[Any]"]


LAST_READS = 10.0
"""Maximum seconds for which closing waits for readers."""


class Conflict(Illegal):
    """Another change came first: the request was made for an earlier state."""

    def __init__(self, sentence: str = "another change came first; reload and try again") -> None:
        super().__init__(sentence)


class Store:
    """An open database at ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``, as SQLAlchemy writes it.

    Raises Usage if the address cannot be understood or names another kind of database. Raises Failure if the
    database cannot be reached or was made by a newer Upcard.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = _engine(url)
        self._writing = self.engine.execution_options(**{WRITES: True})
        self._reading = self.engine
        if self.engine.dialect.name == "postgresql":  # all reads of a table belong to one moment
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
        self._jobs: queue.SimpleQueue[QueuedJob | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="upcard-writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is still queued, let readers finish, and close the database."""
        self._jobs.put(None)
        self._writer.join()
        with self._calm:  # a connection returned after the pool is gone would never be closed
            self._calm.wait_for(lambda: self._reads == 0, LAST_READS)
        self.engine.dispose()

    def read(self, job: Callable[[Connection], X]) -> X:
        """Return what `job` returns; raises Failure if the database cannot be reached."""
        try:
            with self._count_reader(), self._reading.connect() as connection:
                return job(connection)
        except SQLAlchemyError as fault:
            raise Failure(f"the database cannot be read: {_cause(fault)}") from fault

    @contextmanager
    def _count_reader(self) -> Iterator[None]:
        """Count a reader inside the block."""
        with self._calm:
            self._reads += 1
        try:
            yield
        finally:
            with self._calm:
                self._reads -= 1
                self._calm.notify_all()

    def write(self, job: Callable[[Connection], X]) -> "Future[X]":
        """Queue a write job; the future is done when its transaction is on disk.

        Its exception is :class:`Conflict` if a row of that key exists, an error of Upcard that `job` raised,
        or a ``Failure`` of the database.
        """
        future: Future[X] = Future()
        if self._writer.is_alive():
            self._jobs.put((job, future))
        else:
            future.set_exception(Failure("the database is closed; start the server again"))
        return future

    def erase_deleted(self) -> None:
        """Remove from the disk what deleted rows left behind, once all earlier jobs are written.

        SQLite copies its file without free pages, and empties its log. PostgreSQL releases the space, and
        overwrites it later; only ``VACUUM FULL`` rewrites its files. Raises Failure if the database is busy.
        """
        self.write(lambda _: None).result()
        is_sqlite = self.engine.dialect.name == "sqlite"
        try:
            connection = self.engine.raw_connection()
            try:
                if not is_sqlite:
                    connection.driver_connection.autocommit = True  # type: ignore[union-attr]
                cursor = connection.cursor()
                cursor.execute("VACUUM")
                if is_sqlite:
                    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    is_busy = (cursor.fetchone() or (0,))[0] != 0
            finally:
                connection.invalidate()  # so that no later reader gets it with other settings
        except Exception as fault:
            raise Failure(f"{NOT_ERASED}: {_cause(fault)}") from fault
        if is_sqlite and is_busy:
            raise Failure(f"{NOT_ERASED}: another program reads it; the next deletion removes them")

    def _write_all(self) -> None:
        """Run the writer thread."""
        more, together = True, 0
        while more:
            jobs = [self._jobs.get()]
            if together >= MANY:
                time.sleep(GATHER)
            while len(jobs) < MOST_TOGETHER and not self._jobs.empty():
                jobs.append(self._jobs.get())
            more = None not in jobs
            # jobs cancelled while queued are skipped; from here on they cannot be cancelled
            pending = [job for job in jobs if job is not None and job[1].set_running_or_notify_cancel()]
            together = len(pending)
            if not self._written(pending):
                for job in pending:
                    self._written([job], is_last=True)

    def _written(self, jobs: Sequence[QueuedJob], is_last: bool = False) -> bool:
        """Write in one transaction and set the futures; return False if nothing was written."""
        try:
            with self._writing.begin() as connection:
                results = [job(connection) for job, _ in jobs]
        except Exception as fault:  # noqa: BLE001 - the writer continues, and the future gets the error
            if is_last:
                jobs[0][1].set_exception(_error(fault))
            return is_last
        for (_, future), x in zip(jobs, results, strict=True):
            future.set_result(x)
        return True

    def _migrate(self) -> None:
        """Migrate the tables to the newest schema version."""
        with self._writing.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(ONE_AT_A_TIME)))
            made_by, known = _version(connection), _versions()
            if made_by is not None and made_by not in known:
                raise Failure(
                    f"the database {shown(self.url)} was made by a newer Upcard; install it, "
                    "or name another database"
                )
            if made_by != known[-1]:
                _upgrade(connection)


def _version(connection: Connection) -> str | None:
    """Return the schema version, if there are tables; without Alembic, which takes a while to load."""
    if not sa.inspect(connection).has_table(_VERSION.name):
        return None
    return connection.scalars(sa.select(_VERSION.c.version_num)).first()


def _versions() -> list[str]:
    """Return all schema versions, from the names of the migrations; the newest is last."""
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


def shown(url: str) -> str:
    """Return a database address without its password."""
    return sa.make_url(url).render_as_string(hide_password=True)


def _engine(url: str) -> Engine:
    try:
        address = sa.make_url(url)
    except ArgumentError:
        raise Usage(
            f"{url!r} is not a database address; expected sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    if address.get_backend_name() == "sqlite":
        _make_private(address.database)
        engine = sa.create_engine(address, connect_args={"timeout": LOCKED_MS / 1000})
        sa.event.listen(engine, "connect", _prepare_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
        return engine
    if address.get_backend_name() != "postgresql":
        raise Usage(f"{address.get_backend_name()} databases are not supported; use SQLite or PostgreSQL")
    try:
        return sa.create_engine(address.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    except (NoSuchModuleError, ImportError):
        raise Failure("PostgreSQL needs one more package: `pip install upcard[postgres]`") from None


def sqlite_file(url: str) -> Path | None:
    """Return the file of an SQLite database; None for another kind of database or address."""
    try:
        address = sa.make_url(url)
    except ArgumentError:
        return None
    is_file = address.get_backend_name() == "sqlite" and address.database not in (None, "", ":memory:")
    return Path(str(address.database)) if is_file else None


def _make_private(file: str | None) -> None:
    """Let only the user read an SQLite file and its log, which hold secrets; create a missing file."""
    if not file or file == ":memory:":
        return
    with contextlib.suppress(OSError):  # a file that cannot be used is reported when it is opened
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE))
    for name in (file, f"{file}-wal", f"{file}-shm"):
        with contextlib.suppress(OSError):
            Path(name).chmod(PRIVATE)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves: sqlite3 begins them too late
    for setting in (f"busy_timeout={LOCKED_MS}", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {setting}")
    _write_ahead(connection)


def _write_ahead(connection: Any) -> None:
    """Turn on SQLite's write-ahead log; retry if another process is doing that to a new file."""
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


def _error(fault: Exception) -> Exception:
    if isinstance(fault, IntegrityError):
        return Conflict()
    if isinstance(fault, SQLAlchemyError):
        return Failure(f"the database cannot be written: {_cause(fault)}")
    return fault


def _cause(fault: Exception) -> str:
    words = str(getattr(fault, "orig", None) or fault).strip().splitlines()[0]
    return f"{words[:200]}; {_advice(fault)}"


def _advice(fault: Exception) -> str:
    """Return what to check, by the error code of SQLite or PostgreSQL."""
    cause = getattr(fault, "orig", None)
    if isinstance(cause, sqlite3.Error):
        return ADVICE.get(getattr(cause, "sqlite_errorcode", 0) & SQLITE_KIND, FULL)
    is_away = isinstance(fault, OperationalError) and getattr(cause, "sqlstate", None) is None
    return AWAY if is_away else FULL
