"""Settings of the whole suite."""

import importlib
import signal
import sys
from types import ModuleType

import pytest
from hypothesis import settings

from upcard.engine import catalog
from upcard.study import find

settings.register_profile("upcard", deadline=None, max_examples=25, print_blob=True)
settings.load_profile("upcard")

# A shell lets what it runs in the background ignore Ctrl-C; tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that take longest, so that no core is idle at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def forget() -> None:
    """Look for all files again."""
    catalog.forget()
    find.forget()


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
