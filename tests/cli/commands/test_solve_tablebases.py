"""Beat It Or Eat It solved, verified and probed from the command line."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.games.beat_it_or_eat_it.certificates.lead_table import hand_text
from upcard.games.beat_it_or_eat_it.rules import (
    KINDS,
    MOVERS,
    OTHERS,
    PLACES,
    lowest,
    misfit,
    rank,
    read_cards,
    size_of,
    suit,
)
from upcard.games.beat_it_or_eat_it.solvers import tablebase_objective as beat_it_objective
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import why_no_position

NAME = "beat-it-or-eat-it"


@pytest.fixture
def table(run, tmp_path):
    """The file of a tablebase of one suit of 5."""
    file = tmp_path / "it.table"
    result = run("solve", NAME, "--suits", 1, "--length", 5, "--save", file)
    assert result.exit_code == 0, result.output
    assert f"wrote {file}; check it: upcard verify {file}" in result.stderr
    return file


def test_one_suit_is_solved_without_a_word_about_the_deal(document, table):
    found = document("solve", NAME, "--suits", "1", "--length", "5", "--json")
    assert found["options"]["deal"] == "random"
    assert (found["lead"]["positions"], found["receive"]["positions"], found["mirror"]) == (30, 130, None)
    assert found["value_exact"] == "1/40"


def test_a_preset_keeps_its_deal(document):
    found = document("solve", NAME, "--preset", "one-suit", "--length", "5", "--json")
    assert found["options"]["deal"] == "equal"


def test_a_tablebase_is_verified_whole_or_in_part(run, table):
    whole, part = run("verify", table), run("verify", table, "--sample", 10)
    assert "all 30 hands have the distance" in whole.stdout
    assert "10 hands of 30, taken at random" in part.stdout


def test_a_tampered_tablebase_is_refused(told, table):
    content = bytearray(table.read_bytes())
    content[-3] += 2
    table.write_bytes(content)
    code, sentence = told("verify", table)
    assert code == 1
    assert "but its round leads to" in sentence or "the header states" in sentence


def test_what_is_not_covered_is_told_in_a_sentence(told):
    assert "cannot be solved: with trumps=own" in told("solve", NAME, "--trumps", "own")[1]
    assert "not started" in told("solve", NAME, "--memory", "6")[1]
    assert told("solve", NAME, "--length", "4", "--method", "lp") == (
        2, "the method 'lp' is for trees; expected 'tablebase', or leave it out",
    )  # fmt: skip


def test_after_ctrl_c_it_is_said_where_the_checkpoint_lies(run, tmp_path, monkeypatch):
    def press(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(beat_it_objective, "solve", press)
    result = run("solve", NAME, "--length", 4, "--checkpoint", tmp_path / "mine")
    assert result.exit_code == 130
    assert f"stopped; progress is stored in {tmp_path / 'mine'}; the same command resumes it" in result.stderr


def test_a_position_is_probed(run):
    """The distances are those of the retrograde analysis of the rules, see the tests of the probe."""
    lines = run("probe", "s3.2.h1/s1.h3.2/-").stdout.splitlines()
    assert lines == [
        "Beat It Or Eat It, suits=2, length=3: s3.2.h1/s1.h3.2/-",
        "The player to move wins in 5 plies: lead s2.",
        "This is exact, by the tablebase of 6 cards that comes with Upcard; nothing is estimated.",
        "",
        "move      verdict   plies to the end",
        "lead s2   win       5",
        "lead s3   loss      8",
        "lead h1   loss      4",
        "",
        "Beating a card and leading the next one is one ply; eating is another.",
    ]


def test_a_probe_is_printed_as_json_too(document, table):
    told = document("probe", "s1.4/s2/s3.5+", "--table", table, "--json")
    assert told["position"] == "s4.1/s2/s3.5+"
    assert (told["suits"], told["length"], told["table"]) == (1, 5, str(table))
    assert (
        told["how_sure"] == f"This is as certain as the tablebase {table}; 'upcard verify {table}' checks it."
    )
    assert [move["move"] for move in told["moves"]] == ["lead s4", "lead s1"]
    assert (told["verdict"], told["distance"]) == ("win", told["moves"][0]["distance"])


def test_endless_play_and_a_loss_are_told_in_words(run, table):
    found = shipped_table(3, 3)
    assert found is not None
    endless = int(np.flatnonzero(found.distances[1:-1] == 0)[0]) + 1
    told = run("probe", hand_text(3, 3, endless)).stdout
    assert "Play is endless if both play perfectly. Best move: " in told
    assert "draw      –" in told
    assert "The player to move loses in 2 plies: eat." in run("probe", "s1/s2/s3").stdout


def test_a_hand_of_the_first_suit_alone_is_one_of_a_mirror_deal_too(run):
    alone, whole = (run("probe", x).stdout for x in ("s4.3.2.1", "s4.3.2.1/h4.3.2.1/-"))
    assert "lead s1   win" in whole
    assert alone == whole


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("s1.4/s2/s6", "s5.3 are missing, with suits=1 and length=6"),
        ("s1/s2/s3/s4", "'s1/s2/s3/s4' is not a position: expected a hand, the other hand and the table"),
        (
            "s5.2.h1",
            "name both hands: with suits=2 and length=5 it would be s5.2.h1/s4.3.1.h5.4.3.2/-",
        ),
        ("s2.1/-/-", "position leaves a hand empty"),
        ("sK.2/sA/-", "sQ.J.10.9.8.7.6.5.4.3 are missing, with suits=1 and length=13"),
        ("s1/-/-", "s2 is missing, with suits=1 and length=2"),
        (
            "s2/sA",
            "3 are missing, with suits=1 and length=13; the rank of A is 14; with rank 1 it would be s2/s1/-",
        ),
        ("c1.2/d1.2/-", "suits=4 and length=2; with other suits it would be s2.1/h2.1/-"),
    ],
)
def test_what_is_no_position_is_told(told, position, reason):
    code, sentence = told("probe", position)
    assert code == 2
    assert reason in sentence


@pytest.mark.parametrize("hand", ["s4.2.h3.1", "h3 h1 4s 2s", "sA.J.T.9.h2.3.4.5.6.7.8.Q.K"])
def test_the_hand_of_a_mirror_deal_tells_the_other_one(document, hand):
    found = document("probe", hand, "--json")
    mine, other, lying = found["position"].split("/")
    assert lying == "-"
    twins = str.maketrans("sh", "hs")
    assert set(read_cards(other)) == set(read_cards(mine.translate(twins)))
    assert document("probe", f"{mine}/{other}", "--json") == found


def test_with_a_table_any_hand_alone_is_a_position(document, table):
    alone, both = (document("probe", x, "--table", table, "--json") for x in ("s5.1", "s5.1/s2.3.4/-"))
    assert alone == both


@given(st.integers(1, 4), st.integers(2, 26), st.data())
def test_the_size_of_a_position_is_the_one_that_it_fits(suits, length, chosen):
    """Laid out by the rules' own test of positions, ``misfit``."""
    cards = [k for k in range(KINDS) if suit(k) < suits and 0 <= rank(k) - lowest(length) < length]
    first = chosen.draw(st.sets(st.sampled_from(cards), min_size=1, max_size=len(cards) - 1))
    places = [MOVERS if k in first else OTHERS if k in cards else 0 for k in range(PLACES)]
    assert misfit(suits, length, places) == ""
    assert size_of(places) == (suits, length)
    assert why_no_position(places) == ""


SEVENS = ".".join(map(str, range(1, 8)))


@pytest.mark.parametrize(
    ("free", "reason"),
    [
        (10**10, "no table of suits=3, length=7 is included; make one with 'upcard solve"),
        (
            3 * 10**8,
            "make a table of outcomes with 'upcard solve beat-it-or-eat-it --suits 3 --length 7 --obj",
        ),
        (10**7, "too little even for a table of outcomes"),
    ],
)
def test_without_a_table_it_says_how_to_make_one(told, monkeypatch, free, reason):
    monkeypatch.setattr("upcard.games.beat_it_or_eat_it.probe.free_memory", lambda: free)
    code, sentence = told("probe", f"s{SEVENS}.c{SEVENS}/h{SEVENS}/-")
    assert code == 2
    assert reason in sentence


def test_a_table_of_another_size_or_none_at_all_is_told(told, table, tmp_path):
    assert (
        "position does not place s5, with suits=1 and length=5"
        in told("probe", "s1.4/s2/s3", "--table", table)[1]
    )
    assert "cannot be read" in told("probe", "s1.4/s2/s3", "--table", tmp_path / "none")[1]
