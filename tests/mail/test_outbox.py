"""The outbox: who gets a letter and when, and letters that cannot be sent."""

import time

import sqlalchemy as sa
from tests.mail.post_office import ANA, BEN, US, PostOffice, in_post_office, only_table, text_of

from upcard.engine.errors import Failure
from upcard.mail.outbox import MOST_TRIES, Undeliverable, delay_after
from upcard.server import mail_consent
from upcard.server.schema import OUTBOX


def test_whoever_is_to_move_is_told_once_and_reminded_once(database):
    async def play(post: PostOffice) -> None:
        await post.write(ANA, US, "start leduc-poker with ben@example.net 2 days")
        await post.write(BEN, post.last("ben@example.net"), "accept")
        live = only_table(post)
        for _ in range(3):
            await post.outbox.run_once()
        asked = [x for x in post.sent if x["To"] == "ana@example.org" and "#1]" in x["Subject"]]
        assert len(asked) == 1
        async with live.lock:
            await post.tables.change(live, lambda c: None, live.snapshot, due_at=time.time() + 5 * 3600)
        for _ in range(3):
            await post.outbox.run_once()
        reminders = [x for x in post.sent if "A reminder" in text_of(x)]
        assert [(x["To"], "about 5 hours" in text_of(x)) for x in reminders] == [("ana@example.org", True)]

    in_post_office(database, play)


def test_who_plays_in_a_browser_is_written_to_only_when_away(database, monkeypatch):
    async def play(post: PostOffice) -> None:
        await post.write(ANA, US, "start leduc-poker with anyone second")
        live = only_table(post)
        await post.tables.write(lambda c: mail_consent.store_consent(c, "cyd@example.com", True))
        await post.tables.take_seat(live.row.id, 0, "a browser", "Cyd", "cyd@example.com", "her words")
        await post.outbox.run_once()
        assert not [x for x in post.sent if x["To"] == "cyd@example.com"]
        monkeypatch.setattr("upcard.mail.outbox.AWAY", 0.0)

        def hasten(c: sa.Connection) -> None:
            c.execute(sa.update(OUTBOX).values(at=0.0))

        post.tables.store.write(hasten).result()
        await post.outbox.run_once()
        assert "your move" in post.last("cyd@example.com")["Subject"]

    in_post_office(database, play)


def test_letters_wait_until_they_can_be_carried_and_are_given_up_at_last(database):
    tried = 0

    async def play(post: PostOffice) -> None:
        async def fail(message: object, to: str) -> None:
            nonlocal tried
            tried += 1
            raise Failure("the mail server is away")

        def soon(c: sa.Connection) -> None:
            c.execute(sa.update(OUTBOX).values(at=0.0))

        post.outbox.send = fail
        await post.raw(f"From: {ANA}\nMessage-ID: <a@test>\n\nhelp".encode())
        for _ in range(MOST_TRIES + 3):
            await post.tables.read(lambda c: None)
            post.tables.store.write(soon).result()
            await post.outbox.run_once()
        kept = post.tables.store.read(lambda c: c.execute(sa.select(OUTBOX)).mappings().one())
        assert tried == MOST_TRIES
        assert kept["given_up_at"] is not None
        assert kept["fault"] == "the mail server is away"

    in_post_office(database, play)
    delays = [delay_after(n) for n in range(1, MOST_TRIES)]
    assert delays == sorted(delays)
    assert delays[0] == 60
    assert 1.5 < sum(delays) / 86_400 < 3


def test_what_will_never_arrive_is_given_up_at_once(database):
    async def play(post: PostOffice) -> None:
        async def refuse(message: object, to: str) -> None:
            raise Undeliverable("there is nobody of that name")

        post.outbox.send = refuse
        await post.raw(f"From: {ANA}\nMessage-ID: <a@test>\n\nhelp".encode())
        kept = post.tables.store.read(lambda c: c.execute(sa.select(OUTBOX)).mappings().one())
        assert (kept["tries"], kept["fault"]) == (1, "there is nobody of that name")

    in_post_office(database, play)
