"""Templates of the pages, in this folder. They escape all inserted text."""

from functools import lru_cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from upcard.report import report_templates
from upcard.web.value_text import VALUES


@lru_cache(maxsize=1)
def templates() -> Environment:
    """Return the environment of the templates; a missing value is an error."""
    environment = report_templates.templates("upcard.web.templates")
    environment.globals.update(VALUES)
    return environment


def fill_template(name: str, /, **values: Any) -> Markup:
    """Return a filled-in template, as a part of a page."""
    return Markup(templates().get_template(name).render(**values))  # noqa: S704 - templates escape text
