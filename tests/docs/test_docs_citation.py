"""How Upcard is cited is of the version that is here."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_citation_names_this_version_and_licence():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {project['version']}" in lines
    assert f"license: {project['license']}" in lines
