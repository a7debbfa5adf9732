"""Play by mail: what letters do at tables."""

import re
from email.message import EmailMessage
from random import Random

import pytest
import sqlalchemy as sa
from tests.mail.post_office import ANA, BEN, US, PostOffice, begin, in_post_office, only_table, text_of

from upcard.games.beat_it_or_eat_it.rules import TAYLORS
from upcard.play.bot_levels import OpponentLevel
from upcard.server import table_actions, waiting_room
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.schema import LETTERS

OFFER = f"start beat-it-or-eat-it deal=given position={TAYLORS} with ana@example.org second"


def test_the_seeds_own_board_is_sent_to_a_friend_who_answers_with_the_first_lead(database):
    async def play(post: PostOffice) -> None:
        waiting = await post.write(BEN, US, OFFER)
        assert "waiting for players" in waiting["Subject"]
        offer = post.last("ana@example.org")
        board = text_of(offer)
        assert "[h3][h5][h6][h10][hJ][hA]" in board  # Hearts: A J t 6 5 3, the reader's
        assert "[s2][s4][s7][s8][s9][sQ][sK]" in board  # Spades: K Q 9 8 7 4 2
        answer = await post.write(ANA, offer, "Hi Ben,\n\nLead SK!\n\nA nice game, this.\nAna")
        assert "Done: lead sK." in text_of(answer)
        news = text_of(post.last("ben@example.net"))
        assert "It is your turn." in news
        assert "1 beat with sA   2 eat" in news
        live = only_table(post)
        assert [x.name for x in live.seats] == ["Ana", "Ben"]
        assert [live.game.words(live.match.view(0), [a.action])[a.action] for a in live.snapshot.actions] == [
            "beat with sK"  # the same card, as it is called now
        ]

    in_post_office(database, play)


def test_an_address_from_before_the_start_still_opens_the_seat_of_its_player(database):
    async def play(post: PostOffice) -> None:
        writer, ana = post.inbox.writer, NewSeat(person="ana", name="Ana")
        ben = NewSeat(person=writer.tokens.person("ben@example.net"), name="Ben", address="ben@example.net")
        live = await post.tables.create_table(NewTable("lama", [ana, NewSeat(), ben]))
        address = writer.address_of(live, live.seats[2])
        await waiting_room.start(post.tables, live.row.id, 0)
        answer = await post.write(BEN, address, "show")
        assert "there is no seat" not in text_of(answer)
        assert writer.address_of(live, live.seats[1]) in answer["Reply-To"]
        assert [x.added is None for x in live.seats] == [True, False]  # Ben's email helps shuffle

    in_post_office(database, play)


@pytest.mark.parametrize("game", ["leduc-poker", "goofspiel length=4", "kuhn-poker 2 hands"])
def test_a_match_between_two_addresses_is_played_to_its_end(database, game):
    async def play(post: PostOffice) -> None:
        live, random = await begin(post, game), Random(3)
        people = dict(zip((0, 1), (ANA, BEN), strict=True))
        told = {0: post.last("ana@example.org"), 1: post.last("ben@example.net")}
        while not live.is_over:
            seat = random.choice(live.waiting_for())
            choice = random.choice(live.scene(seat).choices)
            words = random.choice([choice.words, str(choice.number)])
            told[seat] = await post.write(people[seat], told[seat], words)
            assert f"Done: {choice.words}." in text_of(told[seat])
            other = post.last("ben@example.net" if seat == 0 else "ana@example.org")
            told[1 - seat] = other
        assert live.row.ending == "finished"
        for address in ("ana@example.org", "ben@example.net"):
            assert "The game is over" in text_of(post.last(address))
        if live.row.hands > 1:
            over = post.last("ana@example.org")
            assert re.search(r"This was hand 1 of 2\. Totals: Ana (\+|−)\d, Ben (\+|−)\d\.", one_line(over))
            again = await post.write(ANA, over, "again")
            assert "This is hand 2 of 2; everybody has moved to the next seat." in one_line(again)

    def one_line(letter: EmailMessage) -> str:
        return " ".join(text_of(letter).split())

    in_post_office(database, play)


def test_a_letter_that_is_delivered_again_is_played_once_and_answered_alike(database):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        asked = post.last("ana@example.org")
        letter = (
            f"From: {ANA}\nTo: {asked['Reply-To']}\nSubject: x\nMessage-ID: <one@test>\n\ncall\n".encode()
        )
        assert await post.raw(letter) == "answered"
        first, turns = post.last("ana@example.org"), live.turn
        assert await post.raw(b"Received: by another way\n" + letter) == "answered again"
        again = post.last("ana@example.org")
        assert live.turn == turns == 1
        assert again is not first
        assert (again["Message-ID"], text_of(again)) == (first["Message-ID"], text_of(first))
        nameless = letter.replace(b"Message-ID: <one@test>\n", b"Date: Mon, 23 Nov 2026 10:00:00 +0000\n")
        assert await post.raw(nameless) == "answered"
        assert await post.raw(b"Received: by another way\n" + nameless) == "answered again"

    in_post_office(database, play)


def test_a_letter_whose_answer_was_lost_with_the_server_is_not_played_twice(database):
    letter = b""

    async def play(post: PostOffice) -> None:
        nonlocal letter
        await begin(post)
        to = post.last("ana@example.org")["Reply-To"]
        letter = f"From: {ANA}\nTo: {to}\nMessage-ID: <lost@test>\n\ncall\n".encode()
        assert await post.raw(letter) == "answered"

        def lose(c: sa.Connection) -> None:  # as if the server had died after the action was written
            c.execute(
                sa.update(LETTERS)
                .where(LETTERS.c.reply["answers"].as_string() == "<lost@test>")
                .values(reply={})
            )

        post.tables.store.write(lose).result()

    async def go_on(post: PostOffice) -> None:
        assert await post.raw(letter) == "answered"
        answer = text_of(post.last("ana@example.org"))
        assert "had already arrived" in answer
        assert only_table(post).turn == 1

    in_post_office(database, play)
    in_post_office(database, go_on)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("cal\ndance", "'dance' is not understood"),
        ("fold\nlead s2", "'lead s2' is not understood"),
        ("queue if dance then fold", "'dance' is not an action of this game"),
        ("start lama\nfold", "send them in two emails"),
        ("move", "'move' is not understood"),
        ("acept", "did you mean 'accept'?"),
        ("\n".join(["show"] * 31), "at most 30"),
    ],
)
def test_a_letter_that_is_not_understood_changes_nothing_and_is_helped(database, body, why):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        before = live.row.version
        answer = text_of(await post.write(ANA, post.last("ana@example.org"), body))
        assert why in " ".join(answer.split())
        assert "you can" in answer  # the table is there all the same
        assert (live.turn, live.row.version) == (0, before)

    in_post_office(database, play)


def test_commands_are_done_up_to_the_first_that_the_rules_refuse(database):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        answer = await post.write(
            ANA, post.last("ana@example.org"), "call\nqueue if raise then fold\nraise\nshow"
        )
        text = " ".join(text_of(answer).split())
        assert "Done: check. Planned: if raise then fold. Not done: move raise." in text
        assert "Also not done: show." in text
        assert live.turn == 1

    in_post_office(database, play)


def test_plans_answer_for_a_player(database):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        await post.write(ANA, post.last("ana@example.org"), "Please call.\nIf raise, then fold!")
        await post.write(BEN, post.last("ben@example.net"), "raise")
        assert live.is_over
        assert "The game is over" in text_of(post.last("ana@example.org"))

    in_post_office(database, play)


def test_plans_may_be_forgotten_and_matches_given_up_and_played_again(database):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        ana = await post.write(ANA, post.last("ana@example.org"), "call\nif raise then fold")
        assert "You have planned:\n  if raise then fold" in text_of(ana)
        assert "You have planned" not in text_of(await post.write(ANA, ana, "forget"))
        over = await post.write(ANA, ana, "Resign")
        assert "Ana has resigned" in text_of(over)
        assert live.row.ending == "resigned 1"
        again = await post.write(ANA, over, "again")
        assert "This is the rematch" in text_of(again)
        assert len(post.tables.live) == 2
        invited = post.last("ben@example.net")
        assert "the rematch" in invited["Subject"]
        assert "Reply to this email" in " ".join(text_of(invited).split())
        await post.write(BEN, invited, "show")
        table = next(x for x in post.tables.live.values() if x is not live)
        assert table.is_dealt

    in_post_office(database, play)


def test_who_left_his_seat_to_a_bot_takes_it_again(database, monkeypatch):
    monkeypatch.setattr(table_actions, "usual_level", lambda game: OpponentLevel("Casual", "random"))

    async def play(post: PostOffice) -> None:
        await post.write(ANA, US, "start lama with ben@example.net and random")
        await post.write(BEN, post.last("ben@example.net"), "accept")
        (live,) = post.tables.live.values()
        ana = await post.write(ANA, post.last("ana@example.org"), "resign")
        assert live.seats[0].strategy == "random"
        acted = " ".join(text_of(await post.write(ANA, ana, "draw")).split())
        assert "take your seat back first" in acted
        assert live.is_over or "reply with the word back" in acted
        assert "You have your seat back" in text_of(await post.write(ANA, ana, "back"))
        assert live.seats[0].strategy == ""

    in_post_office(database, play)


def test_moves_are_taken_back_and_draws_agreed_by_mail(url):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        first = await post.write(ANA, post.last("ana@example.org"), "call")
        asked = post.last("ben@example.net")
        answer = text_of(await post.write(ANA, first, "Please take my last move back."))
        assert "This waits until Ben agrees." in answer
        offered = post.last("ben@example.net")
        assert "Ana would like to take their last move back. Reply with agree or decline." in text_of(offered)
        assert "You have agreed." in text_of(await post.write(BEN, offered, "agree"))
        assert (live.turn, live.row.taken_back) == (0, 1)
        again = post.last("ana@example.org")
        assert "your move" in str(again["Subject"])
        await post.write(ANA, again, "raise")
        late = text_of(await post.write(BEN, asked, "call"))  # answers the move that was taken back
        assert "which is past" in late
        draw = await post.write(BEN, post.last("ben@example.net"), "offer a draw")
        assert "This waits until Ana agrees." in text_of(draw)
        assert "Ben offers a draw." in text_of(post.last("ana@example.org"))
        assert "no offer any more" in text_of(await post.write(ANA, post.last("ana@example.org"), "decline"))
        await post.write(BEN, draw, "draw")
        await post.write(ANA, post.last("ana@example.org"), "agree")
        assert live.row.ending == "agreed"

    in_post_office(url, play)


def test_a_match_that_has_hardly_begun_is_aborted_by_mail(url):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        assert "does not count" in text_of(await post.write(ANA, post.last("ana@example.org"), "abort"))
        assert live.row.ending == "aborted"

    in_post_office(url, play)


def test_games_are_listed_for_who_lost_the_letters(database):
    async def play(post: PostOffice) -> None:
        assert "no games here" in text_of(await post.write(ANA, US, "show"))
        await begin(post)
        listed = await post.write(ANA, US, "", subject="Games")
        assert str(post.last("ana@example.org")["To"]) == "ana@example.org"
        address = re.search(r"upcard\+\S+", text_of(listed))
        assert address
        assert "your move" in (await post.write(ANA, address[0], "show"))["Subject"]

    in_post_office(database, play)
