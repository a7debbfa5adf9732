"""The templates of the web, in this folder. Text that is put into them is escaped."""

from functools import lru_cache

from jinja2 import Environment

from upcard.report import report_templates as of_a_package
from upcard.web.value_text import VALUES


@lru_cache(maxsize=1)
def templates() -> Environment:
    """Return the templates; a missing name is an error."""
    found = of_a_package.templates("upcard.web.templates")
    found.globals.update(VALUES)
    return found
