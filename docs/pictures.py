"""The pictures of the README and of these pages, made from the application itself: ``make pictures``.

A table and a classroom are looked at in Chromium; the heat map is solved and drawn as the study
``smallsum-chart`` draws it. Cards of the table come from a fair deal, so that every picture shows others.
"""

import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from upcard.games.smallsum.studies.smallsum_chart import charts_section, solve_alternate
from upcard.report.line_charts import chart_svg
from upcard.study.experiment_runner import Lab

FOLDER = Path(__file__).parent / "pictures"
CHROMIUM = "/usr/bin/chromium"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
MOVED = """() => {
  const table = document.querySelector("#table");
  return Number(table.dataset.turn) > 3 && table.querySelector(".choice");
}"""
FOLLOWED = """() => !document.querySelector("#new-table.htmx-request, #new-table .htmx-request")"""
FREQUENT = 192
TABLE, PHONE, WALL = (1240, 900), (390, 844), (1920, 1080)
INK = "#1f2328"
PUPILS = ("Otter", "Lynx", "Heron", "Badger", "Falcon", "Raven", "Tapir", "Ibex", "Wren", "Marten", "Newt")
BOTS = {"#seat-2": "level-beginner", "#seat-3": "level-casual", "#seat-4": "level-beginner"}


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "upcard", "serve", "--port", "0", "--no-open", "--pace", "0"]
        with subprocess.Popen(  # noqa: S603 - our own server
            [*command, "--folder", folder], stdout=subprocess.PIPE, text=True
        ) as server:
            said = server.stdout.readline() if server.stdout else ""
            try:
                yield ADDRESS.findall(said)[0]
            finally:
                server.terminate()


def light_page(browser: Browser, size: tuple[int, int], scale: float = 1) -> Page:
    """An empty page in the light theme."""
    width, height = size
    return browser.new_page(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        color_scheme="light",
        reduced_motion="reduce",
    )


def table(browser: Browser, address: str) -> bytes:
    """Return a picture of a table of L.A.M.A. with three bots, after some moves."""
    page = light_page(browser, TABLE, 1.1)
    page.goto(f"{address}new/lama?players=4")
    page.fill("form.sheet #name", "Ada")
    for seat, who in BOTS.items():
        page.select_option(seat, who)
        page.wait_for_function(FOLLOWED)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    page.locator("#table .choice").first.click()
    page.wait_for_function(MOVED)
    page.mouse.move(1, 1)
    return page.locator("#table").screenshot()


def room(browser: Browser, address: str) -> bytes:
    """Return a picture of the projector while pupils join."""
    page = light_page(browser, WALL)
    page.goto(address)
    page.get_by_role("button", name="Open a classroom").click()
    page.wait_for_url("**/teach")
    for name in PUPILS:
        join(browser, page.url.split("/teach")[0], name)
    wall = light_page(browser, WALL, 0.5)
    wall.goto(page.url.split("/teach")[0] + "/show")
    wall.get_by_text(PUPILS[-1]).wait_for()
    return wall.screenshot()


def join(browser: Browser, place: str, name: str) -> None:
    """Let a pupil join the class."""
    phone = light_page(browser, PHONE)
    phone.goto(place)
    phone.fill("#name", name)
    phone.get_by_role("button", name="Join").click()
    phone.get_by_text(name).first.wait_for()
    phone.close()


def heat_map() -> str:
    """How much A bets in Alternate, by the open sums and the hidden card; on white, whatever lies behind."""
    section = charts_section(solve_alternate(Lab(100, 1, None, None, None)))
    drawing = chart_svg(section.figures[0])
    begin, ground = drawing.index(">") + 1, '<rect width="100%" height="100%" fill="white"/>'
    return (drawing[:begin] + ground + drawing[begin:]).replace("currentColor", INK)


def small(picture: bytes) -> bytes:
    """A picture with 256 colours: mostly those that are frequent, and some for what is rare."""
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    frequent = whole.quantize(FREQUENT).getpalette() or []
    rare = whole.quantize(256 - FREQUENT, Image.Quantize.MAXCOVERAGE).getpalette() or []
    colours = Image.new("P", (1, 1))
    colours.putpalette(frequent[: 3 * FREQUENT] + rare[: 3 * (256 - FREQUENT)])
    out = io.BytesIO()
    whole.quantize(palette=colours, dither=Image.Dither.NONE).save(out, "png", optimize=True)
    return out.getvalue()


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=FOLDER)
def main(folder: Path) -> None:
    """Write all pictures into FOLDER, the one of these pages by default."""
    folder.mkdir(exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        (folder / "table.png").write_bytes(small(table(browser, address)))
        (folder / "class.png").write_bytes(small(room(browser, address)))
        browser.close()
    (folder / "bets.svg").write_text(heat_map(), encoding="utf-8")


if __name__ == "__main__":
    main()
