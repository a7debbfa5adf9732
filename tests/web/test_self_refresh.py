"""Pages that refresh themselves do so in place; only without scripts is the whole page loaded again."""

import re
from pathlib import Path

import pytest

import upcard.web.templates

TEMPLATES = sorted(Path(upcard.web.templates.__path__[0]).glob("*.jinja"))
REFRESHING = [x for x in TEMPLATES if 'http-equiv="refresh"' in x.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", REFRESHING, ids=lambda x: x.name)
def test_a_page_is_loaded_again_only_where_there_are_no_scripts(path: Path):
    text = re.sub(r"<noscript>.*?</noscript>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert 'http-equiv="refresh"' not in text
