"""A rules file of one's own that is edited while the server runs."""

import asyncio
import logging
from pathlib import Path

import pytest
from tests.conftest import forget_file
from tests.server.test_table_service import ANA, BEN, dealt, with_service

from upcard.engine import registry as catalog
from upcard.engine.errors import Failure
from upcard.engine.user_folders import is_as_loaded
from upcard.play.stale_rules import Edited
from upcard.server import table_actions
from upcard.server.housekeeping import Housekeeping
from upcard.server.live_table import LiveTable, revive
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.table_service import TableService

SEARCHER = NewSeat(strategy="ismcts", thinking=0.01)


def raise_version(file: Path) -> None:
    text = file.read_text()
    assert "version=1," in text
    file.write_text(text.replace("version=1,", "version=2,"))


async def until_idle(live: LiveTable) -> None:
    while live.driver is not None and not live.driver.done():
        await asyncio.sleep(0.01)


def test_a_file_that_was_edited_or_moved_away_is_not_as_it_was_loaded(my_poker):
    rules, text = catalog.find_rules("my-poker"), my_poker.read_text()
    assert is_as_loaded(rules)
    assert is_as_loaded(catalog.find_rules("kuhn-poker"))
    my_poker.write_text(text + "\n")
    assert not is_as_loaded(rules)
    my_poker.unlink()
    assert not is_as_loaded(rules)
    my_poker.write_text(text)
    assert is_as_loaded(rules)


def test_a_bot_that_searches_waits_says_why_once_and_goes_on_with_the_old_file(url, my_poker, caplog):
    async def play(service: TableService) -> None:
        live, before = await dealt(service, "my-poker", ANA, SEARCHER), my_poker.read_text()
        raise_version(my_poker)
        told = live.extra_notifications
        await service.play_action(live.row.id, 0, 0, live.match.legal()[0])
        for _ in range(3):
            await until_idle(live)
            await Housekeeping(service).run_once()
        await until_idle(live)
        assert live.halted.startswith(
            "the rules file my_poker.py has changed since this server started; start"
        )
        assert live.extra_notifications == told + 1
        my_poker.write_text(before)
        await Housekeeping(service).run_once()
        await until_idle(live)
        assert (live.turn, live.halted) == (2, "")

    with caplog.at_level(logging.WARNING):
        with_service(url, play)
    reasons = [x.getMessage() for x in caplog.records if " waits: " in x.getMessage()]
    assert [" waits: the rules file my_poker.py" in x for x in reasons] == [True]


def test_a_table_that_no_bot_keeps_waiting_does_not_say_that_it_waits(url, my_poker, monkeypatch):
    async def play(service: TableService) -> None:
        live = await dealt(service, "my-poker", ANA, SEARCHER)
        raise_version(my_poker)
        await service.play_action(live.row.id, 0, 0, live.match.legal()[0])
        await until_idle(live)
        assert live.halted
        await table_actions.resign(service, live.row.id, 0)
        assert (live.is_over, live.halted) == (True, "")
        monkeypatch.setattr(service, "wake", lambda live: pytest.fail("a table that is over was woken"))
        await Housekeeping(service).run_once()

    with_service(url, play)


def test_no_table_is_begun_by_rules_that_were_edited_and_people_go_on_at_theirs(url, my_poker):
    async def play(service: TableService) -> None:
        live = await dealt(service, "my-poker", ANA, BEN)
        raise_version(my_poker)
        with pytest.raises(Edited, match=r"my_poker\.py has changed since .* still has version 1, or once"):
            await service.create_table(NewTable("my-poker", [ANA, BEN]))
        await service.play_action(live.row.id, 0, 0, live.match.legal()[0])
        assert live.turn == 1

    with_service(url, play)


def test_after_a_restart_a_table_of_older_rules_says_whose_file_has_changed(url, my_poker):
    async def play(service: TableService) -> None:
        live = await dealt(service, "my-poker", ANA, BEN)
        raise_version(my_poker)
        forget_file(my_poker)
        with pytest.raises(Failure) as told:
            revive(live.snapshot)
        assert "started with version 1 of the rules" in str(told.value)
        assert "the rules file my_poker.py now has version 2" in str(told.value)
        assert "use the Upcard" not in str(told.value)

    with_service(url, play)
