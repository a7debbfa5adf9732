"""The page that goes over a match."""

import asyncio
import multiprocessing
import os
import re
import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from bs4 import BeautifulSoup
from tests.web.browsing import add, csrf, new_table, other
from tests.web.pages.test_table_pages import play_out

from upcard.engine.errors import Failure, Unreadable
from upcard.engine.game import make_game
from upcard.engine.record import record_text
from upcard.report.value_chart import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, value_chart
from upcard.server.repository import StoredSeat
from upcard.web.http.match_reviews import MatchReview, MatchReviews
from upcard.web.http.review_jobs import CELL, OPPONENTS, POSITION, Reviewer, TooLong
from upcard.web.http.review_pieces import ReviewRequest, advance_review, judge_opponents_of
from upcard.web.pages.review_page import strategies_of


def played_text() -> str:
    match = make_game("beat-it-or-eat-it", 2, None, length=4).match(seed=2, seats=("Ana", "<b>Ben"))
    while not match.is_over:
        match.do(match.legal()[-1])
    return record_text(match)


def whole_review(text: str, strategies: tuple[str, ...] | None = None) -> dict[str, Any]:
    """The whole review of a record, with the judgements against the opponents."""
    return judge_opponents_of(ReviewRequest(text, strategies=strategies))


def test_a_match_that_has_ended_is_gone_over(client):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    assert client.get(f"{table}/review").status_code == 403
    play_out(client, table)
    for _ in range(60):
        soup = BeautifulSoup(client.get(f"{table}/review").text, "html.parser")
        if soup.select_one("#whole h2"):
            break
        assert soup.select_one("meta[http-equiv=refresh]")
    told = soup.get_text()
    assert "Judged by the equilibrium of the game" in told
    assert len(soup.select("polyline")) == 2
    assert len(soup.select("table.parts tbody tr")) == 2
    heads = [x.get_text() for x in soup.select("table.parts thead th")]
    assert heads[:3] == ["start", "luck", "your decisions"]
    assert heads[3].endswith("(Beginner): decisions")
    assert heads[4] == "result"
    assert {a["href"] for a in soup.select("table.decisions a")} >= {f"{table}/replay?at=0"}
    assert f"{table}/review" in client.get(table).text


def test_cards_are_called_as_at_the_table(client):
    table = new_table(client, game="beat-it-or-eat-it", **{"option-length": "4", "seat-2": "random"})
    add(client, table)
    play_out(client, table)
    soup = gone_over(client, table)
    done = [x.get_text() for x in soup.select("table.decisions tbody td:nth-of-type(3)")]
    assert any(re.fullmatch(r"lead (10|[2-9AJQK])[♠♥]", x) for x in done)
    page = soup.select("main")[0].get_text()
    assert not re.search(r"\b[sh](10|\d|[AJQK])\b", page)


def gone_over(client: Any, table: str) -> BeautifulSoup:
    """The page once it is finished."""
    while True:
        soup = BeautifulSoup(client.get(f"{table}/review").text, "html.parser")
        if soup.select_one("#whole h2"):
            return soup
        assert soup.select_one("meta[http-equiv=refresh]")
        time.sleep(0.1)  # it is made by another process


def test_the_page_tells_what_was_best_against_a_bot_that_is_known(client):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    play_out(client, table)
    soup = gone_over(client, table)
    assert not soup.select("ul.against")  # it takes long, so it waits until somebody asks
    assert soup.select_one(f"form[action='{table}/review/opponents'] button")
    client.post(f"{table}/review/opponents", data={"csrf": csrf(client, table)})
    while not soup.select("ul.against"):
        soup = gone_over(client, table)
    told = [x.get_text() for x in soup.select("ul.against li")]
    assert any(x.endswith("(Beginner) against Ana: How Ana plays is not known.") for x in told)
    assert any(
        x.startswith("Ana against ") and "(Beginner): " in x and "the best response" in x for x in told
    )
    heads = [x.get_text() for x in soup.select("table.parts thead th")]
    assert heads[-1] == "lost against these opponents"
    ana, random = [x.select("td")[-1].get_text() for x in soup.select("table.parts tbody tr")]
    assert re.fullmatch(r"\d(\.\d{1,4})?", ana)
    assert random == "not known"


def test_a_seat_that_a_bot_kept_warm_is_still_a_person_s():
    seats = (
        StoredSeat(0, "Ana", person="key"),
        StoredSeat(1, "Ben", "bold", person="key"),
        StoredSeat(2, "Bold", "bold"),
    )
    assert strategies_of(seats) == ("", "", "bold")


def test_who_played_finds_his_own_mistakes_first_and_others_find_all_by_size(client, monkeypatch):
    match = make_game("beat-it-or-eat-it", 2, None, length=4).match(seed=1, seats=("Ana", "Ben"))
    for turn in range(7):
        match.do(match.legal()[-1 if turn % 3 else 0])
    request, document = ReviewRequest(record_text(match)), {"review": None}
    state = b""
    while document["review"] is None:
        state, document = advance_review(replace(request, state=state, seconds=9.0))
    assert document["review"]["verdict"] == "4 mistakes in 7 decisions: 2 by Ana, 2 by Ben."
    sound = [d for d in document["review"]["decisions"] if not d["is_mistake"]]
    sound[0]["is_best_known"] = sound[2]["is_best_known"] = True
    stored = MatchReview(document=document, state=state)
    monkeypatch.setattr(MatchReviews, "open", lambda *_: stored)
    monkeypatch.setattr("upcard.web.pages.review_page._lesson", lambda *_: "")
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    play_out(client, table)
    page = gone_over(client, table)
    folds = [x.text for x in page.select("details:has(ol.mistakes) > summary")]
    assert folds == ["Your mistakes 2", "Mistakes by others 2"]
    names = [[x.text for x in some.select("strong")] for some in page.select("ol.mistakes")]
    assert names == [["You", "You"], ["Ben", "Ben"]]
    excused = f"decisions {sound[0]['number']}, {sound[2]['number']}."
    reason = "Not counted as mistakes, because the simulated player might choose the same"
    assert f"{reason}: {excused}" in page.text
    stranger = gone_over(other(client), table)
    assert [x.text for x in stranger.select("details:has(ol.mistakes) > summary")] == ["All mistakes 4"]
    assert not page.select("details[open]")


def test_what_is_not_known_of_a_person_is_told_once(client):
    table = new_table(
        client, game="high-card", players="3", **{"seat-1": "me", "seat-2": "ismcts", "seat-3": "ismcts"}
    )
    add(client, table)
    play_out(client, table)
    told = gone_over(client, table).get_text()
    assert "searches before" in told or "search before" in told
    assert told.count("plays is not known.") == 1


def test_a_person_who_is_called_after_a_strategy_stays_a_person():
    match = make_game("kuhn-poker", 2, None).match(seed=2, seats=("Random", "Ana"))
    while not match.is_over:
        match.do(match.legal()[0])
    first = whole_review(record_text(match))["seats"]
    assert first[1]["against"]["judged_by"] is not None
    for seat in whole_review(record_text(match), ("", ""))["seats"]:
        assert seat["against"]["judged_by"] is None
        assert "is not known" in seat["against"]["why_not"]


def test_a_review_is_made_once_and_kept():
    async def ask() -> list[Any]:
        reviewer = Reviewer()
        try:
            found: Any = None
            while found is None:
                found = await reviewer.compute("x", whole_review, played_text(), OPPONENTS)
            return [found, await reviewer.compute("x", whole_review, "no record at all", OPPONENTS)]
        finally:
            reviewer.close()

    first, second = asyncio.run(ask())
    assert first is second
    assert first["seats"][1]["player"] == "<b>Ben"


def test_what_cannot_be_reviewed_is_told_and_asked_anew_the_next_time():
    async def ask(reviewer: Reviewer) -> None:
        while await reviewer.compute("x", whole_review, "nothing", OPPONENTS) is None:
            pass

    async def ask_twice() -> None:
        reviewer = Reviewer()
        try:
            for _ in range(2):
                with pytest.raises(Unreadable, match="this is not a record"):
                    await ask(reviewer)
        finally:
            reviewer.close()

    asyncio.run(ask_twice())


def endless(text: str) -> dict[str, Any]:
    """A review that comes to no end."""
    threading.Event().wait()
    return {}


def test_what_takes_too_long_is_given_up_told_and_blocks_nobody():
    async def insist(reviewer: Reviewer, name: str, work: Any) -> dict[str, Any]:
        while (found := await reviewer.compute(name, work, played_text(), OPPONENTS)) is None:
            pass
        return found

    async def ask() -> None:
        others, reviewer = multiprocessing.active_children(), Reviewer(limit=1.0, processes=1)
        try:
            waiting = [asyncio.create_task(insist(reviewer, x, endless)) for x in ("a", "b")]
            while not (begun := [x for x in multiprocessing.active_children() if x not in others]):
                await asyncio.sleep(0)
            for one in waiting:
                with pytest.raises(TooLong, match="judging against these opponents took more than 1 s"):
                    await one
            reviewer.limit = 120.0
            assert (await insist(reviewer, "c", whole_review))["seats"][1]["player"] == "<b>Ben"
            for process in begun:
                process.join(30)
                assert not process.is_alive()
            with pytest.raises(TooLong):  # it is not tried again and again
                await asyncio.wait_for(reviewer.compute("a", endless, "", OPPONENTS), 1.0)
        finally:
            reviewer.close()

    asyncio.run(ask())


def broken_off(request: str | ReviewRequest) -> dict[str, Any]:
    """Work whose process ends in the middle."""
    os._exit(3)


@pytest.mark.parametrize("errand", [OPPONENTS, POSITION, CELL])
def test_what_broke_off_is_called_by_what_it_was(errand):
    async def ask() -> None:
        reviewer = Reviewer()
        try:
            while await reviewer.compute("x", broken_off, "", errand) is None:
                pass
        finally:
            reviewer.close()

    with pytest.raises(Failure, match=f"^{errand.interrupted}$"):
        asyncio.run(ask())


def test_a_review_that_broke_off_says_that_the_match_is_sound(client, monkeypatch):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    play_out(client, table)
    monkeypatch.setattr("upcard.web.http.match_reviews.advance_review", broken_off)
    answer = client.get(f"{table}/review")
    while "refresh" in answer.text:
        answer = client.get(f"{table}/review")
    assert answer.status_code >= 500
    assert "The match is fine, but the review was interrupted" in answer.text


def test_processes_end_with_the_reviewer_whatever_they_do():
    async def ask() -> list[Any]:
        others, reviewer = multiprocessing.active_children(), Reviewer()
        asked = asyncio.create_task(reviewer.compute("a", endless, "", OPPONENTS))
        while not (children := [x for x in multiprocessing.active_children() if x not in others]):
            await asyncio.sleep(0)
        reviewer.close()
        await asyncio.gather(asked, return_exceptions=True)
        return children

    over = time.monotonic() + 30
    for process in asyncio.run(ask()):
        while process.is_alive() and time.monotonic() < over:
            process.join(0.1)  # its pool waits for it too, and for a moment nobody knows that it has ended
        assert not process.is_alive()


def test_too_many_at_once_are_refused():
    async def ask() -> None:
        reviewer = Reviewer(processes=1)
        reviewer._workers.queue.most_waiting = 0
        reviewer._workers.queue.places = 0
        with pytest.raises(Failure, match="the server is busy with other computations"):
            await reviewer.compute("one more", whole_review, "", OPPONENTS)

    asyncio.run(ask())


def test_numbers_beside_the_chart_are_short_enough_for_a_phone():
    found = whole_review(played_text())
    for times in (1, 40):
        found["course"] = [[times * x for x in worths] for worths in found["course"]]
        found["course"][0] = [-times * 0.5, times * 0.5]
        assert all(len(words) <= 5 for _, words in value_chart(found).up)
    assert value_chart(found).up[0][1] == "−20"


def test_the_chart_stays_in_its_frame_and_ends_at_the_result():
    found = whole_review(played_text())
    chart = value_chart(found)
    assert len(chart.lines) == 2
    for line in chart.lines:
        points = [tuple(map(float, p.split(","))) for p in line.split()]
        assert len(points) == len(found["decisions"]) + 2
        assert all(LEFT <= x <= WIDTH - RIGHT and TOP <= y <= HEIGHT - BOTTOM for x, y in points)
    ends = [float(line.split()[-1].split(",")[1]) for line in chart.lines]
    better = max(range(2), key=lambda p: found["seats"][p]["result"])
    assert ends[better] == min(ends)
    assert len(chart.marks) == sum(1 for d in found["decisions"] if d["lesson"]) > 0
    assert re.fullmatch(r"Ana from 0\.88 to \d\.\d\d; <b>Ben from 0\.12 to \d\.\d\d", chart.summary)
