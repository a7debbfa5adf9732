"""The record of a match reads back to the same match."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.examples import few
from tests.engine.record_texts import HASH, KUHN, LAMA
from tests.night import IS_NIGHTLY

from upcard.engine.commitment import Fairness
from upcard.engine.errors import UpcardError, Usage
from upcard.engine.game import Match, make_game
from upcard.engine.match_end import MatchEnd
from upcard.engine.record import match_of, parse_record, record_text, replay
from upcard.engine.state import canonical_key

FAIR = f"table blue room\ncommitment {HASH}\nsecret {HASH[::-1]}\nadded 2 my own words\n"

FEW = few(IS_NIGHTLY)

names = st.text(st.characters(blacklist_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=12)


def same(first, second):
    """Whether two matches are the same in everything a record is to keep."""
    kept = [
        (repr(m.game), m.actions, m.movers, m.seats, m.state.turns, canonical_key(m.game.rules, m.state))
        for m in (first, second)
    ]
    return kept[0] == kept[1]


@FEW
@given(st.integers(0, 10**9), st.integers(0, 100))
def test_a_record_reads_back_to_the_same_match(shipped_game, position, seed, steps):
    match = position(shipped_game, seed, steps)
    text = record_text(match)
    again = replay(parse_record(text))
    assert same(again, match)
    assert (again.seed, again.number) == (match.seed, match.number)
    assert record_text(again) == text


@FEW
@given(st.integers(0, 10**6), st.integers(0, 60), st.integers(0, 20))
def test_a_match_with_cards_laid_down_reads_back_and_goes_on_from_its_seed(
    shipped_game, position, seed, steps, laid_down
):
    first = position(shipped_game, seed, steps)
    tell = shipped_game.rules.card_text
    outcomes = [tell(x) if door == "draw" else str(x) for door, x in first.chance.history]
    match = shipped_game.match(seed + 1, dealt=outcomes[:laid_down] or outcomes[:1])
    rng = random.Random(seed)
    while not match.is_over and len(match.actions) < steps:
        match.do(rng.choice(match.legal()))
    text = record_text(match)
    again = replay(parse_record(text))
    assert same(again, match)
    assert (again.seed, again.dealt) == (match.seed, match.dealt)
    while not match.is_over and len(match.actions) < steps + 5:
        action = rng.choice(match.legal())
        match.do(action)
        again.do(action)
    assert same(again, match)
    text = record_text(match)
    assert record_text(again) == text


@given(st.lists(names, min_size=2, max_size=2))
def test_the_names_of_the_seats_are_kept(seats):
    match = make_game("kuhn-poker").match(1, seats=seats)
    assert replay(parse_record(record_text(match))).seats == tuple(seats)


def test_a_record_goes_on_with_its_seed():
    match = make_game("lama", 2).match(5)
    match.do("draw")
    again = replay(parse_record(record_text(match)))
    for m in (match, again):
        for _ in range(5):
            m.do("draw")
    assert same(again, match)


def test_the_text_is_as_documented():
    match = Match(make_game("kuhn-poker"), None, 0, ("king", "jack"), ("Ana", "Bob"))
    for word in ("pass", "bet", "bet"):
        match.do(word)
    assert record_text(match) == KUHN
    empty = make_game("lama", 2, "paper").match(7, 3)
    assert record_text(empty) == LAMA


def test_words_are_those_of_the_moment_they_were_said():
    text = record_text(replay(parse_record(LAMA + "1 draw\n2 quit the round\n")))
    assert text.splitlines()[-2:] == ["1 draw", "2 quit the round"]


def test_empty_lines_comments_and_spaces_do_not_matter():
    text = "\n# a game of Ana's\n" + KUHN.replace("\n", "  \n\n  # no\n").replace(" ", "   ")
    assert same(replay(parse_record(text)), replay(parse_record(KUHN)))


def test_what_was_typed_short_is_read_too():
    assert same(replay(parse_record(KUHN.replace("1 check", "1 ch"))), replay(parse_record(KUHN)))


def test_a_record_is_parsed_without_playing_it():
    record = parse_record(
        KUHN.replace("dealt king jack", "seed 4 game 2").replace("2 bet 1", "7 nonsense here")
    )
    assert (record.game, record.version, record.players) == ("kuhn-poker", 1, 2)
    assert (record.seed, record.number, record.dealt) == (4, 2, [])
    assert record.seats == {1: "Ana", 2: "Bob"}
    assert record.actions == [(7, 1, "check"), (8, 7, "nonsense here"), (9, 1, "call 1")]


def test_a_seed_goes_on_after_the_cards_that_were_laid_down():
    laid = "seed 7 game 3\ndealt" + " 1" * 6 + " 2" * 6 + " 1"
    text = LAMA.replace("seed 7 game 3", laid) + "1 draw\n2 draw\n"
    match = replay(parse_record(text))
    assert sum(match.state.hand[0]) == sum(match.state.hand[1]) == 7
    twin = make_game("lama", 2, "paper").match(7, 3, dealt=[*"111111", *"222222", "1"])
    twin.do("draw")
    twin.do("draw")
    twin.seats = match.seats
    assert same(match, twin)
    assert same(replay(parse_record(record_text(match))), match)


def test_outcomes_may_stand_on_several_lines():
    text = KUHN.replace("dealt king jack", "dealt king\ndealt jack")
    assert same(replay(parse_record(text)), replay(parse_record(KUHN)))


@pytest.mark.parametrize("upto", [0, 1, 2, 3, 9])
def test_a_record_can_be_played_up_to_an_action(upto):
    match = replay(parse_record(KUHN), upto)
    assert match.actions == [0, 1, 1][:upto]


def test_seats_without_a_name_get_a_number():
    record = parse_record(KUHN.replace("seat 1 Ana\n", ""))
    assert replay(record).seats == ("player 1", "Bob")


def test_a_match_of_the_same_game_is_played_again():
    match = match_of(make_game("lama", 2, "paper"), LAMA + "1 draw\n")
    assert match.actions == [7]


@pytest.mark.parametrize(
    "other", [("kuhn-poker", 2, None), ("lama", 3, "paper"), ("lama", 2, "official")], ids=str
)
def test_a_record_of_another_game_or_other_options_is_refused(other):
    with pytest.raises(UpcardError, match=r"is of a match of <L\.A\.M\.A\., 2 players, count=every_card"):
        match_of(make_game(*other), LAMA)


def test_a_match_without_a_seed_keeps_all_outcomes():
    match = Match(make_game("kuhn-poker"), None, 0, ("queen", "jack"), ())
    assert "dealt queen jack\n" in record_text(match)


def test_the_lines_of_a_fair_deal_are_read_and_written():
    """Where they stand does not matter; they are written after the seats."""
    for place in ("players 2", "1 check", "1 call 1"):
        record = parse_record(KUHN.replace(place, f"{FAIR}{place}"))
        assert (record.table, record.commitment, record.secret) == ("blue room", HASH, HASH[::-1])
        assert record.added == {2: "my own words"}
        told = Fairness(record.table, record.commitment, record.secret, ("", "my own words"))
        assert record_text(replay(record), told) == KUHN.replace("1 check", f"{FAIR}1 check")
        assert record_text(replay(record)) == KUHN


@pytest.mark.parametrize(
    "ending",
    [
        MatchEnd("resigned", 2),
        MatchEnd("late", 1),
        MatchEnd("abandoned"),
        MatchEnd("agreed"),
        MatchEnd("aborted"),
    ],
    ids=str,
)
def test_how_a_match_ended_before_the_game_was_over_is_read_and_written(ending):
    begun = KUHN[: KUHN.index("2 bet 1")]
    text = record_text(replay(parse_record(begun)), ending=ending)
    assert text == f"{begun}ended {ending.words()}\n"
    assert parse_record(text).ending == ending
    assert replay(parse_record(text)).actions == [0]
    assert parse_record(begun).ending is None


@given(st.text(max_size=9), st.none() | st.integers(-1, 9))
def test_matches_end_in_one_of_three_ways(how, seat):
    with pytest.raises(Usage, match="expected resigned or late with a seat, or abandoned"):
        MatchEnd(how, seat)


def test_the_words_of_earlier_versions_are_read_and_today_s_are_written():
    earlier = KUHN.replace("1 check", "1 pass").replace("2 bet 1", "2 bet").replace("1 call 1", "1 bet")
    assert record_text(replay(parse_record(earlier))) == KUHN
    earlier = LAMA + "1 draw\n2 quit\n"
    assert record_text(replay(parse_record(earlier))).endswith("1 draw\n2 quit the round\n")
