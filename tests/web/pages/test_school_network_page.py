"""The page on school networks: it is the same as in the documentation, and needs no class."""

from importlib.resources import files
from pathlib import Path

from tests.web.browsing import soup_of
from tests.web.classes import text_at

NAME = "school-networks.md"


def test_the_page_is_that_of_the_documentation(client):
    documented = (Path(__file__).parents[3] / "docs" / "how-to" / NAME).read_text(encoding="utf-8")
    assert files("upcard.web").joinpath("school_networks.md").read_text(encoding="utf-8") == documented
    page = soup_of(client.get("/school-networks").text)
    assert text_at(page, "h1") == "When phones cannot reach the class"
    assert [x.text for x in page.select("article h2")] == [
        x.removeprefix("## ") for x in documented.splitlines() if x.startswith("## ")
    ]
