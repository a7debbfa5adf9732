"""Who wants letters: only a question goes to an address before its owner has shown that he reads there."""

import time
from functools import partial

import pytest
import sqlalchemy as sa
from tests.mail.post_office import ANA, BEN, US, PostOffice, begin, in_post_office, only_table, text_of

from upcard.engine.errors import Illegal
from upcard.server import mail_consent, table_actions
from upcard.server.schema import LETTERS, OUTBOX

CYD = "cyd@example.com"


async def browser_table(post: PostOffice, monkeypatch) -> str:
    """Cyd, who plays in a browser, is to move against Ana, and names an address."""
    monkeypatch.setattr("upcard.mail.outbox.AWAY", 0.0)
    await post.write(ANA, US, "start leduc-poker with anyone second")
    live = only_table(post)
    await post.tables.take_seat(live.row.id, 0, "a browser", "Cyd", "", "her words")
    await table_actions.set_address(post.tables, live.row.id, 0, CYD)
    await look(post)
    return live.row.id


async def look(post: PostOffice) -> None:
    """Let the outbox handle everything now."""
    post.tables.store.write(lambda c: c.execute(sa.update(OUTBOX).values(at=0.0))).result()
    await post.outbox.run_once()


def subjects(post: PostOffice, to: str) -> list[str]:
    return [str(x["Subject"]) for x in post.sent if x["To"] == to]


def test_an_address_that_is_named_in_a_browser_is_asked_once_and_told_after_it_says_yes(
    database, monkeypatch
):
    async def play(post: PostOffice) -> None:
        table_id = await browser_table(post, monkeypatch)
        await table_actions.say(post.tables, table_id, 0, 1)
        await look(post)
        assert subjects(post, CYD) == ["[upcard] do you want emails?"]
        asked = post.last(CYD)
        assert "Leduc poker" in text_of(asked)
        assert "Cyd" not in text_of(asked)
        reply = await post.write(f"Cyd <{CYD}>", asked, "yes")
        assert "are now sent to cyd@example.com" in text_of(reply)
        await look(post)
        assert subjects(post, CYD)[2:] == [x for x in subjects(post, CYD) if "your move" in x] != []

    in_post_office(database, play)


def test_only_who_reads_there_can_say_yes(database, monkeypatch):
    async def play(post: PostOffice) -> None:
        await browser_table(post, monkeypatch)
        reply = await post.write(f"Cyd <{CYD}>", US, "subscribe")
        assert "reply to this email with the same word" in " ".join(text_of(reply).split())
        await post.write(ANA, post.last(CYD), "subscribe")  # with the token of another address
        await look(post)
        assert not [x for x in subjects(post, CYD) if "your move" in x]
        assert await post.tables.read(lambda c: mail_consent.consent_of(c, CYD)) == mail_consent.UNKNOWN

    in_post_office(database, play)


def test_who_wants_no_letters_gets_none_and_cannot_be_named_again(database):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        left = await post.write(ANA, post.last("ana@example.org"), "unsubscribe")
        assert "No more emails are sent to ana@example.org" in text_of(left)
        count = len(subjects(post, "ana@example.org"))
        await post.write(BEN, post.last("ben@example.net"), "resign")
        assert len(subjects(post, "ana@example.org")) == count
        forged = await post.raw(b"From: ana@example.org\nTo: upcard@example.org\nMessage-ID: <f@x>\n\nhelp\n")
        assert forged == "passed over: its sender has unsubscribed"
        refused = await post.write(BEN, US, "start lama with ana@example.org")
        assert "has refused emails from this server" in text_of(refused)
        with pytest.raises(Illegal, match="has unsubscribed"):
            await table_actions.set_address(post.tables, live.row.id, 1, "Ana@example.org")
        back = await post.write(ANA, left, "subscribe")
        assert "Emails about your games are now sent to ana@example.org" in text_of(back)
        await post.outbox.run_once()
        assert (
            await post.tables.read(lambda c: mail_consent.consent_of(c, "ANA@example.org"))
            == mail_consent.WELCOME
        )

    in_post_office(database, play)


def test_a_sender_who_never_answers_is_sent_few_letters(database):
    """Who plays by mail need not be asked, but an address that somebody else writes for is spared."""

    async def play(post: PostOffice) -> None:
        await post.write(ANA, US, "start kuhn-poker with ben@example.net 2 days")
        await post.write(BEN, post.last("ben@example.net"), "accept")
        live = only_table(post)
        while not live.is_over:
            seat = live.mover
            await post.tables.play_action(live.row.id, seat, live.turn, live.scene(seat).choices[0].action)
            await look(post)
        unasked = [x for x in post.sent if x["To"] == "ana@example.org" and not x["In-Reply-To"]]
        assert len(unasked) == mail_consent.MOST_UNCONFIRMED
        await post.write(ANA, unasked[-1], "again")
        assert (
            await post.tables.read(lambda c: mail_consent.consent_of(c, "ana@example.org"))
            == mail_consent.WELCOME
        )

    in_post_office(database, play)


def test_an_address_is_asked_again_only_after_a_day(database, monkeypatch):
    async def play(post: PostOffice) -> None:
        table_id = await browser_table(post, monkeypatch)
        for age, asked in ((0.0, 1), (2 * mail_consent.AGAIN, 2)):
            before = time.time() - age
            mark = mail_consent.question_mark(CYD)
            change = sa.update(LETTERS).where(LETTERS.c.id == mark).values(at=before)
            await post.tables.write(partial(sa.Connection.execute, statement=change))
            await table_actions.set_address(post.tables, table_id, 0, CYD)
            await look(post)
            assert len(subjects(post, CYD)) == asked

    in_post_office(database, play)


def test_every_letter_says_how_to_get_no_more(database):
    async def play(post: PostOffice) -> None:
        await begin(post)
        await post.write(ANA, US, "help")
        for message in post.sent:
            assert "unsubscribe" in text_of(message).rpartition("-- \n")[2]
            assert message["List-Unsubscribe"] == f"<mailto:{message['Reply-To']}?subject=unsubscribe>"

    in_post_office(database, play)


def test_the_subject_alone_unsubscribes(database):
    async def play(post: PostOffice) -> None:
        await begin(post)
        last = post.last("ben@example.net")
        raw = f"From: {BEN}\nTo: {last['Reply-To']}\nSubject: unsubscribe\nMessage-ID: <s@x>\n\n"
        assert await post.raw(raw.encode()) == "answered"
        assert (
            await post.tables.read(lambda c: mail_consent.consent_of(c, "ben@example.net"))
            == mail_consent.UNWANTED
        )

    in_post_office(database, play)
