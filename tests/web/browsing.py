"""What a browser without scripts does at a server: it reads pages, and sends the forms that stand there."""

import re
from weakref import WeakKeyDictionary

from bs4 import BeautifulSoup, Tag
from starlette.testclient import TestClient

TOKENS: WeakKeyDictionary[TestClient, tuple[list[tuple[str, str]], str]] = WeakKeyDictionary()
"""What the forms of browsers hold, each with the cookies that it goes with."""


def csrf(client: TestClient, path: str = "/") -> str:
    """What a browser has in its forms, by which the server knows them again; a page is read for it once."""
    if client not in TOKENS or TOKENS[client][0] != list(client.cookies.items()):
        found = re.search(r'<input [^>]*name="csrf"[^>]*>', client.get(path).text)
        assert found is not None
        token = attribute(soup_of(found[0]), "input", "value")
        TOKENS[client] = list(client.cookies.items()), token
    return TOKENS[client][1]


def attribute(soup: Tag, selector: str, name: str) -> str:
    """An attribute of the first element that fits."""
    found = soup.select_one(selector)
    assert found is not None
    return str(found[name])


def other(client: TestClient) -> TestClient:
    """Another browser at the same server, which answers it in the same event loop: locks belong to one."""
    browser = TestClient(client.app, base_url="http://testserver")
    browser.portal = client.portal
    return browser


def new_table(client: TestClient, **form: str) -> str:
    answer = client.post("/tables", data={"csrf": csrf(client), "name": "Ana", **form})
    assert answer.status_code == 200, answer.text
    return answer.url.path


def add(client: TestClient, table: str, text: str = "x1") -> None:
    answer = client.post(f"{table}/add", data={"csrf": csrf(client, table), "added": text})
    assert answer.status_code == 200


def soup_of(text: str) -> BeautifulSoup:
    """A page as elements."""
    return BeautifulSoup(text, "html.parser")


def form_of(text: str, name: str) -> BeautifulSoup | None:
    """The form with this id, without the rest of the page, whose elements would take far longer to make."""
    found = re.search(rf'<form id="{name}".*?</form>', text, re.DOTALL)
    return soup_of(found[0]) if found is not None else None


def filled(page: Tag, form: str) -> dict[str, str]:
    """The fields of a form as they would be sent."""
    found = page.select_one(form)
    assert found is not None
    fields = {str(x["name"]): str(x.get("value", "on")) for x in found.select("input[name]") if is_sent(x)}
    for select in found.select("select"):
        chosen = select.select_one("option[selected]") or select.select("option")[0]
        fields[str(select["name"])] = str(chosen.get("value", chosen.text))
    return fields


def is_sent(field: Tag) -> bool:
    """Whether a field is sent: a box that is not checked is not."""
    return field.get("type") != "checkbox" or field.has_attr("checked")


def page_of(client: TestClient, address: str) -> BeautifulSoup:
    """A page that is there, as elements."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return BeautifulSoup(answer.text, "html.parser")
