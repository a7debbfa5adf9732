"""Settings of the whole suite."""

import gc
import importlib
import os
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import settings
from tests.dealing import dealt
from tests.night import is_of_the_night, left_out
from tests.postgres import Cluster, cluster, programs

from upcard.engine.discovery import forget
from upcard.engine.user_folders import UserFile
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.server.live_table import game_of

pytest_plugins = ["tests.shared"]

settings.register_profile("upcard", deadline=None, max_examples=25, print_blob=True)
settings.load_profile("upcard")

# Games and tables of whoever runs the tests are neither found nor touched.
HOME = tempfile.TemporaryDirectory(prefix="upcard-tests-")
os.environ["XDG_DATA_HOME"] = HOME.name
os.environ.pop("UPCARD_HOME", None)

LATE = r"Timeout \d+ms exceeded|with timeout \d+ms"
"""What Chromium's driver says where a page did not come to show something in time."""

GARBAGE = 20_000, 20, 50
"""After how many new objects, and these after how many times, Python looks for garbage."""

# A shell lets what it runs in the background ignore Ctrl-C; tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One process more than there are cores: the one with the browser waits for pages half of its time."""
    cores = yield
    return cores + ("PYTEST_XDIST_AUTO_NUM_WORKERS" not in os.environ)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the tests that take longest, so that no core is idle at the end.

    Tests that are marked ``by_night`` are left out by day; they, and the files that ask ``IS_NIGHTLY``, are
    what ``make nightly`` runs. On a machine that others use too, a browser may be kept waiting for minutes:
    what came too late there, and what hung or crashed in one of several processes, is tried once more, and
    the summary tells of it.
    """
    has_others = hasattr(config, "workerinput")
    late = left_out(items)
    if late:
        config.hook.pytest_deselected(items=late)
    items[:] = [x for x in items if x not in late]
    for item in items:
        if has_others or (item.path.parent.name == "browser" and not config.option.usepdb):
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=LATE))
        if is_of_the_night(item):
            item.add_marker("nightly")
    items[:] = dealt(items, getattr(config, "workerinput", {"workercount": 1})["workercount"])


def pytest_collection_finish() -> None:
    """Keep no bytecode of what tests write: a file that changes twice in a second would stay as it was.

    And look for garbage seldom, and never among the thousands of tests, which stay: else this would be a
    tenth of the time.
    """
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


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
    """``own_file(folder, name, text)``: a file ships until the test ends; of ``"games"`` the rules."""

    def write(folder: str, name: str, text: str) -> None:
        package = importlib.import_module(f"upcard.{folder}")
        place = tmp_path / folder.replace(".", "/")
        file = place / name / "rules.py" if folder == "games" else place / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        if folder == "games":
            (file.parent / "__init__.py").touch()
        file.write_text(text)
        if str(place) not in package.__path__:
            monkeypatch.setattr(package, "__path__", [*package.__path__, str(place)])
        importlib.invalidate_caches()
        written.append((package, name))
        forget()

    written: list[tuple[ModuleType, str]] = []
    yield write
    for package, name in written:
        for module in (f"{package.__name__}.{name}", f"{package.__name__}.{name}.rules"):
            sys.modules.pop(module, None)
        vars(package).pop(name, None)
    forget()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of one's own games and strategies."""
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path))
    for kind in ("games", "strategies"):
        (tmp_path / kind).mkdir()
    forget()
    yield tmp_path
    forget()


@pytest.fixture
def my_poker(home: Path) -> Iterator[Path]:
    """Kuhn poker as a game of one's own, whose file no test before this one has loaded."""
    file = home / "games" / "my_poker.py"
    text = Path(str(kuhn_poker.__file__)).read_text()
    file.write_text(text.replace('name="kuhn-poker"', 'name="my-poker"'))
    forget_file(file)
    yield file
    forget_file(file)


def forget_file(file: Path) -> None:
    """Have a file of one's own loaded anew, as by a server that begins."""
    UserFile(file.stem, str(file)).forget()
    forget()
    game_of.cache_clear()
