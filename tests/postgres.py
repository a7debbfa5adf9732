"""A PostgreSQL of the tests' own: Debian's, in a temporary folder, on loopback, ended with the tests."""

import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

USER, DEBIAN = "upcard", "postgres"
FOLDERS = "/usr/lib/postgresql"
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",  # tests kill Upcard, not the machine
    "max_connections": "40",
    "shared_buffers": "16MB",
}


class Cluster:
    """A server with databases of one test each."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder = programs, folder
        self.password, self.port = secrets.token_hex(8), _free_port()
        self._made = 0

    def run(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's programs, which refuse to be root's."""
        who = {"user": DEBIAN, "group": DEBIAN, "extra_groups": []} if os.getuid() == 0 else {}
        told = self.folder / "log"
        with told.open("a") as log:  # no pipe: what pg_ctl starts would hold it open
            done = subprocess.run(  # type: ignore[call-overload]
                [str(self.programs / program), *words], cwd=self.folder, check=False,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, **who,
            )  # fmt: skip
        assert done.returncode == 0, told.read_text()[-2000:]

    def start(self) -> None:
        settings = " ".join(f"-c {k}='{x}'" for k, x in {**SETTINGS, "port": str(self.port)}.items())
        self.run("pg_ctl", "start", "--wait", "--silent", "-D", "cluster", "-l", "server.log", "-o", settings)

    def stop(self) -> None:
        """Stop at once, as in a power failure."""
        self.run("pg_ctl", "stop", "--wait", "--silent", "-m", "immediate", "-D", "cluster")

    def new(self) -> str:
        """The address of a new database."""
        self._made += 1
        name = f"db{self._made}"
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type, unused-ignore]
        return self._url(name)

    def _url(self, name: str) -> str:
        return f"postgresql://{USER}:{self.password}@127.0.0.1:{self.port}/{name}"


def programs() -> Path | None:
    """Where PostgreSQL's programs are; None where it is not installed."""
    found = sorted(Path(FOLDERS).glob("*/bin/initdb")) or [Path(x) for x in [shutil.which("initdb")] if x]
    return found[-1].parent if found else None


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server for as long as this is entered."""
    there = programs()
    assert there is not None
    folder = Path(tempfile.mkdtemp(prefix="upcard-postgres-"))
    try:
        made = Cluster(there, folder)
        secret = folder / "password"
        secret.write_text(made.password)
        (folder / "log").touch()
        if os.getuid() == 0:
            for path in (folder, secret):
                shutil.chown(path, DEBIAN, DEBIAN)
        made.run(
            "initdb", "-D", "cluster", "-U", USER, "-A", "scram-sha-256", "--pwfile", "password",
            "--no-sync", "-E", "UTF8", "--locale", "C",
        )  # fmt: skip
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])
