"""A position in a frame of another page: read only, and framed only where the server allows it."""

import pytest
from starlette.testclient import TestClient
from tests.web.browsing import page_of

from upcard.cli.commands.serve import _frames
from upcard.engine.errors import Usage
from upcard.server.database import Store
from upcard.web.app import ServerSetup, make_app

PLACED = "/embed/lama?players=2&seed=1&state=hand~0.0.0-points~33"


def framing(client) -> str:
    policy: str = client.get(PLACED).headers["content-security-policy"]
    return policy.rpartition("frame-ancestors ")[2]


def test_a_framed_position_has_no_choices_and_no_header(client):
    soup = page_of(client, PLACED)
    assert len(soup.select(".own .held .card")) == 3
    assert not soup.select("button.can, .choice, header.top, form")
    assert str(soup.select(".source a")[0]["href"]).startswith("/analysis/lama?")


def test_framing_is_refused_by_default_and_allowed_by_configuration(client, tmp_path):
    assert framing(client) == "'none'"
    setup = ServerSetup("key", is_limited=False, pace=0.0, embed="https://school.example")
    with TestClient(make_app(setup, Store(f"sqlite:///{tmp_path / 'x.sqlite'}"))) as other:
        assert framing(other) == "'self' https://school.example"
        assert other.get("/analysis/lama").headers["x-frame-options"] == "DENY"
        text = str(page_of(other, PLACED.replace("embed", "analysis")).select(".embed-box input")[0]["value"])
        assert text.startswith(f'<iframe src="http://testserver{PLACED}')
    assert not page_of(client, "/analysis/lama").select(".embed-box")


@pytest.mark.parametrize("address", ["https://a.example; script-src *", "a.example", "https://a.example b"])
def test_only_an_address_of_pages_is_accepted(address):
    with pytest.raises(Usage, match="expected"):
        _frames(address)
