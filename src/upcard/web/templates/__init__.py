"""The templates of the web, which lie in this folder; text that is put into them is escaped."""

from functools import lru_cache

from jinja2 import Environment

from upcard.report import report_templates as of_a_package


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates; a name that one is not given is a fault."""
    return of_a_package.templates("upcard.web.templates")
