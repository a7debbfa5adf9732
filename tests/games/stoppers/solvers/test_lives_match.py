"""A match of Stoppers for two: worth what its rounds are, whoever solves them, and proved."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from upcard.certificates.verify_file import verify
from upcard.engine.errors import Refused, Usage
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import END, unroll
from upcard.engine.tree.single_round import one_round
from upcard.games.stoppers.match_rounds import _unrolled, stochastic_game
from upcard.solving.exploitability import best_response
from upcard.solving.pcfr_plus import solve as regrets
from upcard.solving.sequence_form import SequenceForm, sequence_form
from upcard.solving.solve_game import solve
from upcard.solving.solver_contract import Aim

FRESH = make_game("stoppers", 2, lives=2, reshuffle="every_round")


@pytest.fixture(scope="module")
def found():
    return solve(make_game("stoppers", 2, lives=2), objective="match")


def lost(s, p):
    """Both who lose as one number, the first by 2."""
    return 2 * int(s.life[0] < s.lives) + int(s.life[1] < s.lives)


@pytest.fixture(scope="module")
def form():
    """A round in sequence form, whose payoffs say who loses a life."""
    return sequence_form(unroll(one_round(make_game("stoppers", 2, first_dealer="2"), lost, (0, 3), False)))


def by_regrets(form: SequenceForm, paid: dict[int, float]) -> tuple[float, float]:
    """The value of a round for its first player by regret minimization, and by how much it may be wrong."""
    by_end: dict[int, list[int]] = {}
    tree = form.tree
    for end in np.flatnonzero(tree.player == END):
        by_end.setdefault(int(tree.payoff[end, 0]), []).append(int(end))
    payoff = np.zeros(form.payoff.shape)
    for code, worth in paid.items():
        only = np.zeros_like(tree.payoff)
        only[by_end[code]] = 1
        payoff += worth * sequence_form(replace(tree, payoff=only)).payoff
    payoff[:, 1] *= -1
    game = replace(form, payoff=payoff)
    answer = regrets(game, Aim(1e-6, 100_000))
    high, low = (best_response(game, answer.strategy, p).value for p in (0, 1))
    return -low, high


def test_with_one_life_each_it_is_the_round_that_is_worth_46_in_16575(found):
    assert found.to_json()["values"][1][1] == pytest.approx(float((1 + Fraction(46, 16575)) / 2), abs=1e-11)


@pytest.mark.parametrize(("own", "dealer"), [(2, 1), (2, 2)])
def test_regret_minimization_finds_the_same_for_a_round(found, form, own, dealer):
    values = found.to_json()["values"]
    left = [(own - a, dealer - b) for a in (0, 1) for b in (0, 1)]  # by who loses, as in `lost`
    paid = {code: 1 - values[b][a] for code, (a, b) in enumerate(left) if code}
    low, high = by_regrets(form, paid)
    assert low - 1e-9 <= values[own][dealer] <= high + 1e-9
    assert high - low < 1e-5


def test_the_table_is_complete_and_bounded(found):
    document = json.loads(json.dumps(found.to_json()))
    values = document["values"]
    assert values[0] == [0.5, 0, 0]
    assert [line[0] for line in values[1:]] == [1, 1]
    assert document["value"] == values[2][2]
    assert 0 <= document["gap"] <= 1e-9
    assert values[2][1] > values[2][2] > values[1][2]
    assert document["options"]["reshuffle"] == "every_round"
    assert "who does not deal first wins with chance 0.5022" in found.sentences()[2]
    assert found.rows()[0] == ("own lives", "dealer's 1", "dealer's 2")


def test_the_certificate_is_proved_and_a_tampered_one_refused(found, tmp_path):
    file = tmp_path / "match.json"
    found.save(file)
    assert "the value for the first player lies between 0.50227" in verify(file)[1]
    stated = json.loads(file.read_text())
    for name in ("low", "high", "values"):  # who deals is said to keep the other down to less
        stated[name][3] -= 1e-6
    stated["value"] = stated["values"][3]
    file.write_text(json.dumps(stated))
    with pytest.raises(Refused, match="round 2/2 the first player can get"):
        verify(file)


def test_more_than_two_lives_change_nothing_in_a_round():
    words = tuple(sorted(FRESH.option_words().items()))
    two, more = _unrolled(words, 2, 2), _unrolled(words, 3, 2)
    assert (more.onward - two.onward == 4).all()
    for name in ("owner", "first", "count", "before", "ends", "weight"):
        assert (getattr(two, name) == getattr(more, name)).all()


def test_who_shares_at_the_end_and_who_deals_next_is_as_the_rules_have_it():
    match = stochastic_game(FRESH)
    assert match.names == ("1/1", "1/2", "2/1", "2/2")
    onward = [set(match.round_of(k).onward.tolist()) for k in range(4)]
    win, half, nothing = range(8, 11)
    again = {name: 4 + k for k, name in enumerate(match.names)}  # with the parts exchanged
    assert onward[0] == {win, half, nothing}
    assert onward[1] == {again["1/1"], nothing}
    assert onward[2] == {again["1/1"], win}
    assert onward[3] == {again["1/1"], again["1/2"], again["2/1"]}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 3}, "a match is solved for two players, not for 3"),
        ({"players": 2, "last_together": "nobody"}, "both may lose; choose share or replay"),
    ],
)
def test_what_cannot_be_solved_is_said(options, reason):
    with pytest.raises(Usage, match=reason):
        solve(make_game("stoppers", **options), objective="match")


def test_only_a_fresh_deck_makes_rounds_that_can_be_checked():
    with pytest.raises(Refused, match="expected Stoppers for two players with reshuffle=every_round"):
        stochastic_game(make_game("stoppers", 2))
