"""Settings of the whole suite."""

import importlib
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import settings
from tests.postgres import Cluster, cluster, programs

from upcard.engine import catalog
from upcard.study import find

settings.register_profile("upcard", deadline=None, max_examples=25, print_blob=True)
settings.load_profile("upcard")

# Games and tables of whoever runs the tests are neither found nor touched.
HOME = tempfile.TemporaryDirectory(prefix="upcard-tests-")
os.environ["XDG_DATA_HOME"] = HOME.name
os.environ.pop("UPCARD_HOME", None)

# A shell lets what it runs in the background ignore Ctrl-C; tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that take longest, so that no core is idle at the end.

    Those that share a browser come together, since it is closed for every test between them. Files that test
    more at night say so by ``IS_NIGHTLY``; all of them are what ``make nightly`` runs.
    """
    for item in items:
        if hasattr(getattr(item, "module", None), "IS_NIGHTLY"):
            item.add_marker("nightly")
    items.sort(key=lambda item: (item.path.parent.name != "browser", item.get_closest_marker("slow") is None))


def forget() -> None:
    """Look for all files again."""
    catalog.forget()
    find.forget()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL, one for each process of the tests."""
    if programs() is None and "CI" not in os.environ:
        pytest.skip("PostgreSQL is not installed: on Debian, apt-get install postgresql")
    with cluster() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database, of each kind that is used."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    made: Cluster = request.getfixturevalue("postgres")
    return made.new()


@pytest.fixture
def own_file(tmp_path, monkeypatch):
    """``own_file("rules", name, text)``: let a file lie in a folder of Upcard's own, until the test ends."""

    def write(folder: str, name: str, text: str) -> None:
        package = importlib.import_module(f"upcard.{folder}")
        place = tmp_path / folder
        place.mkdir(exist_ok=True)
        (place / f"{name}.py").write_text(text)
        if str(place) not in package.__path__:
            monkeypatch.setattr(package, "__path__", [*package.__path__, str(place)])
        importlib.invalidate_caches()
        written.append((package, name))
        forget()

    written: list[tuple[ModuleType, str]] = []
    yield write
    for package, name in written:
        sys.modules.pop(f"{package.__name__}.{name}", None)
        vars(package).pop(name, None)
    forget()
