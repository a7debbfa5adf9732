"""What the benchmarks say at their end, with figures made here: measuring takes minutes."""

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).parents[2] / "benchmarks" / "run.py"
BESIDE = ("build", "paper_style")


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The benchmarks as a module, not yet run; the modules beside it are forgotten again."""
    monkeypatch.setattr(sys, "path", list(sys.path))  # it adds its own folder
    for name in BESIDE:
        monkeypatch.delitem(sys.modules, name, raising=False)
    spec = importlib.util.spec_from_file_location("bench_run", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "bench_run", module)
    spec.loader.exec_module(module)
    yield module
    for name in BESIDE:
        sys.modules.pop(name, None)


def lines(bench: ModuleType, ratio: float) -> list[object]:
    return [
        bench.Line("two threads", 1e6, "games/s", "", True),
        bench.Line("two threads / one", ratio, "times the rate", "at least 1.9", ratio >= 1.9),
    ]


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_missed_mark_is_told_and_ends_with_exit_code_1(bench, monkeypatch, capsys, flags):
    monkeypatch.setattr(bench, "measure", lambda: lines(bench, 1.897))
    monkeypatch.setattr(sys, "argv", ["run.py", *flags])
    with pytest.raises(SystemExit) as end:
        bench.main()
    assert (
        end.value.code
        == "1 mark was missed: two threads / one is 1.897 times the rate, expected at least 1.9"
    )
    out = capsys.readouterr().out
    assert (json.loads(out)["lines"][1]["reached"] is False) if flags else ("at least 1.9: NO" in out)


def test_when_every_mark_is_reached_nothing_is_told(bench, monkeypatch, capsys):
    monkeypatch.setattr(bench, "measure", lambda: lines(bench, 1.93))
    monkeypatch.setattr(sys, "argv", ["run.py"])
    bench.main()
    assert "at least 1.9: yes" in capsys.readouterr().out
