"""Cards on sheets for a printer: one HTML page that needs nothing else, with marks along which to cut."""

from collections.abc import Sequence
from importlib.metadata import version

from markupsafe import Markup

from upcard.report.packs import HEIGHT, WIDTH
from upcard.report.templates import source, templates

TEMPLATE, STYLES = "sheet.html.jinja", "sheet.css"

PAPER_WIDTH, PAPER_HEIGHT = 210, 297  # A4 upright, in millimetres, as in the styles
ACROSS, DOWN = 3, 3
LEFT, TOP = (PAPER_WIDTH - ACROSS * WIDTH) / 2, (PAPER_HEIGHT - DOWN * HEIGHT) / 2
NEAR, FAR = 2, 6  # how far from the cards a mark ends and begins

Line = tuple[float, float, float, float]


def sheet_html(title: str, note: str, cards: Sequence[str]) -> str:
    """Cards as one HTML document of A4 sheets, nine cards on each; the same cards give the same text.

    Parameters
    ----------
    title : str
        What is printed.
    note : str
        Which cards these are, in a few words; stands in the margin of every sheet too.
    cards : sequence of str
        The cards as ``<svg>`` elements of the size of a card.
    """
    each = ACROSS * DOWN
    svgs = [Markup(card) for card in cards]  # noqa: S704 - drawn by us
    return (
        templates()
        .get_template(TEMPLATE)
        .render(
            title=title,
            note=note,
            count=len(svgs),
            sheets=[svgs[i : i + each] for i in range(0, len(svgs), each)],
            size={"width": WIDTH, "height": HEIGHT, "left": LEFT, "top": TOP, "across": ACROSS},
            paper=f"0 0 {PAPER_WIDTH} {PAPER_HEIGHT}",
            cuts=cuts(),
            styles=Markup(source(STYLES)),  # noqa: S704 - our own file
            version=version("upcard"),
        )
    )


def cuts() -> list[Line]:
    """The marks of a sheet, as lines x1, y1, x2, y2: in the margins, in line with the edges of the cards."""
    xs = [LEFT + WIDTH * i for i in range(ACROSS + 1)]
    ys = [TOP + HEIGHT * j for j in range(DOWN + 1)]
    upright = [(x, y1, x, y2) for x in xs for y1, y2 in _margins(TOP, PAPER_HEIGHT - TOP)]
    level = [(x1, y, x2, y) for y in ys for x1, x2 in _margins(LEFT, PAPER_WIDTH - LEFT)]
    return upright + level


def _margins(low: float, high: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """From where to where marks reach, before the first card and behind the last."""
    return (low - FAR, low - NEAR), (high + NEAR, high + FAR)
