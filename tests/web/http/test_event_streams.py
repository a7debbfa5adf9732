"""The stream of events of a table: what it says, and when it says nothing."""

import asyncio
from collections.abc import AsyncGenerator

from tests.server.test_table_service import ANA, BEN, dealt, with_service

from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService
from upcard.web.http import event_streams as events
from upcard.web.http.event_streams import LISTENING, STILL_HERE, changes


async def heard(stream: AsyncGenerator[bytes]) -> str:
    """The next event, in one word and its version."""
    name, _, number = (await asyncio.wait_for(anext(stream), 10)).decode().strip().partition("\n")
    return f"{name.removeprefix('event: ')} {number.rpartition(' ')[2]}"


async def act(service: TableService, live: LiveTable) -> None:
    """Do anything that can be done."""
    choice = live.scene(live.mover).choices[0]
    await service.play_action(live.row.id, live.mover, live.turn, choice.action)


def test_a_stream_tells_each_version_once_and_what_is_no_change_beside(tmp_path):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        stream, known = changes(service, live), live.row.version
        assert await heard(stream) == f"change {known}"
        await act(service, live)
        assert await heard(stream) == f"change {known + 1}"
        live.notify_extra()
        assert await heard(stream) == f"beside {known + 1}"
        await act(service, live)
        live.notify_extra()
        assert [await heard(stream) for _ in range(2)] == [f"change {known + 2}", f"beside {known + 2}"]
        await stream.aclose()

    with_service(f"sqlite:///{tmp_path / 'tables.sqlite'}", play)


def test_who_has_seen_a_version_hears_of_the_next_one(tmp_path):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        stream, known = changes(service, live, live.row.version), live.row.version
        assert await anext(stream) == b": listening\n\n"
        await act(service, live)
        assert await heard(stream) == f"change {known + 1}"
        await stream.aclose()

    with_service(f"sqlite:///{tmp_path / 'tables.sqlite'}", play)


def test_a_quiet_stream_says_that_it_still_stands_and_tells_the_next_change(tmp_path, monkeypatch):
    monkeypatch.setattr(events, "SIGN_OF_LIFE", 0.01)

    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        stream, known = changes(service, live, live.row.version), live.row.version
        assert [await anext(stream) for _ in range(3)] == [LISTENING, STILL_HERE, STILL_HERE]
        await act(service, live)
        assert await heard(stream) == f"change {known + 1}"
        assert await anext(stream) == STILL_HERE
        await stream.aclose()

    with_service(f"sqlite:///{tmp_path / 'tables.sqlite'}", play)
