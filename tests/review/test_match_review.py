"""Going over a match: the parts make up the result, good play is no mistake, and a blunder is found."""

import functools
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.night import IS_NIGHTLY

from upcard.engine.game import Game, Match, make_game
from upcard.engine.state import PlainState
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.games.smallsum.rules import open_sum, total, value
from upcard.kit.cards import cards_in
from upcard.review.evaluator_contract import DecisionPoint, Evaluator
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import decision_point, review
from upcard.solving.solution_cache import player_for
from upcard.strategies.equilibrium import CERTIFICATES

SOLVED: dict[str, tuple[str, dict[str, Any], int]] = {
    "the cash game": ("smallsum", {"objective": "pennies"}, 60),
    "a short match": ("smallsum", {"purse": 2}, 40),
    "the match of Choice": ("smallsum", {"variant": "choice"}, 6),
    "the match of Alternate": ("smallsum", {"variant": "alternate"}, 4),
    "Leduc poker": ("leduc-poker", {}, 15),
    "Le Her": ("le-her", {}, 15),
    "eight cards": ("beat-it-or-eat-it", {"length": 4}, 60),
    "twelve cards": ("beat-it-or-eat-it", {"length": 6, "deal": "random"}, 30),
    "a drawn game": ("beat-it-or-eat-it", {"suits": 1, "length": 3, "deal": "equal"}, 60),
}
MORE = {"the cash game of Alternate": ("smallsum", {"variant": "alternate", "objective": "pennies"}, 0)}
PLAYED = (
    "the cash game",
    "a short match",
    "the match of Choice",
    "the match of Alternate",
    "Leduc poker",
    "Le Her",
)
Choice = Callable[[Match], int]


def at_random(seed: int) -> Choice:
    random = Random(seed)
    return lambda match: random.choice(match.legal())


def played(game: Game, number: int, choose: Choice) -> Match:
    match = Match(game, 11, number, (), ())
    while not match.is_over:
        match.do(choose(match))
    return match


@functools.cache
def asked(name: str) -> tuple[Game, Evaluator, int]:
    game, options, count = (SOLVED | MORE)[name]
    made = make_game(game, 2, None, **options)
    return made, evaluator_for(made), count


def result_of(match: Match) -> Fraction:
    """What the first seat has got, counted from the state alone."""
    s = match.state
    if match.game.name not in ("smallsum", "beat-it-or-eat-it"):
        return Fraction(match.scores()[0])
    if match.game.name == "smallsum":
        is_cash = match.game.option_words()["objective"] == "pennies"
        return Fraction(match.scores()[0]) if is_cash else Fraction(s.pennies[0], sum(s.pennies.cells))
    return Fraction(1, 2) if s.drawn else Fraction(int(match.winners() == [0]))


@pytest.mark.parametrize("name", SOLVED)
def test_luck_and_skill_make_up_the_result_exactly(name):
    game, evaluator, count = asked(name)
    count, lost = max(count, 1000 if IS_NIGHTLY else 0), 0
    for number in range(count):
        match = played(game, number, at_random(number))
        found = review(match, evaluator)
        assert found.result == evaluator.worth(match.state)
        assert found.result[0] == result_of(match)
        assert [d.action for d in found.decisions] == match.actions
        assert all(d.loss >= 0 for d in found.decisions)
        assert all(x <= 0 for x in found.skill())
        lost += len(found.mistakes())
    assert lost > count / 10


def solved_player(game: Game) -> ChooseAction:
    made: ChooseAction = player_for(CERTIFICATES, game)
    return made


@pytest.mark.parametrize("name", PLAYED)
def test_who_plays_the_equilibrium_makes_no_mistake(name):
    game, evaluator, _ = asked(name)
    player, random = solved_player(game), Random(5)

    def choose(match: Match) -> int:
        odds = player.__dict__["odds"](match.view(match.player))
        return int(random.choices([a for a, _ in odds], [float(p) for _, p in odds])[0])

    for number in range(6):
        found = review(played(game, number, choose), evaluator)
        assert found.mistakes() == []
        assert max(d.loss for d in found.decisions) < 1e-6


def test_who_plays_by_the_tablebase_makes_no_mistake():
    game, evaluator, _ = asked("eight cards")

    def choose(match: Match) -> int:
        known = evaluator.prospects(DecisionPoint(match.state, match.state, ()))
        return max(known, key=lambda a: known[a].worth)

    for number in range(20):
        match = Match(game, 3, number, (), ())
        while not match.is_over and len(match.actions) < 60:
            match.do(choose(match))
        assert review(match, evaluator).mistakes() == []


def test_a_planted_blunder_is_found():
    game, evaluator, _ = asked("twelve cards")
    planted = 0
    for number in range(20):
        match = Match(game, 8, number, (), ())
        while not match.is_over and len(match.actions) < 40:
            known = evaluator.prospects(DecisionPoint(match.state, match.state, ()))
            order = sorted(known, key=lambda a: known[a].worth)
            is_blunder = not planted and known[order[0]].worth < known[order[-1]].worth
            match.do(order[0] if is_blunder else order[-1])
            planted = len(match.actions) if is_blunder else planted
        if planted:
            (found,) = review(match, evaluator).mistakes()
            assert found.number == planted
            assert found.loss > 0
            assert "plies" in found.lesson or "ply" in found.lesson or "for ever" in found.lesson
            return
    raise AssertionError("no position had a blunder")


@pytest.mark.parametrize("name", ["the cash game", "a short match", "the match of Alternate"])
def test_a_blunder_that_is_planted_in_smallsum_is_found_and_nothing_else(name):
    game, evaluator, _ = asked(name)
    player, planted = solved_player(game), 0
    for number in range(8):
        match = Match(game, 8, number, (), ())
        blunder = 0
        while not match.is_over and len(match.actions) < 24:
            known = evaluator.prospects(decision_point(match))
            best, worst = (f(known, key=lambda a: known[a].worth) for f in (max, min))
            is_planted = not blunder and known[best].worth - known[worst].worth > 1e-3
            blunder = len(match.actions) + 1 if is_planted else blunder
            # Where no optimal play leads the solution says little, so what is best is done then.
            match.do(worst if is_planted else best if blunder else likeliest(player, match))
        found = review(match, evaluator).mistakes()
        assert [d.number for d in found] == [blunder] * bool(blunder)
        assert all(d.best != d.action for d in found)
        assert all("for you" in d.lesson for d in found)
        planted += bool(blunder)
    assert planted >= 4


def likeliest(player: ChooseAction, match: Match) -> int:
    """What the equilibrium does most often where a match stands."""
    odds = player.__dict__["odds"](match.view(match.player))
    return int(max(odds, key=lambda x: x[1])[0])


def unseen(s: PlainState, me: int) -> list[int]:
    return [s.down[1 - me], *(s.stock[i] for i in range(1, cards_in(s.stock) + 1))]


@given(st.integers(0, 10**6))
def test_in_the_basic_game_a_penny_is_worth_the_difference_of_wins_and_losses(number):
    game, evaluator, _ = asked("the cash game")
    match = Match(game, 2, number, (), ())
    for _ in range(2):
        s, me = match.state, match.player
        known = evaluator.prospects(DecisionPoint(s, Match(game, 2, number, (), ()).state, match.actions))
        sums = [open_sum(s, 1 - me) + value(k) for k in unseen(s, me)]
        balance = sum(x > total(s, me) for x in sums) - sum(x < total(s, me) for x in sums)
        assert known[1].worth - known[0].worth == Fraction(balance, len(sums))
        match.do(number % 2)


@given(st.integers(0, 10**6), st.integers(0, 7))
def test_what_a_player_cannot_see_does_not_change_what_is_said_of_him(number, other):
    game, evaluator, _ = asked("the cash game of Alternate")
    match = Match(game, 4, number, (), ())
    match.do("put 2")
    began = Match(game, 4, number, (), ()).state
    known = evaluator.prospects(DecisionPoint(match.state, began, match.actions))
    twins = [s.copy() for s in (match.state, began)]
    for s in twins:
        place = 1 + other % cards_in(s.stock)
        s.down[0], s.stock[place] = s.stock[place], s.down[0]
    assert evaluator.prospects(DecisionPoint(twins[0], twins[1], match.actions)) == known
    assert known[5].worth == -1  # who folds has lost his ante


def test_cards_with_which_the_other_would_not_have_bet_so_count_less():
    game, evaluator, _ = asked("the cash game of Alternate")
    player = solved_player(game)
    for number in range(40):
        match = Match(game, 4, number, (), ())
        began = match.state.copy()
        chances = [dict(player.__dict__["odds"](game.view(s, 0))) for s in hidden_ways(began)]
        bets = [float(x.get(3, 0)) for x in chances]
        if 0 < sum(bets) < len(bets) and max(bets) > min(bets):
            match.do("put 3")
            moment = DecisionPoint(match.state, began, match.actions)
            by_hand = sum(
                Fraction(x.get(3, 0)) * evaluator.after(after_bet(s), 4)[1]
                for s, x in zip(hidden_ways(began), chances, strict=True)
            ) / sum((Fraction(x.get(3, 0)) for x in chances), Fraction(0))
            assert evaluator.prospects(moment)[4].worth == by_hand
            return
    raise AssertionError("A bets alike with all cards")


def hidden_ways(began: PlainState) -> Iterator[PlainState]:
    """The beginning of a round with every card that the first seat may hide from the second."""
    for k in unseen(began, 1):
        s = began.copy()
        for i in range(1, cards_in(s.stock) + 1):
            if s.stock[i] == k:
                s.stock[i] = s.down[0]
        s.down[0] = k
        yield s


def after_bet(s: PlainState) -> PlainState:
    game: Any = make_game("smallsum", 2, None, variant="alternate", objective="pennies")
    game.rules.apply(s, 3)
    return s


def test_a_match_that_goes_on_is_worth_what_it_stands_at():
    game, evaluator, _ = asked("the match of Choice")
    match = Match(game, 1, 0, (), ())
    for _ in range(3):
        match.do(match.legal()[0])
    found = review(match, evaluator)
    assert len(found.decisions) == 3
    assert found.result == evaluator.worth(match.state)
    assert len(match.actions) == 3
