import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
BESIDE = (
    "build", "claims", "gambit", "liteefg", "openspiel", "paper_style", "random_play", "served",
    "solving", "starting", "tablebases", "vectors",
)  # fmt: skip


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The benchmarks as a module, not yet run; the modules beside it are forgotten again."""
    monkeypatch.setattr(sys, "path", list(sys.path))  # it adds its own folder
    for name in BESIDE:
        monkeypatch.delitem(sys.modules, name, raising=False)
    spec = importlib.util.spec_from_file_location("bench_run", FOLDER / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "bench_run", module)
    spec.loader.exec_module(module)
    yield module
    for name in BESIDE:
        sys.modules.pop(name, None)


@pytest.fixture
def ended(capsys: pytest.CaptureFixture[str]) -> Callable[[Callable[[], None]], tuple[str, str]]:
    """``ended(main)``: what a benchmark prints, and what it tells at its end; empty where all is well."""

    def run(main: Callable[[], None]) -> tuple[str, str]:
        try:
            main()
        except SystemExit as stop:
            return capsys.readouterr().out, str(stop.code)
        return capsys.readouterr().out, ""

    return run
