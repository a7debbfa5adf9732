"""What a browser loads to show a table: all of it together stays small, and comes from this server."""

from urllib.parse import urljoin, urlsplit

from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.web.browsing import add, new_table

from upcard.engine.registry import valid_games

MOST_BYTES = 200_000
SERVER = "http://testserver"
LOADED = {"script[src]": "src", "img[src]": "src", "link[rel=stylesheet]": "href", "link[rel=icon]": "href"}


def loaded_by(soup: BeautifulSoup) -> set[str]:
    """The addresses of styles, scripts and images that a page loads at once."""
    elements = [(x, name) for selector, name in LOADED.items() for x in soup.select(selector)]
    return {str(x[name]) for x, name in elements if x.get("loading") != "lazy"}


def full_table(client: TestClient, game: str) -> str:
    """The path of a new table with as many players as a game allows, after the deal."""
    players = max(valid_games()[0][game].GAME.table_sizes)
    bots = {f"seat-{p}": "random" for p in range(2, players + 1)}
    path = new_table(client, game=game, players=str(players), **{"seat-1": "me"}, **bots)
    add(client, path)
    return path


def test_a_table_with_everything_on_it_weighs_less_than_200_kilobytes(client: TestClient):
    sizes: dict[str, int] = {}
    heavy: dict[str, list[tuple[str, int]]] = {}
    for game in sorted(valid_games()[0]):
        page = client.get(full_table(client, game))
        soup = BeautifulSoup(page.text, "html.parser")
        assert soup.select_one("#table.board img"), game
        parts = {"the page": len(page.content)}
        for address in loaded_by(soup):
            assert urlsplit(urljoin(SERVER, address)).netloc == urlsplit(SERVER).netloc, address
            if address not in sizes:
                answer = client.get(address)
                assert answer.status_code == 200, address
                sizes[address] = int(answer.headers["content-length"])
            parts[address] = sizes[address]
        if sum(parts.values()) >= MOST_BYTES:
            heavy[f"{game}: {sum(parts.values())}"] = sorted(parts.items(), key=lambda x: -x[1])[:9]
    assert not heavy


def test_a_browser_that_has_a_file_is_told_that_it_has_not_changed(client: TestClient):
    for address in ("/static/table.css", "/static/vendor/htmx.min.js"):
        first = client.get(address)
        assert first.headers["cache-control"] == "no-cache"
        again = client.get(address, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["cache-control"] == "no-cache"
        assert client.get(address, headers={"if-none-match": '"another"'}).status_code == 200


def test_files_for_everybody_are_sent_compressed_and_pages_with_secrets_are_not(client: TestClient):
    path = full_table(client, "kuhn-poker")
    for address in ("/static/table.css", "/static/vendor/htmx.min.js", "/cards/classic/kuhn-poker/1.svg"):
        answer = client.get(address)
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) < len(answer.content) / 2
        plain = client.get(address, headers={"accept-encoding": "identity"})
        assert (plain.content, "content-encoding" in plain.headers) == (answer.content, False)
    for address in ("/", path, f"{path}/board"):
        assert "content-encoding" not in client.get(address).headers
