"""Beat It Or Eat It against a known opponent: what can be won, drawn or lost against just that one."""

from fractions import Fraction
from random import Random

import pytest
from tests.night import IS_NIGHTLY, LATE

from upcard.engine.errors import Failure
from upcard.engine.game import Game, Match, make_game
from upcard.engine.players import entrant_for
from upcard.games.beat_it_or_eat_it.reply_search import DRAW, LOSS, WIN, PositionKey, ReplySearch, solved
from upcard.review.against_opponents import SeatMatchup, judge_opponents
from upcard.review.best_response_judge import exact_odds
from upcard.review.evaluator_contract import DecisionPoint
from upcard.review.evaluator_registry import evaluator_for, judges_for
from upcard.review.opponents import draws_lots, opponents_of


def small(**options: object) -> Game:
    return make_game("beat-it-or-eat-it", 2, None, **{"length": 4, **options})  # type: ignore[arg-type]


def met(match: Match) -> SeatMatchup:
    return judge_opponents(match, opponents_of(match), judges_for(match.game))[0]


def played_against(game: Game, number: int, other: str, most: int = 40) -> Match:
    """A match of somebody at random against a strategy."""
    match, random = Match(game, 5, number, (), ("Ana", other)), Random(number)
    odds = exact_odds(game, entrant_for(other, game))
    while not match.is_over and len(match.actions) < most:
        match.do(random.choice(match.legal()) if match.player == 0 else odds(match.view(1))[0][0])
    return match


def test_a_win_is_reached_a_loss_cannot_be_helped_and_all_else_goes_on_for_ever():
    ways: dict[PositionKey, dict[int, PositionKey | Fraction]] = {
        (0,): {0: (1,), 1: (2,)},
        (1,): {0: LOSS},
        (2,): {0: (3,), 1: LOSS},
        (3,): {0: (2,), 1: (1,)},
        (4,): {0: (1,), 1: (5,)},
        (5,): {0: WIN, 1: LOSS},
        (6,): {0: (1,)},
    }
    worths = {(0,): DRAW, (1,): LOSS, (2,): DRAW, (3,): DRAW, (4,): WIN, (5,): WIN, (6,): LOSS}
    assert solved(ways) == worths


@pytest.mark.parametrize("other", ["lowest-lead", pytest.param("rank-sum", marks=LATE)])
def test_who_does_what_is_best_against_a_strategy_gets_what_was_said(other):
    game, won = small(deal="random"), 0
    for number in range(6):
        match = Match(game, 5, number, (), ("Ana", other))
        rival = entrant_for(other, game)
        judge, odds, said = ReplySearch(game, exact_odds(game, rival), ""), exact_odds(game, rival), None
        while not match.is_over and len(match.actions) < 200:
            if match.player == 1:
                match.do(odds(match.view(1))[0][0])
                continue
            known = judge.prospects(DecisionPoint(match.state, match.state, ()))
            top = max(x.worth for x in known.values())
            assert said is None or top == said
            said = top
            if top == DRAW:
                break
            match.do(shortest(judge, match, [a for a, x in known.items() if x.worth == top]))
        if said in (WIN, LOSS):
            assert match.winners() == [0 if said == WIN else 1]
            won += said == WIN
    assert won > 1


def shortest(judge: ReplySearch, match: Match, ties: list[int]) -> int:
    """Of equally good actions one that ends the match soonest: a win is not put off for ever."""
    ahead = [(a, judge.answered(match.state, a)) for a in ties]
    for _ in range(60):
        for a, s in ahead:
            if s.over:
                return a
        following = []
        seen = set()
        for a, s in ahead:
            known = judge.prospects(DecisionPoint(s, s, ()))
            top = max(x.worth for x in known.values())
            for b, x in known.items():
                after = judge.answered(s, b)
                key = (a, str(after.over), *after.hand.cells, *after.table)
                if x.worth == top and key not in seen:
                    seen.add(key)
                    following.append((a, after))
        ahead = following[:400]
    return ties[0]


def test_a_win_for_sure_is_one_against_everybody():
    game, evaluator, compared = small(), evaluator_for(small()), 0
    for number in range(10):
        match = played_against(game, number, "lowest-lead")
        judge = ReplySearch(game, exact_odds(game, entrant_for("lowest-lead", game)), "")
        again = Match(game, 5, number, (), ())
        for action in match.actions:
            if again.player == 0:
                moment = DecisionPoint(again.state, again.state, ())
                known = judge.prospects(moment)
                for a, x in evaluator.prospects(moment).items():
                    assert known[a].worth >= x.worth
                    compared += known[a].worth > x.worth
            again.do(action)
    assert compared


def test_a_small_game_is_judged_exactly_and_another_at_imagined_tables():
    assert met(played_against(small(), 1, "lowest-lead")).source == (
        "the best response to these opponents, exactly"
    )
    with_lots = [(small(), "random")] if IS_NIGHTLY else []
    for game, other in ((small(length=5), "lowest-lead"), *with_lots):
        match = Match(game, 5, 1, (), ("Ana", other))
        match.do(match.legal()[0])
        found = met(match)
        assert found.source.startswith("250 to 4,000 redealt tables")
        assert found.unit == "wins, a draw counting half"
        assert all(0 <= x.worth <= 1 for d in found.decisions.values() for x in d.prospects.values())


@pytest.mark.parametrize("other", ["tablebase", "Perfect by table"])
def test_against_who_errs_nowhere_best_is_what_the_tablebase_says(other):
    game = small(length=7)
    match, evaluator = Match(game, 5, 1, (), ("Ana", other)), evaluator_for(game)
    perfect = exact_odds(game, entrant_for("tablebase", game))
    while len(match.actions) < 12 and not match.is_over:
        match.do(match.legal()[-1] if match.player == 0 else perfect(match.view(1))[0][0])
    decisions = met(match).decisions
    again = Match(game, 5, 1, (), ())
    for number, action in enumerate(match.actions, 1):
        if number in decisions:
            assert decisions[number].prospects == evaluator.prospects(
                DecisionPoint(again.state, again.state, ())
            )
        again.do(action)
    assert len(decisions) >= 3


def test_nothing_of_a_position_that_was_laid_down_is_luck():
    game = make_game("beat-it-or-eat-it", position="h7.5.2.s6.4/h6.4.3.1.s7.5.3.2.1")
    assert evaluator_for(game).before() == (WIN, LOSS)


@pytest.mark.parametrize(("deal", "length", "worth"), [
    ("mirror", 3, Fraction(6, 8)),
    ("mirror", 7, Fraction(102 + 16 // 2, 128)),
    ("mirror", 13, Fraction(7962, 8192)),
])  # fmt: skip
def test_a_match_starts_at_what_leading_is_worth_over_all_deals(deal, length, worth):
    game = make_game("beat-it-or-eat-it", length=length, deal=deal)
    assert evaluator_for(game).before() == (worth, 1 - worth)


@pytest.mark.parametrize("deal", ["mirror", "random", "equal"])
def test_the_luck_of_the_deal_is_fair(deal):
    game = make_game("beat-it-or-eat-it", suits=2, length=3, deal=deal)
    evaluator = evaluator_for(game)
    mean = sum(evaluator.worth(game.start(seed=5, number=i))[0] for i in range(500)) / 500
    assert float(mean) == pytest.approx(
        float(evaluator.before()[0]), abs=0.06
    )  # three standard errors of a share


def test_too_many_positions_and_lots_are_refused():
    game = small()
    rival = entrant_for("lowest-lead", game)
    s = Match(game, 5, 1, (), ()).state
    with pytest.raises(Failure, match="more than 10 positions"):
        ReplySearch(game, exact_odds(game, rival), "", most=10).prospects(DecisionPoint(s, s, ()))
    with pytest.raises(Failure, match="plays at random"):
        ReplySearch(game, lambda v: [(a, Fraction(1, 2)) for a in (0, 1)], "").prospects(
            DecisionPoint(s, s, ())
        )


@pytest.mark.parametrize(("game", "name", "draws"), [
    ("beat-it-or-eat-it", "lowest-lead", False),
    ("beat-it-or-eat-it", "random", True),
    ("smallsum", "coin-toss", True),
    ("smallsum", "equilibrium", True),
    ("smallsum", "low-total", False),
])  # fmt: skip
def test_who_draws_lots_is_known_from_what_he_asks(game, name, draws):
    assert draws_lots(entrant_for(name, make_game(game, 2, None))) == draws
