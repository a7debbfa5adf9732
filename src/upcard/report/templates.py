"""The templates of pages, which lie beside this file; text that is put into them is escaped."""

from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined


def source(name: str) -> str:
    """The text of a file of this folder."""
    return files("upcard.report").joinpath(name).read_text(encoding="utf-8")


def templates() -> Environment:
    """The templates; a name that a template is not given is a fault."""
    return Environment(
        loader=FunctionLoader(source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
