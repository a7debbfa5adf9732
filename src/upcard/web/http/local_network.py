"""The local network: a second address of a server, which the person at its computer opens and closes."""

import asyncio
import ipaddress
import socket
from functools import partial

import uvicorn
from starlette.requests import Request

from upcard.engine.errors import Failure, Illegal
from upcard.language.messages import gettext, marked

NOWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation. Nothing is sent; a connection to it shows our local address."""

PROXY_HEADERS = (
    "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
)  # fmt: skip
"""Headers of requests that a proxy passed on: their sender may be anywhere."""

NO_NETWORK = marked(
    "this computer is in no network, so nobody else can reach it; connect it to a network, such as the Wi-Fi "
    "that the others use, and try again"
)


def local_address() -> str:
    """Return the address at which other machines of the network reach this one; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
            host = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if is_loopback(host) else host


def is_loopback(host: str) -> bool:
    """Return whether only this computer can reach a host."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class LocalNetwork:
    """Whether the local network can reach a server, and at which address.

    Parameters
    ----------
    refusal : str
        Why it can be neither opened nor closed, as a sentence; empty if it can.
    address : str
        The web address at which the network reaches the server, without a slash; empty while it cannot.

    Attributes
    ----------
    server : uvicorn.Server or None
        The running server; whoever starts it sets this.
    """

    def __init__(self, refusal: str = "", address: str = "") -> None:
        self.refusal, self.address = refusal, address
        self.server: uvicorn.Server | None = None
        self._host = ""
        self._listener: asyncio.Server | None = None
        self._lock = asyncio.Lock()

    def is_operator(self, request: Request) -> bool:
        """Return whether a request comes from this computer: straight from loopback to loopback.

        The name in the request counts too, since a page of another site may have a name that leads here.
        """
        host = str((request.scope.get("server") or ("", 0))[0])
        client = request.client.host if request.client else ""
        is_direct = not any(name in request.headers for name in PROXY_HEADERS)
        ends = (host, client, request.url.hostname or "")
        return is_direct and host != self._host and all(map(is_loopback, ends))

    async def open(self) -> None:
        """Let the network in; raises Illegal if that is forbidden here, and Failure without a network."""
        self._check()
        async with self._lock:
            if self._listener is not None:
                return
            host = await asyncio.to_thread(local_address)
            if not host:
                raise Failure(NO_NETWORK)
            await self._listen(host)

    async def close(self) -> None:
        """Shut the network out again, also those who are connected; raises Illegal if that is forbidden."""
        server = self._check()
        async with self._lock:
            listener, self._listener = self._listener, None
            if listener is None:
                return
            listener.close()
            server.servers.remove(listener)
            for connection in list(server.server_state.connections):
                if connection.transport.get_extra_info("sockname")[0] == self._host:
                    connection.shutdown()
            self._host = self.address = ""

    def _check(self) -> uvicorn.Server:
        if self.refusal or self.server is None:
            raise Illegal(
                self.refusal or gettext("this server cannot let others in; start it with: upcard serve")
            )
        return self.server

    async def _listen(self, host: str) -> None:
        """Listen at an address of the network, at the port of the server if it is free there."""
        server, loop = self._check(), asyncio.get_running_loop()
        config = server.config
        protocol: partial[asyncio.Protocol] = partial(  # type: ignore[call-arg]
            config.http_protocol_class, config=config, server_state=server.server_state,
            app_state=server.lifespan.state, _loop=loop,
        )  # fmt: skip
        listener = _socket_at(host, int(server.servers[0].sockets[0].getsockname()[1]))
        port = listener.getsockname()[1]
        self._listener = await loop.create_server(protocol, sock=listener, backlog=config.backlog)
        server.servers.append(self._listener)
        self._host, self.address = host, f"http://{host}:{port}"


def _socket_at(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a host, at a free port if `port` is in use there."""
    try:
        return socket.create_server((host, port))
    except OSError:
        pass
    try:
        return socket.create_server((host, 0))
    except OSError as fault:
        raise Failure(
            f"cannot listen at {host}: {fault.strerror}; check the network, and try again"
        ) from fault
