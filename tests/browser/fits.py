"""What a table's page shows without scrolling, measured in the browser."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from tests.browser.people import TWO_FRAMES

SIZES = ((390, 844), (1366, 768), (1440, 900), (1920, 1080))

MISFITS = Path(__file__).with_name("misfits.js").read_text(encoding="utf-8")


def misfits(page: Page, sizes: Any = SIZES) -> dict[tuple[int, int], list[str]]:
    """What is not visible or lies over something else, for every size of the window where there is any."""
    wrong = {}
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(TWO_FRAMES)
        if faults := page.evaluate(MISFITS):
            wrong[size] = faults
    return wrong
