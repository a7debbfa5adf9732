"""The templates of pages, stored beside the code that fills them; all inserted values are escaped."""

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # only pages need it
    from jinja2 import Environment

HERE = "upcard.report"


def source(name: str, package: str = HERE) -> str:
    """Return the text of a file in a package, by default this one."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def templates(package: str = HERE) -> "Environment":
    """Return the templates of a package, by default this one; undefined names raise an error."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    return Environment(
        loader=FunctionLoader(lambda name: source(name, package)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
