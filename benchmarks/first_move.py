"""How soon the first move is possible after a table is opened: ``python benchmarks/first_move.py``.

A browser presses *Play* on the start page, for every game in turn. The time runs until a move can be chosen
on the drawn table, in milliseconds of wall-clock: the median and the longest of some tables, with the
kilobytes that the page loads, compressed. Bots act without a pause (option ``--pace 0`` of the server).
"""

import argparse
import shutil
import statistics
import time

from playwright.sync_api import Browser, Page, sync_playwright
from served import serving

from upcard.engine.registry import valid_games

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
GOAL_MS, TABLES = 1000, 5
LOADED = """() => performance.getEntries().reduce((sum, x) => sum + (x.transferSize ?? 0), 0) / 1000"""


def first_moves(browser: Browser, address: str, game: str, tables: int) -> tuple[list[float], float]:
    """Return the milliseconds until the first move of each table, and the kilobytes of the last page."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page, times = context.new_page(), []
    for _ in range(tables):
        page.goto(address)
        times.append(_first_move(page, game))
    loaded = _weight(browser, page)
    context.close()
    return times, loaded


def _weight(browser: Browser, page: Page) -> float:
    """Return the kilobytes that come over the network for the page, if the browser has no file of it yet."""
    fresh = browser.new_context(viewport=page.viewport_size, storage_state=page.context.storage_state())
    again = fresh.new_page()
    again.goto(page.url)
    again.wait_for_selector("#table .choice")
    loaded = float(again.evaluate(LOADED))
    fresh.close()
    return loaded


def _first_move(page: Page, game: str) -> float:
    """Press *Play* and return the milliseconds until a move can be chosen."""
    began = time.perf_counter()
    page.locator(f"button[name=play][value={game}]").first.click(no_wait_after=True)
    page.wait_for_selector("#table .choice")
    return (time.perf_counter() - began) * 1000


def main() -> None:
    """Print a line for each game, and whether the longest time meets the goal."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--tables", type=int, default=TABLES, help=f"tables of each game, default {TABLES}")
    parser.add_argument("games", nargs="*", default=sorted(valid_games()[0]), help="default: all games")
    chosen = parser.parse_args()
    with serving(options=["--pace", "0"]) as (port, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        print("milliseconds until the first move: median, longest; kilobytes of the page")
        for game in chosen.games:
            times, loaded = first_moves(browser, f"http://127.0.0.1:{port}/", game, chosen.tables)
            verdict = "" if max(times) <= GOAL_MS else f", over {GOAL_MS} ms"
            print(f"{game:20} {statistics.median(times):6.0f} {max(times):6.0f} {loaded:6.0f}{verdict}")
        browser.close()


if __name__ == "__main__":
    main()
