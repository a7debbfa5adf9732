"""My games: what waits for one, for others, what is over, and what reviews say; a table nobody has joined."""

import asyncio
import re
import time
from datetime import UTC, datetime

import pytest
from tests.web.browsing import add, csrf, new_table, other, soup_of
from tests.web.pages.test_table_pages import play_out

from upcard.engine.errors import Illegal, Unknown
from upcard.language.phrases import time_ago
from upcard.server import table_actions as manners
from upcard.server.bots import Bots
from upcard.server.database import Conflict, Store
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.table_service import TableService
from upcard.web.pages import review_page
from upcard.web.pages.my_results import results_by_game

NOW = datetime(2026, 11, 23, tzinfo=UTC).timestamp()


async def closed(context, live):
    """A class in which nothing may be reviewed yet."""
    return "Questions"


def test_games_stand_in_groups_with_the_time_of_their_last_change(client):
    ben = other(client)
    over = new_table(client, invite="smallsum")
    ben.post(f"{over}/sit", data={"csrf": csrf(ben, over), "name": "Ben", "added": "of Ben"})
    to_add = new_table(client, game="lama", players="2", **{"seat-1": "me", "seat-2": "random"})
    add(client, over)
    client.post(f"{over}/resign", data={"csrf": csrf(client, over)})
    waiting = new_table(client, invite="goofspiel")
    page = soup_of(client.get("/mine").text)
    assert [x.text for x in page.select("main h2")][:3] == ["Your move", "Waiting for others", "Finished"]
    lists = [[a["href"] for a in x.select("a")] for x in page.select("ul.tables")]
    assert lists == [[to_add], [waiting], [over]]
    assert [x.text for x in page.select("ul.tables em")] == [
        "help shuffle", "waiting for players", "Ben won",
    ]  # fmt: skip
    assert [x.text for x in page.select(".results li")] == ["Smallsum: 0 of 1 won"]
    times = page.select("ul.tables time")
    assert [x.text for x in times] == ["just now"] * 3
    assert all(datetime.fromisoformat(str(x["datetime"])) for x in times)
    assert [a["href"] for a in soup_of(client.get("/").text).select(".waiting-games a")] == [to_add]


def test_an_aborted_match_counts_neither_as_played_nor_as_lost(client):
    ben = other(client)
    table = new_table(client, invite="kuhn-poker")
    ben.post(f"{table}/sit", data={"csrf": csrf(ben, table), "name": "Ben"})
    for one in (client, ben):
        add(one, table)
    client.post(f"{table}/abort", data={"csrf": csrf(client, table), "seat": "0"})
    assert "aborted" in client.get("/mine").text
    live = client.app.state.site.tables.live[table.removeprefix("/t/")]
    assert results_by_game([live], frozenset({live.seats[0].person})) == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "just now"), (59, "just now"), (60, "1 minute ago"), (7300, "2 hours ago"),
        (86_400, "1 day ago"), (30 * 86_400, "30 days ago"), (40 * 86_400, "14 Oct 2026"),
    ],
)  # fmt: skip
def test_how_long_ago_something_was(seconds, words):
    assert time_ago(NOW - seconds, NOW) == words


def test_an_own_table_is_cancelled_while_nobody_has_joined(client):
    table = new_table(client, invite="smallsum")
    ben = other(client)
    assert not soup_of(ben.get(table).text).select("form.cancel")
    assert ben.post(f"{table}/cancel", data={"csrf": csrf(ben)}).status_code == 403
    assert soup_of(client.get(table).text).select("form.cancel button")
    gone = client.post(f"{table}/cancel", data={"csrf": csrf(client, table), "seat": "0"})
    assert gone.url.path == "/mine"
    assert "You have no games yet" in gone.text
    assert ben.get(table).status_code == 404


def test_a_table_that_somebody_has_joined_is_not_cancelled(client):
    table = new_table(client, invite="smallsum")
    ben = other(client)
    ben.post(f"{table}/sit", data={"csrf": csrf(ben, table), "name": "Ben", "added": "of Ben"})
    assert not soup_of(client.get(table).text).select("form.cancel")
    refused = client.post(f"{table}/cancel", data={"csrf": csrf(client, table), "seat": "0"})
    assert refused.status_code == 403
    assert "Ben already joined" in refused.text
    add(client, table)
    refused = client.post(f"{table}/cancel", data={"csrf": csrf(client, table), "seat": "0"})
    assert "The cards have already been dealt" in refused.text


def test_two_processes_agree_on_a_table_that_is_cancelled(tmp_path):
    url = f"sqlite:///{tmp_path / 'x.sqlite'}"

    async def play() -> None:
        services = [TableService(Store(url), Bots(), pace=0.0) for _ in range(2)]
        one, two = services
        for is_faster in (True, False):
            live = await one.create_table(NewTable("lama", [NewSeat(person="ana", name="Ana"), NewSeat()]))
            assert not (await two.find(live.row.id)).is_full
            if is_faster:
                await two.take_seat(live.row.id, 1, "ben", "Ben")
                with pytest.raises(Conflict):
                    await manners.cancel(one, live.row.id, 0)
                with pytest.raises(Illegal, match="Ben already joined"):
                    await manners.cancel(one, live.row.id, 0)
            else:
                await manners.cancel(one, live.row.id, 0)
                with pytest.raises(Conflict):
                    await two.take_seat(live.row.id, 1, "ben", "Ben")
                for service in services:
                    with pytest.raises(Unknown):
                        await service.find(live.row.id)
        for service in services:
            await service.close()
            service.store.close()

    asyncio.run(play())


def reviewed_results(client):
    """The results of a visitor, once no match is being reviewed."""
    until = time.monotonic() + 60
    while True:
        page = soup_of(client.get("/mine/results").text)
        if "Reviewing match" not in page.text or time.monotonic() > until:
            return page
        time.sleep(0.1)  # another process reviews


def test_matches_without_a_review_are_reviewed_one_after_the_other(client):
    tables = []
    for _ in range(2):
        tables.append(new_table(client, game="kuhn-poker", **{"seat-2": "random"}))
        add(client, tables[-1])
        play_out(client, tables[-1])
    page = soup_of(client.get("/mine").text)
    assert "2 matches have no review yet." in page.text
    answer = client.post("/mine/reviews", data={"csrf": csrf(client, "/mine")})
    assert answer.url.path == "/mine"
    assert "Reviewing match 1 of 2" in answer.text
    page = reviewed_results(client)
    words = page.select_one("#results li p").text
    assert re.match(
        r"2 matches reviewed: \d mistakes? in \d decisions\. You lose [\d.]+ .+ per match by mistakes; ",
        words,
    )
    assert re.search(r"; (luck gave you (\+|0)|bad luck cost you )", words)
    assert [
        x["aria-label"] if x.has_attr("aria-label") else x.title.text for x in page.select(".trends svg")
    ] == [
        "Mistakes over time. mistakes by number of the match.",
        "Luck and mistakes over time. points by number of the match.",
    ]
    assert not page.select("form")
    assert "Results" not in other(client).get("/mine").text


def test_a_match_that_cannot_be_reviewed_is_counted(client, monkeypatch):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    play_out(client, table)
    stored = next(iter(client.app.state.site.tables.live.values()))
    monkeypatch.setattr(review_page, "review_opening", closed)
    client.post("/mine/reviews", data={"csrf": csrf(client, "/mine")})
    page = reviewed_results(client)
    assert stored.row.id in table
    assert "1 of 1 matches could not be reviewed now." in page.text
    assert [x.text for x in page.select("form button")] == ["Review it"]
