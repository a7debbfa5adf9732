"""The language of refusals before any page, and of tasks that outlive the request that started them."""

import asyncio

import pytest
from tests.language.pseudo_language import untranslated_texts
from tests.mail.post_office import ANA, US, PostOffice, in_post_office, text_of
from tests.server.database_copies import sqlite_copy
from tests.web.classes import new_class
from tests.web.classroom.test_class_lock import lock

from upcard.classroom.background_jobs import BackgroundJobs
from upcard.engine.errors import Usage
from upcard.language.messages import LANGUAGE, english_context, in_language
from upcard.server.fair_queue import FairQueue
from upcard.server.fair_workers import FairWorkers
from upcard.server.new_table import NewSeat, NewTable, prepare_table
from upcard.web.http import request_limits
from upcard.web.http.match_reviews import MatchReviews
from upcard.web.http.review_jobs import CELL, Reviewer, judge_position


@pytest.mark.usefixtures("pseudo")
def test_limits_of_requests_are_translated(client):
    LANGUAGE.set("en")
    body = "x" * (request_limits.MOST_BYTES + 1)
    assert untranslated_texts(f"<p>{client.post('/new', content=body).text}</p>") == []
    assert untranslated_texts(f"<p>{client.get('/', headers={'Host': 'x' * 300}).text}</p>") == []


def test_programs_get_english(client):
    body = "x" * (request_limits.MOST_BYTES + 1)
    answer = client.post("/api/v1/tables", content=body, headers={"Accept-Language": "de"})
    assert answer.json()["detail"] == "the request has more than 65,536 bytes; send less"


@pytest.mark.usefixtures("pseudo")
def test_an_unforeseen_failure_is_translated(client, monkeypatch):
    async def fail(*args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(client.app.state.site.tables, "find", fail)
    LANGUAGE.set("en")
    answer = client.get("/t/abcdefghjk")
    assert answer.status_code == 500
    assert untranslated_texts(f"<p>{answer.text}</p>") == []


@pytest.mark.usefixtures("pseudo")
def test_the_refusal_of_a_locked_phone_is_translated(client):
    room = new_class(client, "Ana", "Ben")
    lock(room)
    LANGUAGE.set("en")
    answer = room.pupils[0].client.get("/mine")
    assert answer.status_code == 403
    assert untranslated_texts(answer.text) == ["· Upcard"]  # the name of the program, in the title


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize(
    "new",
    [
        NewTable("smallsum", [NewSeat("random"), NewSeat("random")], delay=-1),
        NewTable("smallsum", [NewSeat("x" * 200), NewSeat("random")]),
        NewTable("smallsum", [NewSeat("random", thinking=1e6), NewSeat("random")]),
    ],
)
def test_limits_of_new_tables_are_translated(new):
    with pytest.raises(Usage) as refusal:
        prepare_table(new)
    assert untranslated_texts(f"<p>{refusal.value}</p>") == []


def test_an_email_is_english_whatever_the_language_of_the_task(tmp_path):
    async def write(post: PostOffice) -> None:
        with in_language("de"):
            await post.write(ANA, US, "start leduc-poker with anyone")
            await post.write(ANA, post.last("ana@example.org"), "vacation")
            texts.append(text_of(post.last("ana@example.org")))

    texts: list[str] = []
    in_post_office(sqlite_copy(tmp_path), write)
    assert "The cards have not been dealt yet" in texts[0]


def test_the_language_of_a_reader_does_not_reach_what_outlives_the_request():
    async def language() -> str:
        return LANGUAGE.get()

    async def begin() -> str:
        with in_language("de"):
            return await asyncio.create_task(language(), context=english_context())

    assert asyncio.run(begin()) == "en"


@pytest.mark.parametrize("kind", ["review", "computation", "job"])
def test_work_beside_a_request_is_english(monkeypatch, kind):
    seen: list[str] = []

    async def run(self, work, *args, **named):
        seen.append(LANGUAGE.get())
        raise TimeoutError

    async def begin() -> None:
        monkeypatch.setattr(FairWorkers, "run", run)
        with in_language("de"):
            if kind == "review":
                MatchReviews(FairWorkers(FairQueue(1))).prepare("x", "")
            elif kind == "computation":
                await asyncio.gather(
                    Reviewer().compute("x", judge_position, "", CELL), return_exceptions=True
                )
            else:
                BackgroundJobs().get("x", dict)
            await asyncio.sleep(0.01)

    asyncio.run(begin())
    assert seen == ["en"]
