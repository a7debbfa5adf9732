import importlib.util
import itertools
import sys
from importlib.metadata import entry_points
from pathlib import Path
from types import SimpleNamespace

import pytest

from upcard.engine import registry as catalog
from upcard.engine.discovery import forget
from upcard.engine.game import Game

SOUND = Path(__file__).with_name("sound.py")
NUMBERS = itertools.count()


@pytest.fixture
def written(tmp_path):
    """Write a module into a file, so that its source can be read, and import it."""
    names = []

    def write(text):
        name = f"written_for_a_test_{next(NUMBERS)}"
        path = tmp_path / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        names.append(name)
        spec.loader.exec_module(module)
        return module

    yield write
    for name in names:
        del sys.modules[name]


@pytest.fixture
def variant(written):
    """The sound game with some lines of its rules file replaced."""

    def make(*changes, game=Game):
        text = SOUND.read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in sound.py"
            text = text.replace(old, new)
        return game(written(text), 2, {"open": 0})

    return make


@pytest.fixture
def installed(written, monkeypatch):
    """Write a strategy file and let it be found, as if a package had named it as its entry point."""

    def install(text):
        module = written(text)
        entry = SimpleNamespace(name="written", value=module.__name__, load=lambda: module)
        with_it = {"upcard.strategies": [entry]}
        monkeypatch.setattr(
            catalog, "entry_points", lambda group: [*entry_points(group=group), *with_it.get(group, [])]
        )
        forget()
        return module.STRATEGY.name

    yield install
    forget()
