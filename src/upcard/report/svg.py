"""Drawings as ``<svg>`` text: elements with presentation attributes only, no style, script or reference."""

import re
from xml.etree import ElementTree as ET

SVG = "http://www.w3.org/2000/svg"
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
SvgLook = dict[str, str | float]
"""The attributes of an element by name."""

SERIF = "Georgia, 'DejaVu Serif', 'Liberation Serif', 'Times New Roman', serif"
SANS = "'Liberation Sans', Arial, Helvetica, 'DejaVu Sans', sans-serif"


def drawing(width: float, height: float, title: str, words: str = "") -> ET.Element:
    """Return a new drawing of a size in user units; screen readers read its title and description."""
    box = f"0 0 {width:g} {height:g}"
    svg = ET.Element("svg", {"xmlns": SVG, "viewBox": box, "role": "img"})
    add(svg, "title").text = title
    if words:
        add(svg, "desc").text = words
    return svg


def add(parent: ET.Element, tag: str, **attributes: str | float) -> ET.Element:
    """Add an element to `parent`; in attributes, underscores become hyphens, and numbers get five digits.

    A final underscore is removed, as in ``class_``, and empty attributes are left out.
    """
    names = {k.rstrip("_").replace("_", "-"): x for k, x in attributes.items() if x != ""}
    return ET.SubElement(parent, tag, {k: x if isinstance(x, str) else f"{x:.5g}" for k, x in names.items()})


def rect(
    parent: ET.Element, box: tuple[float, float, float, float], rx: float, **look: str | float
) -> ET.Element:
    """Add a rectangle with round corners: left, top, width and height, then the radius."""
    x, y, width, height = box
    return add(parent, "rect", x=x, y=y, width=width, height=height, rx=rx, **look)


def write(parent: ET.Element, x: float, y: float, text: str, size: float, **look: str | float) -> ET.Element:
    """Add text centred on `x` with its baseline at `y`, bold and with serifs by default."""
    usual: SvgLook = {"text_anchor": "middle", "font_family": SERIF, "font_size": size, "font_weight": "bold"}
    line = add(parent, "text", x=x, y=y, **(usual | look))
    line.text = text
    return line


def say(parent: ET.Element, x: float, y: float, text: str, size: float, **look: str | float) -> ET.Element:
    """Add text that begins at `x` with its baseline at `y`, plain and without serifs by default."""
    usual: SvgLook = {"text_anchor": "start", "font_family": SANS, "font_weight": "normal"}
    return write(parent, x, y, text, size, **(usual | look))


def text_of(svg: ET.Element) -> str:
    """Return the drawing as text, without the control characters of its labels, which XML does not allow."""
    return CONTROL.sub("", ET.tostring(svg, encoding="unicode"))


def read_drawing(svg: str) -> ET.Element:
    """Return a drawing of Upcard as an element without namespace, to be put into another drawing."""
    root = ET.fromstring(svg)  # noqa: S314 - drawn by us
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root
