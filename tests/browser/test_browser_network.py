"""One click lets a phone in the local network join; 127.0.0.2 stands for the network."""

from contextlib import closing
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.people import DESKTOP, PATIENCE, PHONE, Person
from tests.web.http.test_local_network import NETWORK, SWITCH, serving

from upcard.web.http import local_network
from upcard.web.http.local_network import LocalNetwork


def person_at(browser: Browser, name: str, address: str, size: tuple[int, int]) -> Person:
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, has_touch=size == PHONE)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    return Person(name, context, address, taps=size == PHONE)


@pytest.mark.by_night("a server and two browsers of its own")
def test_a_phone_joins_after_one_click_and_is_shut_out_after_another(chromium, tmp_path, monkeypatch):
    monkeypatch.setattr(local_network, "local_address", lambda: NETWORK)
    with serving(tmp_path, LocalNetwork()) as port:
        ana = person_at(chromium, "Ana", f"http://127.0.0.1:{port}", DESKTOP)
        ben = person_at(chromium, "Ben", f"http://{NETWORK}:{port}", PHONE)
        with closing(ana.context), closing(ben.context):
            ana.go("/").fill("#name", "Ana")
            ana.press(ana.page.get_by_role("button", name="Invite a friend to Kuhn poker"))
            ana.press(ana.page.get_by_role("button", name=SWITCH))
            link = ana.page.locator("#link")
            expect(link).to_have_value(f"{ben.address}{urlsplit(ana.page.url).path}")
            expect(ana.page.locator(".invite img.qr")).to_be_visible()
            ben.join(urlsplit(link.input_value()).path)
            for person in (ana, ben):
                expect(person.page.locator("#table.board")).to_be_visible()
                assert not person.complaints
            table = urlsplit(ana.page.url).path
            ana.go("/")
            ana.press(ana.page.get_by_role("button", name="Let only this computer in"))
            expect(ana.page.get_by_role("button", name=SWITCH)).to_be_visible()
            expect(ben.page.get_by_text("Connection lost")).to_be_visible()
            ana.go(table)
            expect(ana.page.locator("#table.board")).to_be_visible()
            assert not ana.complaints
