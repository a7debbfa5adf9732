"""A review that takes too long can be tried again, and its optional part never costs the whole."""

import asyncio
import threading
from dataclasses import replace
from typing import Any, cast

import pytest
from tests.web.browsing import add, csrf, new_table, soup_of
from tests.web.pages.test_review_page import endless, gone_over
from tests.web.pages.test_table_pages import play_out

from upcard.engine.game import make_game
from upcard.engine.record import record_text
from upcard.review.against_opponents import TOO_LATE
from upcard.server.byte_cache import ByteCache
from upcard.server.stored_reviews import packed, unpacked
from upcard.web.http import review_jobs, review_pieces
from upcard.web.http.match_reviews import MOST_BYTES, MatchReview
from upcard.web.http.review_jobs import OPPONENTS, Reviewer, TooLong
from upcard.web.http.review_pieces import ReviewRequest, advance_review, judge_opponents_of
from upcard.web.pages import review_page


def endless_after_one_piece(request: ReviewRequest) -> tuple[bytes, dict[str, Any]]:
    """A review whose second piece comes to no end."""
    if request.state:
        threading.Event().wait()
    return advance_review(replace(request, seconds=0.0))


def short(text: str) -> dict[str, Any]:
    return {"text": text}


async def insist(reviewer: Reviewer, work: Any) -> dict[str, Any]:
    while (result := await reviewer.compute("x", work, "a", OPPONENTS)) is None:
        pass
    return result


@pytest.mark.parametrize("way", ["on request", "after some time"])
def test_what_took_too_long_is_computed_again(monkeypatch, way):
    async def ask() -> None:
        reviewer = Reviewer(limit=0.5)
        try:
            with pytest.raises(TooLong):
                await insist(reviewer, endless)
            reviewer.limit = 60.0
            with pytest.raises(TooLong):
                await insist(reviewer, short)
            if way == "on request":
                reviewer.retry("x")
            else:
                monkeypatch.setattr(review_jobs, "FORGET_SECONDS", -1.0)
            assert await insist(reviewer, short) == {"text": "a"}
            reviewer.retry("x")  # a result stays
            assert await insist(reviewer, endless) == {"text": "a"}
        finally:
            reviewer.close()

    asyncio.run(ask())


def test_a_review_that_stopped_keeps_what_it_knows_and_a_button_continues_it(client, monkeypatch):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    play_out(client, table)
    reviews = client.app.state.site.reviewer.matches
    monkeypatch.setattr(reviews, "limit", 5.0)
    monkeypatch.setattr("upcard.web.http.match_reviews.advance_review", endless_after_one_piece)
    answer = client.get(f"{table}/review")
    while "refresh" in answer.text:
        answer = client.get(f"{table}/review")
    assert answer.status_code == 503
    assert "The match is fine, but one move took more than 5 s to review" in answer.text
    assert f'action="{table}/review/again"' in answer.text
    assert "Try again</button>" in answer.text
    known = reviews._stored.get(table.removeprefix("/t/"))
    assert known.state
    assert known.version >= 1
    monkeypatch.setattr("upcard.web.http.match_reviews.advance_review", advance_review)
    monkeypatch.setattr(reviews, "limit", 120.0)
    assert client.get(f"{table}/review").status_code == 503
    sent = client.post(f"{table}/review/again", data={"csrf": csrf(client, table)})
    assert sent.status_code == 200
    assert gone_over(client, table).select("svg[role=img]")


def test_the_page_comes_soon_however_many_pieces_a_review_has(client, monkeypatch):
    """Pieces of a review that never settles: the visitor waits for `FIRST_WAIT` seconds in all."""
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    play_out(client, table)
    pieces = []

    async def next_results(review: MatchReview, seen: int, patience: float) -> None:
        pieces.append(patience)
        await asyncio.sleep(0.02)
        review.version += 1

    reviews = client.app.state.site.reviewer.matches
    unsettled = MatchReview(task=cast("Any", object()))
    monkeypatch.setattr(reviews, "open", lambda name, request: unsettled)
    monkeypatch.setattr(reviews, "next_results", next_results)
    monkeypatch.setattr(review_page, "FIRST_WAIT", 0.1)
    assert "Starting the review" in client.get(f"{table}/review").text
    assert 0 < len(pieces) < 10


def broken(request: ReviewRequest) -> tuple[bytes, dict[str, Any]]:
    """A review with a mistake in its program."""
    raise ZeroDivisionError


def test_a_review_whose_program_has_a_mistake_stops_with_a_sentence(client, monkeypatch, caplog):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    play_out(client, table)
    monkeypatch.setattr("upcard.web.http.match_reviews.advance_review", broken)
    for _ in range(60):  # before, the review began again with every request
        answer = client.get(f"{table}/review")
        if "refresh" not in answer.text:
            break
    assert answer.status_code == 503
    assert "The match is fine, but its review failed" in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_a_finished_review_is_there_at_once_after_a_restart(client, monkeypatch):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    play_out(client, table)
    gone_over(client, table)
    reviews, name = client.app.state.site.reviewer.matches, table.removeprefix("/t/")
    while reviews._running:
        client.get("/mine/results")
    before = reviews.known(name)
    monkeypatch.setattr(reviews, "_stored", ByteCache(MOST_BYTES))  # as in a new process
    monkeypatch.setattr("upcard.web.http.match_reviews.advance_review", broken)
    assert soup_of(client.get(f"{table}/replay/board?at=1").text).select(".evaluation")
    page = soup_of(client.get(f"{table}/review").text)
    assert page.select("#whole h2")
    assert reviews.known(name) == unpacked(packed(before))
    monkeypatch.setattr("upcard.web.http.match_reviews.advance_review", advance_review)
    client.post(f"{table}/review/opponents", data={"csrf": csrf(client, table)})  # needs more than results
    assert "against" in gone_over(client, table).select("#whole")[0].get_text()


def endless_position(text: str) -> dict[str, Any]:
    return endless(text)


def test_an_analysis_that_took_too_long_has_a_button_that_tries_again(client, monkeypatch):
    address, reviewer = "/analysis/kuhn-poker", client.app.state.site.reviewer
    monkeypatch.setattr(reviewer, "limit", 0.5)
    with monkeypatch.context() as patch:
        patch.setattr("upcard.web.pages.analysis_page.judge_position", endless_position)
        answer = client.get(f"{address}/worths?seed=1")
        while "Computing the value" in answer.text:
            answer = client.get(f"{address}/worths?seed=1")
    assert "Try again</button>" in answer.text
    assert f'action="{address}/again?' in answer.text
    monkeypatch.setattr(reviewer, "limit", 120.0)
    sent = client.post(f"{address}/again?seed=1", data={"csrf": csrf(client)})
    assert sent.status_code == 200
    answer = client.get(f"{address}/worths?seed=1")
    while "Computing the value" in answer.text:
        answer = client.get(f"{address}/worths?seed=1")
    assert "Value of each move" in answer.text


def test_the_main_review_appears_if_judging_against_the_opponents_takes_too_long(monkeypatch):
    def stuck() -> None:
        threading.Event().wait(60)

    monkeypatch.setattr("upcard.review.evaluator_registry.judges_for", lambda *_: lambda x: [stuck])
    monkeypatch.setattr(review_pieces, "OPPONENT_SECONDS", 0.1)
    monkeypatch.setattr(review_pieces, "GRACE", 0.1)
    match = make_game("kuhn-poker", 2, None).match(seed=2, seats=("Ana", "random"))
    while not match.is_over:
        match.do(match.legal()[0])
    result = judge_opponents_of(ReviewRequest(record_text(match)))
    assert len(result["decisions"]) == len(match.actions)
    assert result["seats"][0]["against"]["why_not"] == TOO_LATE
    assert "How Ana plays" in result["seats"][1]["against"]["why_not"]
