"""Pages that refresh themselves do so in place; only without scripts is the whole page loaded again."""

import re
from pathlib import Path

import pytest

import upcard.web.templates

TEMPLATES = sorted(Path(upcard.web.templates.__path__[0]).glob("*.jinja"))
REFRESHING = [x for x in TEMPLATES if 'http-equiv="refresh"' in x.read_text(encoding="utf-8")]

KNOWN = {
    "balance_part_page.html.jinja", "class_prepare.html.jinja", "class_report.html.jinja",
}  # fmt: skip


def test_the_pages_that_refresh_themselves_are_found():
    assert {x.name for x in REFRESHING} >= KNOWN


@pytest.mark.parametrize("name", ["class_prepare", "class_report", "balance", "balance_part"])
def test_a_page_requests_itself_again_also_after_a_request_that_failed(name: str):
    text = next(x for x in TEMPLATES if x.name == f"{name}.html.jinja").read_text(encoding="utf-8")
    triggers = re.findall(r'hx-trigger="([^"]*)"', text)
    assert triggers
    assert all("every " in x for x in triggers)


@pytest.mark.parametrize("path", REFRESHING, ids=lambda x: x.name)
def test_a_page_is_loaded_again_only_where_there_are_no_scripts(path: Path):
    text = re.sub(r"<noscript>.*?</noscript>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert 'http-equiv="refresh"' not in text
