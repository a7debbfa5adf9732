"""What is wrong with a record is told with its line and what was expected."""

import pytest
from tests.engine.record_texts import HASH, KUHN, LAMA

from upcard.engine.errors import Ambiguous, Illegal, Unreadable, UpcardError, Usage
from upcard.engine.record import parse_record, replay

UNREADABLE = [
    (
        "upcard record 1",
        "upcard record 9",
        "line 1 of the record: it has format 9, and this Upcard reads format 1; use the version of Upcard",
    ),
    (
        "upcard record 1",
        "\n\nupcard record 01",
        "line 3 of the record: it has format 01, and this Upcard reads format 1; use the version of Upcard",
    ),
    (
        "upcard record 1",
        "upcard record",
        "this is not a record: it begins with 'upcard record'; expected 'upcard",
    ),
    (
        "upcard record 1",
        "upcard records 2",
        "this is not a record: it begins with 'upcard records 2'; expected 'upcard",
    ),
    (
        "upcard record 1",
        "",
        "this is not a record: it begins with 'game kuhn-poker version 1'; expected 'upcard",
    ),
    (
        "game kuhn-poker version 1\n",
        "",
        "the record names no game or no players; expected lines 'game ...' and",
    ),
    (
        "players 2\n",
        "",
        "the record names no game or no players; expected lines 'game ...' and 'players ...'",
    ),
    (
        "version 1",
        "version one",
        "line 2 of the record says 'game kuhn-poker version one'; expected 'game NAME ver",
    ),
    (" version 1", "", "line 2 of the record says 'game kuhn-poker'; expected 'game NAME version NUMBER'"),
    ("players 2", "players two", "line 3 of the record says 'players two'; expected 'players NUMBER'"),
    ("players 2", "players", "line 3 of the record says 'players'; expected 'players NUMBER'"),
    (
        "players 2",
        "players 2\noptions a",
        "line 4 of the record says 'options a'; expected 'options NAME=VALUE",
    ),
    (
        "players 2",
        "players 2\noptions a=b=c",
        "line 4 of the record says 'options a=b=c'; expected 'options NAME",
    ),
    (
        "dealt king jack",
        "seed x game 0",
        "line 4 of the record says 'seed x game 0'; expected 'seed NUMBER game",
    ),
    ("dealt king jack", "seed 5", "line 4 of the record says 'seed 5'; expected 'seed NUMBER game NUMBER'"),
    (
        "game kuhn-poker version",
        "game kuhn-poker of",
        "line 2 of the record says 'game kuhn-poker of 1'; expec",
    ),
    ("players 2", "players 2 or 3", "line 3 of the record says 'players 2 or 3'; expected 'players NUMBER'"),
    ("players 2", "players 2\nplayers 2", "line 4 of the record says 'players 2'; expected 'players NUMBER'"),
    ("seat 2 Bob", "seat 1 Bob", "line 6 of the record says 'seat 1 Bob'; expected 'seat NUMBER NAME'"),
    (
        "dealt king jack",
        "seed 1 game 0\nseed 1 game 0",
        "line 5 of the record says 'seed 1 game 0'; expected",
    ),
    ("dealt king jack", "seed 1 of 0", "line 4 of the record says 'seed 1 of 0'; expected 'seed NUMBER game"),
    ("seat 2 Bob", "seat two Bob", "line 6 of the record says 'seat two Bob'; expected 'seat NUMBER NAME'"),
    ("seat 2 Bob", "seat", "line 6 of the record says 'seat'; expected 'seat NUMBER NAME'"),
    (
        "1 check",
        "Ana pass",
        "line 7 of the record says 'Ana pass'; expected an action such as '1 play 5', or a head",
    ),
    (
        "1 check",
        "1",
        "line 7 of the record says '1'; expected an action such as '1 play 5', or a header line",
    ),
    (
        "1 check",
        f"table {'x' * 65}",
        "line 7 of the record: the name of the table is 'xxxxxxxxxxxxxxxx",
    ),
    ("1 check", "table a\ntable a", "line 8 of the record says 'table a'; expected 'table NAME'"),
    (
        "1 check",
        "table",
        "line 7 of the record: the name of the table is '', 0 characters long; expected",
    ),
    (
        "1 check",
        "commitment 12",
        "line 7 of the record says 'commitment 12'; expected 'commitment HASH, of 64 digits",
    ),
    ("1 check", f"commitment {HASH.upper()}", "line 7 of the record says 'commitment 0123456789ABCDEF0"),
    ("1 check", f"commitment {HASH}\ncommitment {HASH}", "line 8 of the record says 'commitment 01234"),
    ("1 check", f"secret {HASH[:-1]}", "line 7 of the record says 'secret 0123456789abcdef"),
    ("1 check", f"secret {HASH} {HASH}", "line 7 of the record says 'secret 0123456789abcdef"),
    ("1 check", f"secret {HASH}\nsecret {HASH}", "line 8 of the record says 'secret 0123456789abcdef"),
    (
        "1 check",
        "added 1",
        "line 7 of the record: the text that a player adds to the deal is '', 0",
    ),
    ("1 check", "added one x", "line 7 of the record says 'added one x'; expected 'added SEAT TEXT'"),
    ("1 check", "added 1 a\nadded 1 b", "line 8 of the record says 'added 1 b'; expected 'added SEAT TEXT'"),
    ("1 check", "added 1 \x1b[2J", "line 7 of the record: the text that a player adds to the deal is '\\x1b"),
    (
        "1 check",
        "ended",
        "line 7 of the record says 'ended'; expected 'ended resigned SEAT, ended late SEAT,",
    ),
    (
        "1 check",
        "ended resigned",
        "line 7 of the record says 'ended resigned'; expected 'ended resigned SEAT",
    ),
    (
        "1 check",
        "ended abandoned 2",
        "line 7 of the record says 'ended abandoned 2'; expected 'ended resigned SEA",
    ),
    (
        "1 check",
        "ended late 2 3",
        "line 7 of the record says 'ended late 2 3'; expected 'ended resigned SEAT",
    ),
    (
        "1 check",
        "ended late two",
        "line 7 of the record says 'ended late two'; expected 'ended resigned SEAT",
    ),
    ("1 check", "ended late 1\nended late 1", "line 8 of the record says 'ended late 1'; expected 'ended re"),
    ("1 check", "x" * 99, f"line 7 of the record says '{'x' * 60}'; expected an action such as"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), UNREADABLE)
def test_what_cannot_be_read_is_told_with_its_line_and_what_was_expected(old, new, sentence):
    assert old in KUHN
    with pytest.raises(Unreadable) as fault:
        parse_record(KUHN.replace(old, new, 1))
    assert str(fault.value).startswith(sentence)


def test_nothing_at_all_is_no_record():
    with pytest.raises(Unreadable, match="this is not a record: it is empty; expected 'upcard record 1'"):
        parse_record("# only a comment\n")


WRONG = [
    (
        "game kuhn-poker",
        "game kuhn",
        Usage,
        "line 2 of the record: there is no game 'kuhn'; did you mean 'ku",
    ),
    ("players 2", "players 3", Usage, "line 3 of the record: Kuhn poker is for 2 players, not 3 players"),
    (
        "players 2",
        "players 2\noptions a=b",
        Usage,
        "line 4 of the record: kuhn-poker has no option 'a'; known: none",
    ),
    (
        "version 1\n",
        "version 2\n",
        Illegal,
        "line 2 of the record: the record was played under version 2 of the rules of Kuhn poker; this is ver",
    ),
    ("dealt king jack\n", "", Illegal, "chance needs more outcomes than are listed"),
    ("king jack", "king", Illegal, "line 4 of the record: chance needs more outcomes than are"),
    (
        "king jack",
        "king jack queen",
        Illegal,
        "line 4 of the record: the record deals 1 outcome more than the game needed",
    ),
    (
        "king jack",
        "king king",
        Illegal,
        "line 4 of the record: the card 'king' cannot be dealt; the cards left are: jack queen",
    ),
    (
        "dealt king jack",
        "seed -1 game 0",
        Usage,
        "line 4 of the record: the seed is -1; expected a whole number from 0 to 2^128 - 1",
    ),
    (
        "seat 2 Bob",
        "seat 3 Bob",
        Illegal,
        "line 6 of the record: the record names seat 3; its seats are 1 to",
    ),
    (
        "seat 2 Bob",
        "added 3 Bob",
        Illegal,
        "line 6 of the record: the record names seat 3; its seats are 1 to 2",
    ),
    (
        "2 bet 1\n1 call 1\n",
        "ended late 0",
        Illegal,
        "line 8 of the record: the record names seat 0; its seats",
    ),
    (
        "1 call 1\n",
        "1 call 1\nended resigned 2\n",
        Illegal,
        "line 10 of the record: the record says that seat 2 resigned, but the game was over by then",
    ),
    ("2 bet 1", "1 bet", Illegal, "line 8 of the record: seat 1 acts, but it is seat 2's turn"),
    ("2 bet 1", "3 bet", Illegal, "line 8 of the record: seat 3 acts, but it is seat 2's turn"),
    ("2 bet 1", "2 fold", Unreadable, "line 8 of the record: 'fold' is not an action; you can: check, bet 1"),
    (
        "1 call 1\n",
        "1 call 1\n1 call 1\n",
        Illegal,
        "line 10 of the record: the game is over; no more moves are",
    ),
]


@pytest.mark.parametrize(("old", "new", "kind", "sentence"), WRONG)
def test_what_cannot_be_played_is_told_with_its_line(old, new, kind, sentence):
    assert old in KUHN
    record = parse_record(KUHN.replace(old, new, 1))
    with pytest.raises(kind) as fault:
        replay(record)
    assert str(fault.value).startswith(sentence)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "target=40",
            "target=0",
            "line 4 of the record: option target was given '0'; expected a whole number",
        ),
        ("target=40", "aim=40", "line 4 of the record: lama has no option 'aim'; known: count, "),
        ("target=40", "players=2", "line 4 of the record: lama has no option 'players'; known: coun"),
        (
            " target=40",
            "\noptions target=x",
            "line 5 of the record: option target was given 'x'; expected a whole number",
        ),
        (
            "seat 2 player 2",
            "seat 3 Bob",
            "line 7 of the record: the record names seat 3; its seats are 1 to 2",
        ),
        ("game 3", "game -3", "line 5 of the record: the game is -3; expected a whole number from 0"),
    ],
)
def test_a_fault_in_the_header_is_told_with_its_line(old, new, sentence):
    assert old in LAMA
    with pytest.raises(UpcardError) as fault:
        replay(parse_record(LAMA.replace(old, new, 1)))
    assert str(fault.value).startswith(sentence)


def test_an_action_that_is_illegal_is_told_with_its_line_and_the_reason():
    text = LAMA + "1 play llama\n"
    with pytest.raises(
        Illegal, match=r"line 8 of the record: 'play llama' is not allowed: there is no llama in"
    ):
        replay(parse_record(text.replace("seed 7 game 3", "dealt" + " 1" * 6 + " 2" * 6 + " 6")))


def test_an_action_that_can_mean_two_things_is_told_with_its_line():
    cards = " 1" * 5 + " 2" + " 3" * 6 + " 1"
    text = LAMA.replace("seed 7 game 3", f"dealt{cards}") + "1 play\n"
    with pytest.raises(Ambiguous, match="line 8 of the record: 'play' can mean play 1 or play 2"):
        replay(parse_record(text))


def test_too_few_outcomes_for_an_action_are_told_with_its_line():
    cards = " 1" * 6 + " 2" * 6 + " 1"
    text = LAMA.replace("seed 7 game 3", f"dealt{cards}") + "1 play 1\n2 draw\n"
    with pytest.raises(Illegal, match="line 9 of the record: chance needs more outcomes"):
        replay(parse_record(text))
