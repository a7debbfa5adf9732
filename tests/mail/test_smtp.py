"""The door for letters: how many connections come in at the same time."""

import asyncio
from typing import Any

from upcard.mail.smtp import MOST_OF_ONE, MailHandler, listen


async def receive(*_: Any) -> str:
    return ""


def test_one_address_gets_only_so_many_connections_until_some_end(caplog):
    async def visit() -> None:
        server = await listen(MailHandler(receive, "us@example.org"), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        open_ones = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_OF_ONE)]
        assert {(await reader.readline())[:3] for reader, _ in open_ones} == {b"220"}
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"HELO x\r\n")
        assert (await reader.readline()).startswith(b"421")
        assert "too many connections" in caplog.text
        open_ones[0][1].close()
        await asyncio.sleep(0.1)
        reader, last = await asyncio.open_connection("127.0.0.1", port)
        assert (await reader.readline()).startswith(b"220")
        for _, one in [*open_ones, (reader, last), (reader, writer)]:
            one.close()
        server.close()
        await server.wait_closed()

    asyncio.run(visit())
