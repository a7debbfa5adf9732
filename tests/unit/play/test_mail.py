"""Play by mail: what letters do at tables, and what they cannot do."""

import re
import time
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from tests.unit.play.post_office import ANA, BEN, US, PostOffice, in_post_office, text_of

from upcard.engine.errors import Failure, Unreadable, Usage
from upcard.play import manners
from upcard.play.live import LiveTable
from upcard.play.offers import read_offer
from upcard.play.orders import Order, read_orders
from upcard.play.postman import MOST_TRIES, Undeliverable, delay_after
from upcard.play.schema import LETTERS, OUTBOX
from upcard.play.wish import SeatWish, new_table_of
from upcard.rules.beat_it_or_eat_it import TAYLORS

OFFER = f"start beat-it-or-eat-it deal=given position={TAYLORS} with ana@example.org second"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'upcard.sqlite'}"


def only_table(post: PostOffice) -> LiveTable:
    (live,) = post.hall.live.values()
    return live


async def begin(post: PostOffice, game: str = "leduc-poker") -> LiveTable:
    """Ana and Ben at a table, by mail."""
    await post.write(ANA, US, f"start {game} with ben@example.net")
    await post.write(BEN, post.last("ben@example.net"), "accept")
    return only_table(post)


def test_the_seeds_own_board_is_sent_to_a_friend_who_answers_with_the_first_lead(url):
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
        assert "1 beat sA   2 eat" in news
        live = only_table(post)
        assert [x.name for x in live.seats] == ["Ana", "Ben"]
        assert [live.game.words(live.match.view(0), [a.action])[a.action] for a in live.kept.actions] == [
            "beat sK"  # the same card, as it is called now
        ]

    in_post_office(url, play)


@pytest.mark.parametrize("game", ["leduc-poker", "goofspiel length=4", "kuhn-poker"])
def test_a_match_between_two_addresses_is_played_to_its_end(url, game):
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

    in_post_office(url, play)


def test_a_letter_that_is_delivered_again_is_played_once_and_answered_alike(url):
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

    in_post_office(url, play)


def test_a_letter_whose_answer_was_lost_with_the_server_is_not_played_twice(url):
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

        post.hall.store.write(lose).result()

    async def go_on(post: PostOffice) -> None:
        assert await post.raw(letter) == "answered"
        answer = text_of(post.last("ana@example.org"))
        assert "had come before" in answer
        assert only_table(post).turn == 1

    in_post_office(url, play)
    in_post_office(url, go_on)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("cal\ndance", "'dance' is not understood"),
        ("fold\nlead s2", "'lead s2' is not understood"),
        ("queue if dance then fold", "'dance' is nothing that is said"),
        ("start lama\nfold", "write them in two"),
        ("move", "'move' is not understood"),
        ("acept", "did you mean 'accept'?"),
        ("\n".join(["show"] * 31), "at most 30"),
    ],
)
def test_a_letter_that_is_not_understood_changes_nothing_and_is_helped(url, body, why):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        before = live.row.version
        answer = text_of(await post.write(ANA, post.last("ana@example.org"), body))
        assert why in " ".join(answer.split())
        assert "you can" in answer  # the table is there all the same
        assert (live.turn, live.row.version) == (0, before)

    in_post_office(url, play)


def test_commands_are_done_up_to_the_first_that_the_rules_refuse(url):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        answer = await post.write(
            ANA, post.last("ana@example.org"), "queue if raise then fold\ncall\nraise\nshow"
        )
        text = " ".join(text_of(answer).split())
        assert "Planned: if raise then fold. Done: call. Not done: move raise." in text
        assert "Nor was what follows: show." in text
        assert live.turn == 1

    in_post_office(url, play)


def test_plans_answer_for_a_player(url):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        await post.write(ANA, post.last("ana@example.org"), "Please call.\nIf raise, then fold!")
        await post.write(BEN, post.last("ben@example.net"), "raise")
        assert live.is_over
        assert "The game is over" in text_of(post.last("ana@example.org"))

    in_post_office(url, play)


def test_plans_may_be_forgotten_and_matches_given_up_and_played_again(url):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        ana = await post.write(ANA, post.last("ana@example.org"), "call\nif raise then fold")
        assert "You have planned:\n  if raise then fold" in text_of(ana)
        assert "You have planned" not in text_of(await post.write(ANA, ana, "forget"))
        over = await post.write(ANA, ana, "Resign")
        assert "Ana has resigned" in text_of(over)
        assert live.row.ending == "resigned 1"
        again = await post.write(ANA, over, "again")
        assert "waiting for players" in again["Subject"] or "table" in again["Subject"]
        assert len(post.hall.live) == 2

    in_post_office(url, play)


def test_who_left_his_seat_to_a_bot_takes_it_again(url, monkeypatch):
    monkeypatch.setattr(manners, "usual_bot", lambda game: "random")

    async def play(post: PostOffice) -> None:
        await post.write(ANA, US, "start lama with ben@example.net and random")
        await post.write(BEN, post.last("ben@example.net"), "accept")
        (live,) = post.hall.live.values()
        ana = await post.write(ANA, post.last("ana@example.org"), "resign")
        assert live.seats[0].strategy == "random"
        acted = " ".join(text_of(await post.write(ANA, ana, "draw")).split())
        assert "take your seat again first" in acted
        assert live.is_over or "answer with the word back" in acted
        assert "The seat is yours" in text_of(await post.write(ANA, ana, "back"))
        assert live.seats[0].strategy == ""

    in_post_office(url, play)


def test_tokens_open_their_own_seat_only(url):
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

    in_post_office(url, play)


def test_an_invitation_is_worth_nothing_once_it_is_accepted(url):
    async def play(post: PostOffice) -> None:
        await post.write(ANA, US, "start leduc-poker with anyone")
        open_to_all = re.search(r"upcard\+\S+\.2\.\S+", text_of(post.last("ana@example.org")))
        assert open_to_all
        await post.write(BEN, open_to_all[0], "accept as Benjamin")
        answer = await post.write("Eve <eve@example.com>", open_to_all[0], "accept")
        assert "somebody has accepted" in " ".join(text_of(answer).split())
        assert [x.name for x in only_table(post).seats] == ["Ana", "Benjamin"]

    in_post_office(url, play)


def test_a_letter_shows_what_its_seat_may_see_and_no_more(url):
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

    in_post_office(url, play)


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
        ("Content-Type: multipart/report; boundary=x\n", None),
        ("Reply-To: mailer-daemon@example.org\n", None),
        (f"Reply-To: {US}\n", None),
        ("Reply-To: not an address\nX: ", None),
    ],
)
def test_machines_are_not_answered_and_change_nothing(url, head, sender):
    async def play(post: PostOffice) -> None:
        live = await begin(post)
        to, before = post.last("ana@example.org")["Reply-To"], len(post.sent)
        writer = "nobody" if "not an address" in head else ANA
        became = await post.raw(f"From: {writer}\nTo: {to}\n{head}\n\ncall\n".encode(), sender)
        assert became.startswith("passed over")
        assert (live.turn, len(post.sent)) == (0, before)

    in_post_office(url, play)


def test_our_own_letters_are_never_answered(url):
    async def play(post: PostOffice) -> None:
        await begin(post)
        for letter in list(post.sent):
            assert (await post.raw(letter.as_bytes())).startswith("passed over")

    in_post_office(url, play)


def test_an_answer_to_a_decision_of_before_is_not_taken_for_one_to_this(url):
    async def play(post: PostOffice) -> None:
        live = await begin(post, "smallsum")
        old = post.last("ana@example.org")
        await post.write(ANA, old, live.scene(0).choices[0].words)
        while 0 not in live.waiting_for():
            seat = live.waiting_for()[0]
            await post.hall.act(live.row.id, seat, live.turn, live.scene(seat).choices[0].action)
        turns = live.turn
        answer = await post.write(ANA, old, live.scene(0).choices[0].words)
        assert "that is past" in " ".join(text_of(answer).split())
        assert live.turn == turns

    in_post_office(url, play)


def test_nobody_is_flooded(url):
    async def play(post: PostOffice) -> None:
        for _ in range(21):
            answer = await post.write(BEN, US, "start leduc-poker with ana@example.org")
        assert "20 tables within a day" in " ".join(text_of(answer).split())
        assert len([x for x in post.sent if x["To"] == "ana@example.org"]) == 20
        for _ in range(39):
            await post.write(BEN, US, "help")
        became = await post.raw(f"From: {BEN}\nMessage-ID: <more@test>\n\nhelp".encode())
        assert became.startswith("passed over: 60 letters")

    in_post_office(url, play)


def test_whoever_is_to_move_is_told_once_and_reminded_once(url):
    async def play(post: PostOffice) -> None:
        await post.write(ANA, US, "start leduc-poker with ben@example.net 2 days")
        await post.write(BEN, post.last("ben@example.net"), "accept")
        live = only_table(post)
        for _ in range(3):
            await post.postman.look()
        asked = [x for x in post.sent if x["To"] == "ana@example.org" and "#1]" in x["Subject"]]
        assert len(asked) == 1
        async with live.lock:
            await post.hall.change(live, lambda c: None, live.kept, due_at=time.time() + 5 * 3600)
        for _ in range(3):
            await post.postman.look()
        reminders = [x for x in post.sent if "A reminder" in text_of(x)]
        assert [(x["To"], "about 5 hours" in text_of(x)) for x in reminders] == [("ana@example.org", True)]

    in_post_office(url, play)


def test_who_plays_in_a_browser_is_written_to_only_when_away(url, monkeypatch):
    async def play(post: PostOffice) -> None:
        await post.write(ANA, US, "start leduc-poker with anyone second")
        live = only_table(post)
        await post.hall.sit(live.row.id, 0, "a browser", "Cyd", "cyd@example.com", "her words")
        await post.postman.look()
        assert not [x for x in post.sent if x["To"] == "cyd@example.com"]
        monkeypatch.setattr("upcard.play.postman.AWAY", 0.0)

        def hasten(c: sa.Connection) -> None:
            c.execute(sa.update(OUTBOX).values(at=0.0))

        post.hall.store.write(hasten).result()
        await post.postman.look()
        assert "your move" in post.last("cyd@example.com")["Subject"]

    in_post_office(url, play)


def test_letters_wait_until_they_can_be_carried_and_are_given_up_at_last(url):
    tried = 0

    async def play(post: PostOffice) -> None:
        async def fail(message: object, to: str) -> None:
            nonlocal tried
            tried += 1
            raise Failure("the mail server is away")

        def soon(c: sa.Connection) -> None:
            c.execute(sa.update(OUTBOX).values(at=0.0))

        post.postman.send = fail
        await post.raw(f"From: {ANA}\nMessage-ID: <a@test>\n\nhelp".encode())
        for _ in range(MOST_TRIES + 3):
            await post.hall.read(lambda c: None)
            post.hall.store.write(soon).result()
            await post.postman.look()
        kept = post.hall.store.read(lambda c: c.execute(sa.select(OUTBOX)).mappings().one())
        assert tried == MOST_TRIES
        assert kept["given_up_at"] is not None
        assert kept["fault"] == "the mail server is away"

    in_post_office(url, play)
    delays = [delay_after(n) for n in range(1, MOST_TRIES)]
    assert delays == sorted(delays)
    assert delays[0] == 60
    assert 1.5 < sum(delays) / 86_400 < 3


def test_what_will_never_arrive_is_given_up_at_once(url):
    async def play(post: PostOffice) -> None:
        async def refuse(message: object, to: str) -> None:
            raise Undeliverable("there is nobody of that name")

        post.postman.send = refuse
        await post.raw(f"From: {ANA}\nMessage-ID: <a@test>\n\nhelp".encode())
        kept = post.hall.store.read(lambda c: c.execute(sa.select(OUTBOX)).mappings().one())
        assert (kept["tries"], kept["fault"]) == (1, "there is nobody of that name")

    in_post_office(url, play)


def test_games_are_listed_for_who_lost_the_letters(url):
    async def play(post: PostOffice) -> None:
        assert "no games here" in text_of(await post.write(ANA, US, "show"))
        await begin(post)
        listed = await post.write(ANA, US, "", subject="Games")
        assert str(post.last("ana@example.org")["To"]) == "ana@example.org"
        address = re.search(r"upcard\+\S+", text_of(listed))
        assert address
        assert "your move" in (await post.write(ANA, address[0], "show"))["Subject"]

    in_post_office(url, play)


SAID = ("fold", "call", "raise", "lead s2")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("FOLD.", Order("move", "FOLD")),
        ("please, fold!", Order("move", "fold")),
        ("  move   Lead   S2 ", Order("move", "Lead S2")),
        ("“raise”", Order("move", "raise")),
        ("if raise then fold", Order("queue", "fold", "raise")),
        ("queue: if raise, fold", Order("queue", "fold", "raise")),
        ("plan call", Order("queue", "call")),
        ("Show me", Order("show")),
        ("accept as Ana Maria", Order("accept", "as Ana Maria")),
        ("START lama with bot", Order("start", "lama with bot")),
    ],
)
def test_lines_are_read_forgivingly(line, order):
    assert read_orders([line], lambda words: words in SAID) == [order]


@pytest.mark.parametrize("line", ["", "  ", "...", "!!"])
def test_an_empty_line_asks_for_nothing(line):
    assert read_orders([line], lambda words: words in SAID) == []


ME = SeatWish(person="me", name="Me", address="me@example.org")


def test_an_offer_names_the_game_the_others_and_all_that_can_be_chosen():
    wish = read_offer("Beat It Or Eat It one-suit length=9 with x@y.org, 3 days, second as Max", ME)
    assert (wish.game, wish.preset, wish.options) == ("beat-it-or-eat-it", "one-suit", {"length": "9"})
    assert [x.address for x in wish.seats] == ["x@y.org", "me@example.org"]
    assert (wish.clock, wish.seats[1].name) == ("days 3", "Max")
    lama = read_offer("a game of L.A.M.A. 4 players with ana@x.org and random", ME)
    assert [x.strategy for x in lama.seats] == ["", "", "random", "ismcts"]
    assert len(read_offer("lama with anyone", ME).seats) == 2
    assert read_offer("lama dealt 3 5 llama", ME).dealt == ["3", "5", "llama"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("", Usage),
        ("chess", Usage),
        ("lama tomorrow", Unreadable),
        ("lama 2 players with a@x.org and b@x.org", Usage),
        ("lama 99 players", Usage),
        ("lama 99 days", Usage),
        ("leduc-poker fourth", Usage),
        ("lama no=such", Usage),
    ],
)
def test_an_offer_that_cannot_be_is_refused(words, fault):
    with pytest.raises(fault):
        new_table_of(read_offer(words, ME))
