"""One click at the server's own computer lets the local network in; 127.0.0.2 stands for the network."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from tests.server.database_copies import sqlite_copy
from tests.web.browsing import attribute, soup_of
from tests.web.served import PATIENCE

from upcard.cli.commands.serve import _network
from upcard.cli.terminal.server_options import ServerOptions
from upcard.server.database import Store
from upcard.web.app import ServerSetup, make_app
from upcard.web.http import local_network
from upcard.web.http.http_limits import server_of
from upcard.web.http.local_network import LocalNetwork

NETWORK = "127.0.0.2"
SWITCH = "Let others in this network join"


class Browser(requests.Session):
    """A browser at one address of the server."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__()
        self.base, self.trust_env = f"http://{host}:{port}", False

    def look(self, path: str, **sent: Any) -> requests.Response:
        return self.get(self.base + path, timeout=PATIENCE, **sent)

    def submit(self, path: str, **fields: str) -> requests.Response:
        return self.post(self.base + path, fields, timeout=PATIENCE)

    def send_form(self, path: str, page: str = "/", **fields: str) -> requests.Response:
        """The answer to a form with the token of a page."""
        token = attribute(soup_of(self.look(page).text), "input[name=csrf]", "value")
        return self.submit(path, csrf=token, **fields)


@contextlib.contextmanager
def serving(folder: Path, network: LocalNetwork) -> Iterator[int]:
    """A server on loopback; gives its port."""
    setup = ServerSetup("the key of a test", is_limited=False, pace=0.0, network=network)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        network.server = server = server_of(make_app(setup, Store(sqlite_copy(folder))))
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(30)


def test_the_network_is_let_in_and_shut_out_without_losing_the_table(tmp_path, monkeypatch):
    monkeypatch.setattr(local_network, "local_address", lambda: NETWORK)
    with serving(tmp_path, LocalNetwork()) as port, Browser("127.0.0.1", port) as host:
        assert SWITCH in host.look("/").text
        table = urlsplit(host.send_form("/tables", invite="kuhn-poker", name="Ana").url).path
        assert f"http://127.0.0.1:{port}{table}" in host.look(table).text
        opened = host.send_form("/network/open", table, table=table.removeprefix("/t/"))
        link = f"http://{NETWORK}:{port}{table}"
        assert attribute(soup_of(opened.text), "#link", "value") == link
        assert host.look(f"{table}/qr.svg").headers["content-type"] == "image/svg+xml"
        assert f"{NETWORK}:{port}" in host.look("/").text
        assert host.look("/network/qr.svg").status_code == 200

        with Browser(NETWORK, port) as guest:
            assert "/network/" not in guest.look("/").text + guest.look(table).text
            answer = guest.send_form("/network/close", table)
            assert (answer.status_code, "Only the person at the computer" in answer.text) == (403, True)
            sat = guest.send_form(f"{table}/sit", table, name="Ben")
            assert "Ben" in sat.text
            with guest.look(f"{table}/events", stream=True) as stream:
                host.send_form("/network/close", table)
                with contextlib.suppress(requests.RequestException):
                    list(stream.iter_content())  # it ends
            with pytest.raises(requests.ConnectionError):
                guest.look(table)
        assert "Ben" in host.look(table).text
        assert host.look("/network/qr.svg").status_code == 404
        assert NETWORK not in host.look(table).text
        host.send_form("/network/open")  # once more
        assert host.get(link, timeout=PATIENCE).status_code == 200


def test_only_the_person_at_this_computer_has_the_switch(tmp_path, monkeypatch):
    monkeypatch.setattr(local_network, "local_address", lambda: "")
    with serving(tmp_path, network := LocalNetwork()) as port, Browser("127.0.0.1", port) as host:
        answer = host.send_form("/network/open")
        assert (answer.status_code, "connect it to a network" in answer.text) == (503, True)
        elsewhere = (
            {"host": "a.example"},  # a page whose name leads to this computer
            {"x-forwarded-for": "127.0.0.1"},
            {"x-real-ip": "10.0.0.9"},
            {"via": "1.1 proxy"},
        )
        for headers in elsewhere:
            assert SWITCH not in host.look("/", headers=headers).text
            host.headers.update(headers)
            assert host.send_form("/network/open").status_code == 403
            for name in headers:
                del host.headers[name]
        assert host.submit("/network/open", csrf="forged").status_code == 403
        network.refusal = "this server was started with --no-share"
        assert SWITCH not in host.look("/").text
        assert "--no-share" in host.send_form("/network/open").text


@pytest.mark.parametrize(
    ("host", "address", "shares", "refusal"),
    [
        ("127.0.0.1", "", True, ""),
        ("127.0.0.1", "", False, "--no-share"),
        ("127.0.0.1", "https://play.example", True, "--address"),
        ("10.0.0.5", "", True, "--host"),
        ("0.0.0.0", "", True, "--host"),
    ],
)
def test_servers_that_others_reach_already_have_no_switch(monkeypatch, host, address, shares, refusal):
    monkeypatch.setattr(local_network, "local_address", lambda: NETWORK)
    place = ServerOptions(host, 0, None, None, address, True, False)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        network = _network(place, listener, shares)
        port = listener.getsockname()[1]
    assert refusal in network.refusal
    assert bool(network.refusal) == bool(refusal)
    assert network.address == (f"http://{NETWORK}:{port}" if host == "0.0.0.0" else "")
