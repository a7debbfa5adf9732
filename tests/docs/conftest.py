"""The pages of the documentation, and those that are generated from the code."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def generate() -> ModuleType:
    """The module that writes the generated pages."""
    sys.path.insert(0, str(ROOT / "docs"))  # as Sphinx does, for what it imports
    spec = importlib.util.spec_from_file_location("upcard_docs_generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def generated(generate: ModuleType) -> dict[str, str]:
    """The generated pages: path in the documentation, and text."""
    pages: dict[str, str] = generate.pages()
    return pages


@pytest.fixture(scope="session")
def written(generated: dict[str, str]) -> dict[str, str]:
    """The pages that people wrote: path in the repository, and text."""
    names = {ROOT / "docs" / name for name in generated}
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*/*.md")]
    kept = sorted(f for f in files if f not in names and f.parent.name not in ("games", "lessons"))
    return {str(f.relative_to(ROOT)): f.read_text(encoding="utf-8") for f in kept}
