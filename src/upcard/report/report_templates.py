"""The templates of pages, which lie beside the code that fills them; what is put into them is escaped."""

from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined

HERE = "upcard.report"


def source(name: str, package: str = HERE) -> str:
    """The text of a file that lies in a package, by default in this one."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def templates(package: str = HERE) -> Environment:
    """The templates of a package, by default of this one; a name that a template is not given is a fault."""
    return Environment(
        loader=FunctionLoader(lambda name: source(name, package)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
