"""The notebooks of the examples run from top to bottom, and what they show is drawn."""

import asyncio
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from tests.night import LATE

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
VIEW = '<section class="upcard"'
DRAWN = {  # how many cells of each end with something that Upcard draws
    "a-solved-strategy": 4,
    "first-look": 7,
    "is-my-game-fair": 3,
    "learning-by-stepping": 1,
}

LONG = ("a-solved-strategy", "is-my-game-fair", "learning-by-stepping")
"""Whose kind of examples the documentation has too, where it is played."""

each = pytest.mark.parametrize("path", [pytest.param(p, id=p.stem) for p in NOTEBOOKS])
played = [pytest.param(p, id=p.stem, marks=[LATE] if p.stem in LONG else []) for p in NOTEBOOKS]


def read(path: Path) -> Any:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook


@pytest.fixture
def own_folders(tmp_path, monkeypatch):
    """What a kernel writes stays in a folder of the test; its sockets are files with short names."""
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("PYTHONWARNINGS", "default")


def run(notebook: Any, folder: Path) -> Any:
    """The notebook with its outputs, from a kernel of its own that is reached by files, not by a network."""
    manager = AsyncKernelManager(transport="ipc", ip=str(folder / "k"))
    client = NotebookClient(notebook, km=manager, timeout=300, resources={"metadata": {"path": str(folder)}})
    return asyncio.run(client.async_execute(cleanup_kc=True))


def outputs_of(notebook: Any) -> list[Any]:
    return [o for cell in notebook.cells if cell.cell_type == "code" for o in cell.outputs]


@pytest.mark.slow
@pytest.mark.parametrize("path", played)
def test_a_notebook_runs_and_draws(path, own_folders, tmp_path):
    ran = run(read(path), tmp_path)
    outputs = outputs_of(ran)
    views = [o["data"]["text/html"] for o in outputs if VIEW in o.get("data", {}).get("text/html", "")]
    assert len(views) == DRAWN[path.stem]
    assert [o.text for o in outputs if o.output_type == "stream" and o.name == "stderr"] == []


@each
def test_a_notebook_is_kept_without_its_outputs(path):
    notebook = read(path)
    assert outputs_of(notebook) == []
    assert all(c.execution_count is None for c in notebook.cells if c.cell_type == "code")
    assert not re.search(r"/(home|root|tmp|work)/", path.read_text(encoding="utf-8"))


@each
def test_a_notebook_says_what_it_is_about_and_the_documentation_names_it(path, written):
    first = read(path).cells[0]
    assert first.cell_type == "markdown"
    assert first.source.startswith("# ")
    assert any(f"examples/{path.name}" in text for text in written.values())


def test_a_notebook_that_fails_is_noticed(own_folders, tmp_path):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("import upcard\nupcard.nothing")])
    with pytest.raises(Exception, match="has no attribute 'nothing'"):
        run(notebook, tmp_path)


def test_there_are_notebooks():
    assert {p.stem for p in NOTEBOOKS} == set(DRAWN)
