"""The templates of the web, which lie in this folder; text that is put into them is escaped."""

from functools import lru_cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined


def source(name: str) -> str:
    """The text of a file of this folder."""
    return files("upcard.web.templates").joinpath(name).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates; text that is put into them is escaped, and a name that one is not given is a fault."""
    return Environment(
        loader=FunctionLoader(source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
