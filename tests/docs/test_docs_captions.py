"""Where a page says under which heading of the menu something stands, there is such a heading."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
UNDER = re.compile(r"documentation\s+under\s+\*([^*]+)\*|under\s+\*([^*]+)\*\s+here")
CAPTION = re.compile(r"^:caption: (.*)$", re.MULTILINE)


def test_what_stands_under_a_heading_of_the_menu_is_told_by_its_name():
    captions = CAPTION.findall((DOCS / "index.md").read_text(encoding="utf-8"))
    named = {
        (path.name, "".join(told))
        for folder in ("tutorial", "how-to")
        for path in (DOCS / folder).glob("*.md")
        for told in UNDER.findall(path.read_text(encoding="utf-8"))
    }
    assert ("teach-with-lessons.md", "Textbook") in named
    assert {told for _, told in named} <= set(captions)
