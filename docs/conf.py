"""How the documentation is built. Nothing is fetched from a network, neither to build it nor to read it."""

import importlib
import sys
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

from docutils.nodes import SkipNode
from docutils.utils.math.latex2mathml import tex2mathml
from jinja2 import BaseLoader
from jinja2.sandbox import SandboxedEnvironment
from numpydoc import docscrape_sphinx

HERE = Path(__file__).parent

project = "Upcard"
author = "The Upcard authors"
project_copyright = "The Upcard authors, Apache License 2.0"
version = release = installed_version("upcard")

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
]
if not tags.has("checked"):  # type: ignore[name-defined]  # noqa: F821 - Sphinx gives it to this file
    extensions.append("sphinx.ext.viewcode")
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_use_type_comments = False
autosummary_generate = True
numpydoc_show_class_members = False

html_theme = "furo"
html_title = "Upcard"
html_static_path = ["static"]
html_css_files = ["upcard.css"]
html_copy_source = False
html_math_renderer = "mathml"


def write_math(writer: Any, node: Any, *, as_block: bool) -> None:
    """Write a formula as MathML, which browsers draw by themselves."""
    formula = tex2mathml(node.astext(), as_block=as_block)
    writer.body.append(f'<div class="math">{formula}</div>' if as_block else formula)
    raise SkipNode


def write_inline_math(writer: Any, node: Any) -> None:
    """Write a formula inside a sentence."""
    write_math(writer, node, as_block=False)


def write_math_block(writer: Any, node: Any) -> None:
    """Write a formula on lines of its own."""
    write_math(writer, node, as_block=True)


def generate_pages(_app: Any, _config: Any) -> None:
    """Let ``generate.py``, where there is one, write the pages that come from the code."""
    if (HERE / "generate.py").exists():
        sys.path.insert(0, str(HERE))
        importlib.import_module("generate").write_pages(HERE)


def keep_template() -> None:
    """Let numpydoc read its template once, and not again for each of thousands of docstrings."""
    made: list[SandboxedEnvironment] = []

    def environment(loader: BaseLoader) -> SandboxedEnvironment:
        if not made:
            made.append(SandboxedEnvironment(loader=loader))
        return made[0]

    docscrape_sphinx.SandboxedEnvironment = environment


def setup(app: Any) -> None:
    """Connect the above to Sphinx."""
    keep_template()
    app.add_html_math_renderer("mathml", (write_inline_math, None), (write_math_block, None))
    app.connect("config-inited", generate_pages)
