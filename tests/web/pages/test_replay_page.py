"""The replay of a finished match: its parts, and a shared one that somebody leads."""

from types import SimpleNamespace
from typing import Any

import pytest
from tests.web.browsing import add, attribute, csrf, new_table, other, soup_of
from tests.web.pages.test_review_page import gone_over
from tests.web.pages.test_table_pages import play_out

from upcard.web.pages import replay_page


@pytest.fixture
def finished(client: Any) -> str:
    """The path of a finished match."""
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    play_out(client, table)
    return table


def step(client: Any, table: str, at: int) -> Any:
    answer = client.get(f"{table}/replay/board?at={at}")
    assert answer.status_code == 200
    return soup_of(answer.text)


def test_every_position_is_a_part_of_its_own(client, finished):
    page = soup_of(client.get(f"{finished}/replay?at=0").text)
    last = int(attribute(page, "#replay", "data-moves"))
    assert len(page.select(".move-list li")) == last
    for at in range(last + 1):
        part = step(client, finished, at)
        assert part.select_one("#table")["data-turn"] == str(at)
        words = part.select_one(".step-words").get_text()
        assert words.startswith("The end." if at == last else f"Move {at + 1}.")


def test_values_appear_once_the_match_was_reviewed(client, finished):
    assert not step(client, finished, 1).select(".evaluation")
    gone_over(client, finished)
    part = step(client, finished, 1)
    assert len(part.select(".evaluation .values .key")) == 2
    assert sum(float(x["width"]) for x in part.select("rect")) == pytest.approx(600, abs=1)
    page = soup_of(client.get(f"{finished}/replay?at=0").text)
    assert len(page.select(".replay-chart polyline")) == 2


@pytest.mark.parametrize(
    ("worths", "widths"),
    [
        ([(1.0, -1.0), (3.0, -3.0)], [0, 600]),
        ([(1.0, -1.0), (1.0, -1.0)], [300, 300]),
        ([(1.0, 0.0, 0.0)], [0] * 3),
    ],
)
def test_the_bar_of_values_is_between_the_lowest_and_the_highest_of_the_match(worths, widths):
    live: Any = SimpleNamespace(seats=[SimpleNamespace(name=x) for x in ("Ana", "Ben", "Eva")])
    document = {"unit": "pennies", "worths": dict(enumerate(worths))}
    assert [x.width for x in replay_page.evaluation_bar(live, 0, document)] == widths


def test_only_players_lead_and_only_the_leader_moves_the_others(client, finished):
    watcher = other(client)
    assert client.get(f"{finished}/replay/shared").json() == {"at": None, "name": "", "is_mine": False}
    assert watcher.post(f"{finished}/replay/lead", data={"csrf": csrf(watcher), "at": "1"}).status_code == 403
    assert client.post(f"{finished}/replay/show", data={"csrf": csrf(client), "at": "1"}).status_code == 403
    page = client.post(f"{finished}/replay/lead", data={"csrf": csrf(client), "at": "1"})
    assert attribute(soup_of(page.text), "#shared", "data-leads") == "yes"
    assert watcher.get(f"{finished}/replay/shared").json() == {"at": 1, "name": "Ana", "is_mine": False}
    assert client.post(f"{finished}/replay/show", data={"csrf": csrf(client), "at": "2"}).status_code == 204
    assert watcher.get(f"{finished}/replay/shared").json()["at"] == 2
    assert watcher.post(f"{finished}/replay/show", data={"csrf": csrf(watcher), "at": "0"}).status_code == 403
    assert watcher.post(f"{finished}/replay/stop", data={"csrf": csrf(watcher)}).status_code == 403
    assert soup_of(watcher.get(f"{finished}/replay").text).select("[data-follow]")
    client.post(f"{finished}/replay/stop", data={"csrf": csrf(client), "at": "2"})
    assert watcher.get(f"{finished}/replay/shared").json()["at"] is None
