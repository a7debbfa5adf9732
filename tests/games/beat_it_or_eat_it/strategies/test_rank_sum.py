"""``rank-sum`` weighs what a choice leaves to both players by the sums of ranks."""

import pytest

from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it.rules import EAT, KINDS, SUITS, action_text
from upcard.games.beat_it_or_eat_it.strategies.rank_sum import answer, choose, lead_worth, worth
from upcard.simulation.simulate_games import simulate

NAME = "beat-it-or-eat-it"


def looking(position, **options):
    return make_game(NAME, deal="given", position=position, **options).match().view(0)


def words(view, middle=0.5, tempo=1.0):
    return action_text(view, choose(view, middle, tempo))


def test_a_card_is_worth_its_rank_less_the_middle_and_a_trump_a_suit_more():
    view = looking("s2.4.h1.3/s1.3.h2.4/-", length=4, trumps="own")
    spade_1, heart_4 = 0, 3 * SUITS + 1
    assert (worth(view, 0, spade_1, 0.5), worth(view, 1, spade_1, 0.5)) == (1 + 4 - 2.5, 1 - 2.5)
    assert (worth(view, 0, heart_4, 0.5), worth(view, 1, heart_4, 0.5)) == (4 - 2.5, 4 + 4 - 2.5)


def test_an_answer_is_the_cheapest_card_that_beats_and_no_trump_if_there_is_another():
    view = looking("s1.h4/s2.3.4.h1.2.3/-", length=4, trumps="own")
    names = {f"{'sh'[k % 4]}{k // 4 + 1}": k for k in range(KINDS) if k % 4 < 2 and k < 16}
    assert answer(view, 1, names["s1"]) == names["s2"]
    assert answer(view, 1, names["s4"]) == names["h1"]
    assert answer(view, 0, names["s4"]) == EAT
    assert answer(view, 0, names["h3"]) == names["h4"]
    assert answer(view, 0, names["h4"]) == names["s1"]


def test_a_lead_is_worth_the_cheaper_answer_less_itself():
    view = looking("s1.2.5/s3.4.6/-", suits=1, length=6)
    # middle 3.5: s1 costs -2.5; the other may beat it with s3 (-0.5) or eat it, which costs him 2.5
    assert lead_worth(view, 0, 0.0, 0.5) == -0.5 + 2.5
    # s5: beaten by s6 (2.5), or eaten at a cost of -1.5
    assert lead_worth(view, 4 * SUITS, 0.0, 0.5) == -1.5 - 1.5


@pytest.mark.parametrize(("tempo", "expected"), [(-4, "eat"), (4, "beat with s4")])
def test_what_it_is_worth_to_lead_decides_between_beating_and_eating(tempo, expected):
    assert words(looking("s1.2.4/s5.6/s3", suits=1, length=6), tempo=tempo) == expected


@pytest.mark.parametrize(
    ("position", "expected"),
    [("s6/s1.2.3.4/s5", "beat with s6"), ("s1.6/s2.3.4/s5", "beat with s6"), ("s1.2/s3.4.6/s5", "eat")],
)
def test_it_wins_when_it_can_and_eats_when_it_must(position, expected):
    assert words(looking(position, suits=1, length=6), tempo=-4) == expected


def test_it_does_not_lead_what_the_others_last_card_beats():
    assert words(looking("s2.4/s3/s1+", suits=1, length=4)) == "lead s4"


@pytest.mark.parametrize("options", [{}, {"preset": "one-suit"}, {"length": 7}])
def test_it_beats_the_lowest_lead(options):
    game = make_game(NAME, **options)
    result = simulate(game, ["rank-sum", "lowest-lead"], 400, seed=1, duplicate=True)
    assert result.seats[0].estimates["win_share"].low > 0.55
