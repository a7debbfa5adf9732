"""What the chapter on Smallsum computes, found in other ways; and what it says in words."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from upcard.engine.game import make_game
from upcard.games.smallsum import rules
from upcard.games.smallsum.chapter.exercises import CLOSE_HELD, CLOSE_SHOWN
from upcard.games.smallsum.chapter.hand_odds import (
    SmallBluff,
    bets_share,
    gain,
    leads,
    odds,
    rounds,
    ruin,
)
from upcard.games.smallsum.chapter.lesson import (
    EDGE,
    HELD,
    SHOWN,
    SMALL,
    figures,
    numbers_of,
    shipped,
)
from upcard.games.smallsum.strategies import dominant
from upcard.lessons.chapter_registry import find_chapter
from upcard.lessons.interactive_cells import ask

HALF = Fraction(1, 2)


def test_the_odds_are_those_of_the_rules():
    """Every unseen card is laid down, and the rules say who wins."""
    for own, shown in ((HELD, SHOWN), (CLOSE_HELD, CLOSE_SHOWN)):
        mine, theirs = numbers_of(own), numbers_of(shown)
        s = make_game("smallsum").start()
        for i in (0, 1):
            s.up[0, i + 1], s.up[1, i + 1] = mine[i], theirs[i]
        s.down[0] = mine[2]
        won = []
        for card in set(range(rules.CARDS)) - {*mine, *theirs}:
            s.down[1] = card
            won.append(rules.winner_of(s))
        found = odds(mine, theirs)
        assert (found.wins, found.ties, found.losses) == (won.count(0), won.count(-1), won.count(1))


def test_a_lead_is_what_the_dominant_strategy_goes_by():
    game = make_game("smallsum")
    for seed in range(20):
        view = game.match(seed).view(0)
        own = [view.up[0, 1], view.up[0, 2], view.down[0]]
        shown = [view.up[1, 1], view.up[1, 2]]
        assert odds(own, shown).lead == Fraction(dominant.lead(view), dominant.unseen_cards(view))


def test_all_deals_are_there_and_neither_player_is_ahead():
    pack = range(rules.CARDS)
    deals = sum(1 for up in combinations(pack, 2) for _ in range(11) for _ in combinations(range(10), 2))
    assert len(leads()) == deals
    assert sum(leads()) == 0
    assert bets_share() > HALF
    assert gain() == sum(abs(x) for x in leads()) / 2 / deals


@pytest.mark.parametrize(("mine", "theirs"), [(1, 2), (2, 1), (4, 12), (8, 8), (3, 1)])
@pytest.mark.parametrize("chance", [HALF, EDGE, Fraction(2, 3)])
def test_ruin_solves_its_equations(mine, theirs, chance):
    """One equation for each number of pennies: what is said now is the mean of what is said next."""
    most = mine + theirs
    a = np.eye(most + 1)
    for n in range(1, most):
        a[n, n + 1] -= float(chance)
        a[n, n - 1] -= float(1 - chance)
    wins = np.linalg.solve(a, [0.0] * most + [1.0])
    lasting = np.linalg.solve(a, [0.0] + [1.0] * (most - 1) + [0.0])
    assert float(ruin(mine, theirs, chance)) == pytest.approx(wins[mine])
    assert float(rounds(mine, theirs, chance)) == pytest.approx(lasting[mine])


def test_the_basic_match_is_as_fair_as_its_certificate_says():
    values = shipped("basic")["values"]
    assert [float(ruin(n, 16 - n, HALF)) for n in range(1, 16)] == pytest.approx(values)


@pytest.mark.parametrize("bluff", [SMALL, SmallBluff(2, 1, HALF), SmallBluff(5, 4, Fraction(1, 3))])
def test_nobody_gains_by_changing_his_part_of_a_bluff(bluff):
    """The shares of the theorem, held against every plan of the other."""
    good, bluffs, matches = bluff.good, bluff.bluffs, bluff.matches
    often = bluffs / (1 - bluffs) * good / (1 - good)  # of the lost cards

    def bettor(often, matches):
        sure = good * (bluff.pot + matches * bluff.bet)
        return sure + (1 - good) * often * ((1 - matches) * bluff.pot - matches * bluff.bet)

    value = bettor(often, matches)
    assert bettor(often, Fraction(0)) == bettor(often, Fraction(1)) == value
    assert bettor(Fraction(0), matches) == bettor(Fraction(1), matches) == value
    assert (bluff.solution.value, bluff.bluffing, bluff.solution.column[1]) == (value, often, matches)


def test_with_too_few_lost_cards_all_of_them_are_bet():
    always = SmallBluff(2, 3, Fraction(9, 10))
    assert always.bluffing == 1
    assert always.solution.column[1] == 0


def test_what_the_text_says_is_so():
    found = {name: x.value for name, x in find_chapter("smallsum").figures.items()}
    assert found["own_sum"] - found["shown_sum"] == 6
    assert found["lead_2"] > 0, "the cards of the exercise are to be bet"
    assert found["ties_2"] > 0
    assert found["alternate_round"] < 0
    assert found["alternate_match"] < HALF
    assert found["price_never"] < found["price_honest"]
    assert found["small_value"] > found["small_honest"]
    assert found["edge_long"] < found["edge_match"] < found["edge"] < HALF
    assert found["a_bluffs"] > 0
    assert found["b_bluffs"] > 0
    assert SmallBluff(2, 1, HALF).bluffs < SMALL.bluffs, "there are fewer bluffs with a small bet"
    assert found.keys() == figures().keys()


@pytest.mark.parametrize("often", [0, 25, 60, 61, 100])
def test_bluffs_that_are_found_out_earn_what_the_best_reply_leaves(often):
    numbers = ask("smallsum", "found-out", often=often).numbers
    x, pot, bet, good = often / 100, 2, 3, 0.5
    folded = pot * (good + (1 - good) * x)
    matched = good * (pot + bet) - (1 - good) * x * bet
    assert numbers == pytest.approx({"value": min(folded, matched), "folded": folded, "matched": matched})
    assert numbers["value"] <= ask("smallsum", "bluff").numbers["value"] + 1e-12
