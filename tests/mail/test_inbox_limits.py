"""Play by mail: what letters cannot do, and who gets no answer."""

import re

import pytest
from tests.mail.post_office import ANA, BEN, US, PostOffice, begin, in_post_office, only_table, text_of
from tests.server.database_copies import IN_POSTGRES_LATE

from upcard.mail.conversation import MOST_TABLES_A_DAY
from upcard.mail.inbox import MOST_AN_HOUR


def test_tokens_open_their_own_seat_only(database):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        ana, ben = (str(post.last(x)["Reply-To"]) for x in ("ana@example.org", "ben@example.net"))
        other = await post.write(BEN, US, "start smallsum")
        forged = [
            ana.replace(".1.", ".2."),  # her token, his seat
            ana.replace(live.row.id, re.search(r"\+(\w+)\.", str(other["Reply-To"]))[1]),  # type: ignore[index]
            re.sub(r"\.\w{16}@", "." + "a" * 16 + "@", ben),
            re.sub(r"\+\w+\.", "+zzzzzzzzzz.", ben),
            ben.replace(".2.", ".9."),
        ]
        for address in forged:
            answer = await post.write(BEN, address, "call")
            assert "no seat" in text_of(answer) or "no table" in text_of(answer)
            assert "[upcard]" in answer["Subject"]
        assert live.turn == 0
        assert await post.write(ANA, US, "call", subject=f"[upcard {ana.split('+')[1].split('@')[0]}]")
        assert live.turn == 1  # a token in the subject does as well

    in_post_office(database, play)


def test_a_link_to_a_seat_goes_to_its_own_address_and_to_no_other(database):
    async def play(post: PostOffice) -> None:
        post.inbox.writer.link = lambda person, table_id: f"https://x.example.org/me/{person}/{table_id}"
        live = await begin(post)
        links = [post.inbox.writer.link(x.person, live.row.id) for x in live.seats]
        ana, ben = (post.last(x) for x in ("ana@example.org", "ben@example.net"))
        assert f"\n{links[0]}\n" in text_of(ana)
        assert f"\n{links[1]}\n" in text_of(ben)
        eve = text_of(await post.write("Eve <eve@example.com>", ana, "show"))
        assert "you can" in eve  # who knows the address of a seat plays it, and gets no more
        assert "https://" not in eve
        for letter in post.sent:
            to = str(letter["To"])
            assert (links[0] in text_of(letter)) <= (to == "ana@example.org")
            assert (links[1] in text_of(letter)) <= (to == "ben@example.net")
        offers = [x for x in post.sent if "an invitation" in x["Subject"]]
        assert offers
        assert not any("https://" in text_of(x) for x in offers)

    in_post_office(database, play)


def test_an_invitation_is_worth_nothing_once_it_is_accepted(database):
    async def play(post: PostOffice) -> None:
        await post.write(ANA, US, "start leduc-poker with anyone")
        open_to_all = re.search(r"upcard\+\S+\.2\.\S+", text_of(post.last("ana@example.org")))
        assert open_to_all
        await post.write(BEN, open_to_all[0], "accept as Benjamin")
        answer = await post.write("Eve <eve@example.com>", open_to_all[0], "accept")
        assert "somebody has accepted" in " ".join(text_of(answer).split())
        assert [x.name for x in only_table(post).seats] == ["Ana", "Benjamin"]

    in_post_office(database, play)


def test_a_letter_shows_what_its_seat_may_see_and_no_more(database):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        hands = [
            next(f for z in live.scene(p).zones if z.seat == p and z.is_open for f in z.faces if f)
            for p in (0, 1)
        ]
        assert hands[0].card != hands[1].card
        for seat, address in enumerate(("ana@example.org", "ben@example.net")):
            letter = text_of(await post.write((ANA, BEN)[seat], post.last(address), "show"))
            assert f"| {hands[seat].name} |" in letter
            assert f" {hands[1 - seat].name} |" not in letter
        secret, seed = live.row.secret, str(live.row.seed)
        assert not any(secret in x.as_string() or seed in x.as_string() for x in post.sent)
        ana = live.seats[0].person
        assert not any(ana in x.as_string() for x in post.sent)

    in_post_office(database, play)


@pytest.mark.parametrize(
    ("head", "sender"),
    [
        ("Auto-Submitted: auto-replied\n", None),
        ("Auto-Submitted: Auto-Generated; x=1\n", None),
        ("Precedence: bulk\n", None),
        ("Precedence: JUNK\n", None),
        ("List-Id: <games.example.org>\n", None),
        ("Return-Path: <>\n", None),
        ("", ""),
        ("", "<>"),
        ("Content-Type: multipart/report; boundary=x\n", None),
        ("Reply-To: mailer-daemon@example.org\n", None),
        (f"Reply-To: {US}\n", None),
        ("Reply-To: not an address\nX: ", None),
    ],
)
def test_machines_are_not_answered_and_change_nothing(database, head, sender):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        to, before = post.last("ana@example.org")["Reply-To"], len(post.sent)
        writer = "nobody" if "not an address" in head else ANA
        became = await post.raw(f"From: {writer}\nTo: {to}\n{head}\n\ncall\n".encode(), sender)
        assert became.startswith("passed over")
        assert (live.turn, len(post.sent)) == (0, before)

    in_post_office(database, play)


def test_our_own_letters_are_never_answered(database):
    async def play(post: PostOffice) -> None:
        await begin(post)
        for letter in list(post.sent):
            assert (await post.raw(letter.as_bytes())).startswith("passed over")

    in_post_office(database, play)


def test_an_answer_to_a_decision_of_before_is_not_taken_for_one_to_this(database):
    async def play(post: PostOffice) -> None:
        live = await begin(post, "smallsum")
        old = post.last("ana@example.org")
        await post.write(ANA, old, live.scene(0).choices[0].words)
        while 0 not in live.waiting_for():
            seat = live.waiting_for()[0]
            await post.tables.play_action(live.row.id, seat, live.turn, live.scene(seat).choices[0].action)
        turns = live.turn
        answer = await post.write(ANA, old, live.scene(0).choices[0].words)
        assert "which is past" in " ".join(text_of(answer).split())
        assert live.turn == turns

    in_post_office(database, play)


@IN_POSTGRES_LATE
def test_nobody_is_flooded(database):
    async def play(post: PostOffice) -> None:
        await post.write(BEN, await post.write(BEN, US, "start smallsum"), "show")  # Ben has agreed now
        for _ in range(21):
            answer = await post.write(BEN, US, "start leduc-poker with ana@example.org")
        assert "20 tables in the last 24 hours" in " ".join(text_of(answer).split())
        assert len([x for x in post.sent if x["To"] == "ana@example.org"]) == 19  # Ben sits at 20 tables
        for _ in range(37):
            await post.write(BEN, US, "help")
        became = await post.raw(f"From: {BEN}\nMessage-ID: <more@test>\n\nhelp".encode())
        assert became.startswith("passed over: 60 emails")

    in_post_office(database, play)


@IN_POSTGRES_LATE
def test_a_letter_that_is_delivered_again_and_again_counts_every_time(database):
    async def play(post: PostOffice) -> None:
        raw = f"From: {ANA}\nTo: {US}\nMessage-ID: <same@test>\n\nhelp\n".encode()
        became = [await post.inbox.receive(raw) for _ in range(MOST_AN_HOUR + 2)]
        assert became[:2] == ["answered", "answered again"]
        assert [x.startswith("passed over") for x in became[-3:]] == [False, True, True]
        await post.outbox.run_once()
        await post.outbox.run_once()
        assert len(post.sent) == MOST_AN_HOUR

    in_post_office(database, play)


def test_limits_count_mailboxes_in_whatever_spelling(database):
    async def play(post: PostOffice) -> None:
        spellings = ("Ben.K@gmail.com", "benk+a@GMAIL.com", "b.e.n.k@googlemail.com")
        for n in range(MOST_AN_HOUR):
            raw = f"From: {spellings[n % 3]}\nMessage-ID: <{n}@test>\n\nhelp\n".encode()
            assert await post.inbox.receive(raw) == "answered"
        raw = b"From: BENK@gmail.com\nMessage-ID: <more@test>\n\nhelp\n"
        assert (await post.inbox.receive(raw)).startswith("passed over: 60 emails")
        for n in range(MOST_TABLES_A_DAY):
            body = f"start leduc-poker with ca.rl+{n}@gmail.com"
            await post.write(f"p{n}@example.org", US, body)
        assert len([x for x in post.sent if "carl" in str(x["To"]).replace(".", "")]) == MOST_TABLES_A_DAY
        await post.write("eve@example.org", US, "start leduc-poker with CARL@googlemail.com")
        assert not [x for x in post.sent if x["To"] == "CARL@googlemail.com"]

    in_post_office(database, play)


def test_an_address_that_never_agreed_is_sent_no_strangers_words(database):
    async def play(post: PostOffice) -> None:
        lure = "Buy at http://evil.example now"
        answer = await post.write("victim@example.org", US, lure, subject=lure)
        assert "not understood" in text_of(answer)
        assert "evil" not in answer.as_string()
        await post.write(
            "Cash http://evil.example <eve@example.com>", US, "start lama with victim@example.org"
        )
        invitation = post.last("victim@example.org")
        assert "offers you seat" in text_of(invitation)
        assert "evil" not in invitation.as_string()

    in_post_office(database, play)


def test_a_strangers_answer_goes_where_they_write_from(database):
    async def play(post: PostOffice) -> None:
        raw = b"From: eve@example.com\nReply-To: victim@example.org\nMessage-ID: <1@test>\n\nhelp\n"
        assert await post.raw(raw) == "answered"
        assert [str(x["To"]) for x in post.sent] == ["eve@example.com"]

    in_post_office(database, play)
