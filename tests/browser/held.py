"""Requests of a page that are kept back, so that what happens meanwhile can be seen."""

import time

from playwright.sync_api import Page, Route
from playwright.sync_api import TimeoutError as DriverTimeout
from tests.browser.people import PATIENCE, TWO_FRAMES


def held_back(page: Page, address: str, only_first: bool = False) -> list[Route]:
    """The requests to an address, or only the first of them, which are held back from now on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        """Keep one."""
        if only_first and held:
            route.continue_()
        else:
            held.append(route)

    page.route(address, hold)
    return held


def caught(page: Page, held: list[Route]) -> Route:
    """The first of them, when it has been sent.

    Raises
    ------
    TimeoutError
        If none is sent in time.
    """
    began = time.monotonic()
    while not held:
        if time.monotonic() - began > PATIENCE / 1000:
            raise DriverTimeout(f"Timeout {PATIENCE:.0f}ms exceeded: the page did not send what is held back")
        page.evaluate(TWO_FRAMES)
    return held[0]
