"""``dominant`` bets when a smaller sum is likelier, which in the cash game nothing beats."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.game import make_game
from upcard.games.smallsum.rules import FOLD, MATCH, card_text, value
from upcard.games.smallsum.strategies.dominant import choose, lead, unseen_cards
from upcard.simulation.simulate_games import simulate

DEALS = st.permutations(range(13)).map(lambda deck: deck[:6])


def text(deal):
    """Six cards in the words of the fixture: open, open, hidden of each."""
    names = [card_text(k) for k in deal]
    return f"{' '.join(names[:3])} / {' '.join(names[3:])}"


def counted(mine, shown):
    """Smaller minus larger sums over the unseen cards, from lists of cards."""
    unseen = [k for k in range(13) if k not in (*mine, *shown)]
    own, other = sum(map(value, mine)), sum(map(value, shown))
    return sum((own < other + value(k)) - (own > other + value(k)) for k in unseen)


@given(DEALS)
def test_the_lead_is_what_counting_the_unseen_cards_gives(smallsum_view, deal):
    view = smallsum_view(text(deal))
    assert unseen_cards(view) == 8
    assert lead(view) == counted(deal[:3], deal[3:5])


@given(DEALS)
def test_the_lead_does_not_depend_on_the_hidden_card_of_the_other(smallsum_view, deal):
    others = [k for k in range(13) if k not in deal]
    assert lead(smallsum_view(text(deal))) == lead(smallsum_view(text([*deal[:5], others[0]])))


@pytest.mark.parametrize(("variant", "most"), [("basic", 1), ("choice", 3), ("alternate", 3)])
@pytest.mark.parametrize(("cards", "bets"), [("A 2 3 / K Q J", True), ("K Q J / A 2 3", False)])
def test_it_bets_the_most_with_the_likelier_smaller_sum(smallsum_view, cards, bets, variant, most):
    assert choose(smallsum_view(cards, variant=variant)) == (most if bets else 0)


def test_it_puts_nothing_when_both_are_as_likely(smallsum_view):
    even = next(d for d in itertools.permutations(range(13), 5) if counted(d[:3], d[3:5]) == 0)
    spare = next(k for k in range(13) if k not in even)
    assert choose(smallsum_view(text([*even, spare]))) == 0


@given(DEALS, st.integers(0, 3), st.integers(0, 3))
def test_in_the_cash_game_a_penny_more_wins_or_loses_one_whatever_the_other_puts(deal, mine, other):
    """Therefore the sign of the lead decides, and no strategy of the other changes it: it is dominant."""
    scores = [cash("choice", deal, f"put {put}", f"put {other}") for put in (0, mine)]
    own, against = sum(map(value, deal[:3])), sum(map(value, deal[3:]))
    assert scores[1] - scores[0] == mine * ((own < against) - (own > against))


def cash(variant, deal, *words):
    game = make_game("smallsum", variant=variant, objective="pennies")
    match = game.match(dealt=[card_text(k) for k in deal])
    for word in words:
        match.do(word)
    assert match.is_over
    return match.scores()[0]


@given(DEALS, st.integers(1, 3))
def test_it_matches_when_the_mean_over_the_unseen_cards_is_no_worse_than_folding(smallsum_view, deal, bet):
    """Seat 2 answers; the mean is taken from games played out with every card that seat 1 may hold."""
    unseen = [k for k in range(13) if k not in (*deal[:2], *deal[3:])]
    ends = [-cash("alternate", [*deal[:2], k, *deal[3:]], f"put {bet}", "match", "put 0") for k in unseen]
    folding = -cash("alternate", deal, f"put {bet}", "fold")
    view = smallsum_view(text(deal), f"put {bet}", (99, 99), "alternate")
    assert choose(view) == (MATCH if sum(ends) >= folding * len(ends) else FOLD)


def test_what_costs_nothing_is_matched(smallsum_view):
    assert choose(smallsum_view("A 2 3 / K Q J", "put 1", (14, 0), "alternate")) == MATCH


def test_against_random_it_wins_what_counting_all_deals_gives():
    """The mean of lead / 8 over the deals in which it bets: a penny put blindly is as often won as lost."""
    leads = [
        counted((*mine, hidden), shown)
        for mine in itertools.combinations(range(13), 2)
        for hidden in set(range(13)) - set(mine)
        for shown in itertools.combinations(sorted(set(range(13)) - {*mine, hidden}), 2)
    ]
    mean = sum(x for x in leads if x > 0) / 8 / len(leads)
    game = make_game("smallsum", preset="cash")
    result = simulate(game, ["dominant", "random"], games=50_000, seed=4, threads=1)
    found = result.seats[0].estimates["score_mean"]
    assert abs(found.value - mean) < 4.5 * found.se
