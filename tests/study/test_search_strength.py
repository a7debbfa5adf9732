"""Searching against rules of thumb: who is asked, how duels are told, and what an interrupt leaves."""

import pytest

from upcard.document.model import FAILS, HOLDS, OPEN
from upcard.engine.errors import Usage
from upcard.simulation.estimate import Estimate
from upcard.simulation.tournament_result import Pairing
from upcard.study import search_strength
from upcard.study.search_strength import (
    NO_RULES_OF_THUMB,
    TRIALS,
    SearchComparison,
    SearchTrial,
    rules_of_thumb,
)
from upcard.study.study_registry import find_study

QUICK = SearchTrial("kuhn-poker", "", "ismcts:playouts=60")


@pytest.fixture(scope="module")
def report():
    return search_strength.run(2_000, seed=3, trials=[QUICK])


def duel(verdict: str, value: float = 0.1) -> SearchComparison:
    return SearchComparison(
        QUICK, "random", Pairing(1, 2, Estimate(value, value - 0.05, value + 0.05, 0.02), 640, verdict)
    )


def test_every_game_of_the_seeds_is_searched_under_every_variant():
    assert {a.game for a in TRIALS} >= {"lama", "smallsum", "stoppers", "beat-it-or-eat-it", "four-cell"}
    assert {a.preset for a in TRIALS if a.game == "smallsum"} == {"basic", "choice", "alternate"}
    assert all(a.make().name == a.game for a in TRIALS)


def test_rules_of_thumb_are_neither_solved_nor_learned_nor_searching():
    found = {name for a in TRIALS for name in rules_of_thumb(a)}
    assert {"random", "same-first", "folding", "cautious", "informed-swap", "rank-sum"} <= found
    assert found.isdisjoint(NO_RULES_OF_THUMB)


def test_what_works_out_the_odds_is_left_out_with_the_reason():
    stoppers, alternate = (
        SearchTrial("stoppers", "classroom", "ismcts"),
        SearchTrial("smallsum", "alternate", "ismcts"),
    )
    assert "counting" not in rules_of_thumb(stoppers)
    assert "swap-at-most" in rules_of_thumb(stoppers)
    assert "bluffer" in rules_of_thumb(alternate)
    told = search_strength._section(stoppers, []).text
    assert told == ["Left out: counting, because it weighs all cards that it has not seen."]
    assert {a.game for a in TRIALS} >= {game for game, *_ in search_strength.WORKS_OUT_THE_ODDS}


def test_a_search_beats_random_play_in_a_decided_test(report):
    (one,) = report.results["duels"]
    assert one["opponent"] == "random"
    assert one["verdict"] == "the search is better"
    assert 0 < one["difference_low"] < one["difference"] < one["difference_high"]
    assert one["games"] < 2_000
    assert report.sections[0].findings[0].verdict == HOLDS
    assert report.summary[0].startswith("The search is better than the rule of thumb in 1 of 1 duels")


@pytest.mark.parametrize(
    ("verdicts", "wanted"),
    [
        (("first", "first"), HOLDS),
        (("first", "open"), OPEN),
        (("first", "equal within"), OPEN),
        (("first", "second"), FAILS),
    ],
)
def test_a_finding_holds_only_if_every_duel_is_won(verdicts, wanted):
    finding = search_strength._finding(QUICK, [duel(v) for v in verdicts])
    assert finding.verdict == wanted
    assert "random +0.100 in 640 games" in finding.evidence


def test_lost_duels_are_named():
    told = search_strength._summary([duel("first"), duel("second", -0.1)], 1, 1)
    assert told[0].endswith("1 of 2 duels, and worse in 1: Kuhn poker: random.")


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        ("first", "the search is better"),
        ("second", "random is better"),
        ("equal within", "equal"),
        ("open", "undecided"),
    ],
)
def test_verdicts_are_words(verdict, words):
    assert duel(verdict).verdict == words


def test_an_interrupt_leaves_what_was_played():
    def stop(what, done):
        raise KeyboardInterrupt

    report = search_strength.run(1_000, trials=[QUICK], on_step=stop)
    assert report.settings["stopped early"]
    assert report.summary[0] == "Stopped early: 0 of 1 game was searched."
    assert report.sections == []


def test_too_few_games_are_refused():
    with pytest.raises(Usage, match="100 or more"):
        find_study("search-strength").run(99)
