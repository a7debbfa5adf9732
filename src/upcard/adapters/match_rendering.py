"""A match as environments render it: as the text of a terminal, or as an array of pixels.

It shows what the player to move sees, and everything after the end. Pixels need the package `resvg_py`, which
``pip install 'upcard[pettingzoo]'`` brings. The letters come with matplotlib, so a picture is the same
everywhere.
"""

import io
from pathlib import Path

import matplotlib
import numpy as np
import numpy.typing as npt

from upcard.engine.game import Match
from upcard.engine.optional_packages import require_extra
from upcard.play.scene import Scene
from upcard.report.scene_svg import scene_of, scene_svg
from upcard.report.svg import drawing, read_drawing, text_of
from upcard.report.terminal.text_scenes import plain_text

SIZE = 720
"""Width and height of a picture in pixels."""

PAPER = "#f4f1e8"
LETTERS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf")


def table_of(match: Match) -> Scene:
    """Return the table of a match; players are named by their seats."""
    return scene_of(match, [f"seat {p + 1}" for p in range(match.game.players)])


def text_of_table(match: Match) -> str:
    """Return the table as a terminal draws it, in ASCII."""
    return plain_text(table_of(match), ())


def rgb_array(match: Match) -> npt.NDArray[np.uint8]:
    """Return the table as a square picture, uint8 of shape (SIZE, SIZE, 3).

    Raises ``Failure`` if the package that turns drawings into pixels is not installed.
    """
    with require_extra("pettingzoo", "a picture of a table"):
        import resvg_py
    scene = table_of(match)
    square, inner = drawing(SIZE, SIZE, scene.title), read_drawing(scene_svg(scene, match.game))
    for svg in (square, inner):  # a drawing that is higher than wide becomes smaller
        svg.set("width", str(SIZE))
        svg.set("height", str(SIZE))
    square.append(inner)
    png = resvg_py.svg_to_bytes(
        svg_string=text_of(square),
        background=PAPER,
        skip_system_fonts=True,
        font_files=[str(Path(matplotlib.get_data_path(), "fonts", "ttf", x)) for x in LETTERS],
        font_family="DejaVu Sans",
        serif_family="DejaVu Serif",
        sans_serif_family="DejaVu Sans",
    )
    return _pixels(bytes(png))


def _pixels(png: bytes) -> npt.NDArray[np.uint8]:
    from matplotlib.image import imread

    seen = imread(io.BytesIO(png), format="png")
    pixels: npt.NDArray[np.uint8] = np.rint(seen[:, :, :3] * 255).astype(np.uint8)
    return pixels
