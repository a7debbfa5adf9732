"""Records of fair matches: what is proved, and what is refused when anything was changed afterwards."""

import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from upcard.certificates.record_check import check_text
from upcard.certificates.verify_file import verify
from upcard.engine.errors import Refused, Unreadable
from upcard.engine.game import make_game
from upcard.engine.match_end import MatchEnd
from upcard.engine.record import record_text
from upcard.server.fair_deal import fair_match, revealed

SECRET = "5ec2e7" * 10 + "abcd"
ADDED = ("my lucky words", "", "0a1b2c")
SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)


def played(game, added=ADDED, actions=None, secret=SECRET):
    """A fair match by random play, and what is told of its deal."""
    fairness = revealed("blue room", game, secret, added)
    match, rng = fair_match(game, fairness), random.Random(1)
    while not match.is_over and (actions is None or len(match.actions) < actions):
        match.do(rng.choice(match.legal()))
    return match, fairness


@pytest.fixture(scope="module")
def fair():
    """The record of a fair match of L.A.M.A. for three that was played to its end."""
    return record_text(*played(make_game("lama", 3, target=15)))


@pytest.fixture
def checked(tmp_path):
    """Writes a text into a file and checks it."""

    def check(text):
        (tmp_path / "match.upc").write_text(text, encoding="utf-8")
        return verify(tmp_path / "match.upc")

    return check


def test_what_is_proved_of_a_fair_match(fair, checked):
    title, fixed, mixed, actions, end = checked(fair)
    assert check_text(fair) == [title, fixed, mixed, actions, end]
    (committed,) = re.findall("^commitment (.*)$", fair, re.MULTILINE)
    assert title.startswith("the record of L.A.M.A., 3 players, ")
    assert "target=15" in title
    assert fixed.startswith(
        "the secret of table 'blue room' was fixed with its game, players and options before"
    )
    assert fixed.endswith(f"if this is the commitment that you were shown then: {committed}")
    assert mixed.endswith("and these additions: 'my lucky words' by seat 1, '0a1b2c' by seat 3")
    assert (
        actions
        == f"{len(re.findall('^[1-3] ', fair, re.MULTILINE))} actions are legal under version 1 of the rules"
    )
    assert re.fullmatch(
        r"the game is over: seat 1 has .*, seat 2 has .*, seat 3 has .*; seat \d.* wins?", end
    )


def test_every_game_can_be_dealt_fairly(shipped_game, checked):
    added = ("a", *[""] * (shipped_game.players - 1))
    match, fairness = played(shipped_game, added, actions=3)
    ending = None if match.is_over else MatchEnd("abandoned")
    proved = checked(record_text(match, fairness, ending))
    assert proved[-2].startswith(f"{len(match.actions)} action")
    assert proved[-3].endswith("and these additions: 'a' by seat 1")


def test_a_match_that_was_resigned_is_checked_as_far_as_it_went(checked):
    match, fairness = played(make_game("lama", 3), actions=5)
    *_, actions, end = checked(record_text(match, fairness, MatchEnd("resigned", 2)))
    assert actions == "5 actions are legal under version 1 of the rules"
    assert end == "the game is not over by then; the record says that seat 2 resigned"


def test_where_nobody_added_anything_the_server_chose_the_deal(checked):
    proved = checked(record_text(*played(make_game("kuhn-poker"), ("", ""))))
    assert proved[2].endswith("comes from the secret alone: no seat added anything, so the server chose it")


def test_a_record_without_a_fair_deal_is_played_again_and_said_to_be_just_that(checked):
    match = make_game("kuhn-poker").match(3)
    proved = checked(record_text(match))
    assert proved == [
        "the record of Kuhn poker, 2 players",
        "the cards are those of seed 3 game 0; the record does not prove who chose them",
        "0 actions are legal under version 1 of the rules",
        "the game is not over: seat 1 is to act",
    ]
    laid = record_text(make_game("kuhn-poker").match(3, dealt=["king", "jack"]))
    assert (
        "those of the 2 outcomes that were set and then of seed 3 game 0; the record does not prove"
        in checked(laid)[1]
    )


SEED, COMMITMENT = (
    "the secret and what the seats added give [0-9]+ game 0",
    "the secret with this table, game",
)
TAMPERED = [
    ("^secret 5ec2", "secret 5ec3", rf"^line 10 of the record: commitment is [0-9a-f]+; {COMMITMENT}"),
    ("^commitment ....", "commitment 0000", rf"^line 10 .* commitment is 0000[0-9a-f]+; {COMMITMENT}"),
    ("^table blue", "table red", COMMITMENT),
    ("target=15", "target=16", COMMITMENT),
    (" target=15", "", COMMITMENT),
    ("give_back=chip", "give_back=none", COMMITMENT),
    ("^players 3", "players 4", COMMITMENT),
    ("^added 1 my", "added 1 My", rf"^line 5 of the record: seed is [0-9]+ game 0; {SEED}"),
    ("^added 1 ", "added 2 ", SEED),
    ("^added 1 .*\n", "", SEED),
    ("^added 3", "added 2 more\nadded 3", SEED),
    ("^seed .* game", "seed 7 game", f"^line 5 of the record: seed is 7 game 0; {SEED}"),
    ("game 0$", "game 1", SEED),
    ("^seat 1", "dealt llama\nseat 1", "^line 6 of the record: dealt sets cards; a fair deal comes from"),
    ("^added 3", "added 4", "the record names seat 4; its seats are 1 to 3"),
    ("^players 3", "players 2", "the record names seat 3; its seats are 1 to 2"),
    ("^players 3", "players 1000000000000", "players, not 1,000,000,000,000 players"),
    ("^game lama version 1", "game lama version 9", "^line 2 .* under version 9 of the rules of L.A.M.A."),
    ("^game lama", "game whist", "^line 2 of the record: there is no game 'whist'"),
    ("^options ", "options aim=3 ", "^line 4 of the record: lama has no option 'aim'"),
    ("^table .*\n", "", "has lines of a fair deal, but no line that begins with 'table'"),
    ("^commitment .*\n", "", "has lines of a fair deal, but no line that begins with 'commitment'"),
    ("^secret .*\n", "", "has lines of a fair deal, but no line that begins with 'secret'"),
    ("^seed .*\n", "", "has lines of a fair deal, but no line that begins with 'seed'"),
    ("^2 quit", "3 quit", "^line [0-9]+ of the record: seat 3 acts, but it is seat 2's turn"),
    ("^1 play 3", "1 play 6", "^line 14 of the record: 'play 6' is not allowed: "),
    (r"^.*\n\Z", "", "the record stops before the game is over, and has no line 'ended'"),
    (
        r"\Z",
        "ended late 1\n",
        "^line [0-9]+ .*: the record says that the time of seat 1 ran out, but the game",
    ),
    (r"\Z", "1 draw\n", "^line [0-9]+ of the record: the game is over; no more moves are possible"),
]


@pytest.mark.parametrize(("old", "new", "reason"), TAMPERED)
def test_what_was_changed_afterwards_is_refused_with_what_differs(fair, checked, old, new, reason):
    changed, count = re.subn(old, new, fair, count=1, flags=re.MULTILINE)
    assert count == 1
    with pytest.raises(Refused, match=reason):
        checked(changed)


@SHARED
@given(st.data())
def test_no_character_of_the_deal_can_be_changed(fair, checked, data):
    """What cannot be read any more is refused as well; only the names of the seats are free."""
    at = data.draw(
        st.integers(0, fair.index("\n", fair.index("added 3"))).filter(lambda i: fair[i] not in " \n")
    )
    line = fair[fair.rindex("\n", 0, at) + 1 if "\n" in fair[:at] else 0 :]
    if line.startswith("seat"):
        return
    other = data.draw(st.sampled_from("0123456789abcdefxyz").filter(lambda c: c != fair[at]))
    with pytest.raises((Refused, Unreadable)):
        checked(fair[:at] + other + fair[at + 1 :])


@SHARED
@given(
    st.binary(min_size=32, max_size=32).map(bytes.hex),
    st.lists(st.sampled_from(["", "a", "b c"]), min_size=2, max_size=2),
)
def test_every_secret_and_addition_is_proved(checked, secret, added):
    match, fairness = played(make_game("leduc-poker"), tuple(added), secret=secret)
    proved = checked(record_text(match, fairness))
    assert f"the seed {match.seed} " in proved[2]
    assert [f"'{text}' by seat {p}" in proved[2] for p, text in enumerate(added, 1) if text] == [True] * len(
        list(filter(None, added))
    )


def test_what_is_no_text_or_too_large_is_told(tmp_path, fair):
    file = tmp_path / "match.upc"
    file.write_bytes(fair.encode() + b"\xff")
    with pytest.raises(Unreadable, match="is not a text in UTF-8; expected the record of a match"):
        verify(file)
    file.write_bytes(fair.encode() + b"\n" * (16 * 2**20))
    with pytest.raises(Unreadable, match="is larger than 16 MiB; expected the record"):
        verify(file)
