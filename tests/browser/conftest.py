"""A server and a browser for all tests of this folder, and the people who sit before it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.people import DESKTOP, PATIENCE, PHONE, Person, opened
from tests.browser.server import Server

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
UNUSED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay",
    "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip
"""Of Chromium: below a line for addresses that nobody sees each window has two pages, which take it longer to
begin than all else; the others are what Playwright leaves out, whose own list ours takes the place of."""

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--disable-features={','.join(UNUSED)}",
    "--force-device-scale-factor=0.5",
]  # fmt: skip
"""The last: what nobody sees is drawn in a quarter of the dots; a picture that is taken has all of them."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    served = Server(tmp_path_factory.mktemp("served"))
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    if not shutil.which(CHROMIUM) and "CI" not in os.environ:
        pytest.skip("pages are tested in Chromium, which is not here: install the package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def ana(chromium: Browser, server: Server) -> Iterator[Person]:
    """Who sits at a desk and has only a keyboard."""
    with opened(chromium, server, "Ana", DESKTOP, types=True) as person:
        yield person


@pytest.fixture(scope="package")
def ben(chromium: Browser, server: Server) -> Iterator[Person]:
    """Who taps on a phone."""
    with opened(chromium, server, "Ben", PHONE) as person:
        yield person


@pytest.fixture(scope="module")
def zoe(chromium: Browser, server: Server) -> Iterator[Person]:
    """Who has a mouse, and watches where others play."""
    with opened(chromium, server, "Zoe", DESKTOP) as person:
        yield person


@pytest.fixture(scope="module")
def eva(chromium: Browser, server: Server) -> Iterator[Person]:
    """Who makes her window small and large."""
    with opened(chromium, server, "Eva", DESKTOP) as person:
        yield person


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    own = Server(tmp_path)
    own.start()
    yield own
    own.stop()
