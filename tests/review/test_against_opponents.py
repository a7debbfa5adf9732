"""Decisions against the very opponents: what is best against them, exactly where it is said so."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from tests.night import IS_NIGHTLY, LATE
from tests.review.test_match_review import asked, at_random, played, unseen

from upcard.engine.errors import Failure
from upcard.engine.game import Game, Match, make_game
from upcard.engine.players import entrant_for
from upcard.engine.registry import strategies_for
from upcard.engine.tree.successors import successors
from upcard.games.smallsum.rules import FOLD, MATCH, open_sum, total, value
from upcard.review.against_opponents import TOO_LATE, UNLIKELY, SeatMatchup, judge_opponents
from upcard.review.best_response_judge import BestResponseJudge, player_of_opponents
from upcard.review.equilibrium_evaluator import EquilibriumEvaluator
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint
from upcard.review.evaluator_registry import evaluator_for, judges_for
from upcard.review.match_review import review
from upcard.review.opponent_rollouts import OpponentPlayouts
from upcard.review.opponents import draws_lots, is_thinking, opponents_of
from upcard.solving.action_probabilities import StrategyProbabilities
from upcard.solving.best_response.best_responses import best_responses

LOW = "10.9.8.7.6.5.4.3.2"


def against(match: Match, seat: int = 0) -> SeatMatchup:
    return judge_opponents(match, opponents_of(match), judges_for(match.game))[seat]


def seated(game: Game, number: int, *seats: str) -> Match:
    return Match(game, 11, number, (), seats)


def alternate(*seats: str) -> Match:
    return seated(make_game("smallsum", 2, None, variant="alternate", objective="pennies"), 0, *seats)


# ---- who they were ----


def test_a_seat_that_is_called_after_a_strategy_is_that_of_the_strategy():
    game = make_game("smallsum", 2, None)
    for name in ("low-total", "low-total:t=15", "Low total", "Low total (t=15)", "Equilibrium"):
        first, second = opponents_of(seated(game, 0, "Ana", name))
        assert not first.why_not
        assert second.why_not == "How Ana plays is not known."
    assert opponents_of(seated(game, 0, "Ana", "Low total (t=15)"))[0].who[1].parameters == (15,)


@pytest.mark.parametrize(
    "name", ["Ben", "Low total (t=99)", "Low total (x)", "solved:", "low-total t=15", "folding"]
)
def test_any_other_name_is_a_person(name):
    met = opponents_of(seated(make_game("smallsum", 2, None), 0, "Ana", name))[0]
    assert met.why_not == f"How {name} plays is not known."


def test_who_knows_who_sat_there_says_so():
    match = seated(make_game("smallsum", 2, None), 0, "Dominant", "Dominant")
    first, second = opponents_of(match, ("", "dominant"))
    assert not first.why_not
    assert second.why_not == "How Dominant plays is not known."


def test_with_two_people_at_the_table_nothing_is_said_of_either():
    match = seated(make_game("lama", 4, None), 0, "Ana", "Ben", "folding", "Cai")
    told = [x.why_not for x in opponents_of(match)]
    assert told[0] == "How Ben and Cai play is not known."
    assert told[2] == "How Ana, Ben and Cai play is not known."


def test_who_thinks_at_every_decision_is_not_asked():
    match = played_by(make_game("kuhn-poker", None, None), "Ana", "ismcts")
    assert "ismcts searches before every decision" in against(match).why_not
    assert against(match).decisions == {}


def test_who_plays_by_a_large_table_in_plain_python_is_met_and_no_fault():
    game = make_game(
        "beat-it-or-eat-it", 2, None, deal="given", position=f"s{LOW}.hK.Q/hA.J.{LOW}.sA.K.Q.J/-"
    )
    (first, _) = opponents_of(seated(game, 0, "Ana", "tablebase"))
    assert not first.why_not
    rival = first.who[1]
    assert not is_thinking(rival)
    assert draws_lots(rival)  # plain Python is not analysed
    chances, is_exact = StrategyProbabilities(game, rival).chances(
        game.view(seated(game, 0, "Ana", "Ben").state, 0), 0
    )
    assert is_exact
    assert sorted(chances) == [0] * (len(chances) - 1) + [1]
    match = seated(game, 0, "Ana", "tablebase")
    match.do("lead s2")
    assert against(match).source == "the tablebase of 26 cards"


def played_by(game: Game, *seats: str) -> Match:
    match = seated(game, 3, *seats)
    choose = at_random(3)
    while not match.is_over:
        match.do(choose(match))
    return match


# ---- exactly ----


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("kuhn-poker", "random"),
        pytest.param("le-her", "le-her-threshold", marks=LATE),
    ],
)
def test_the_best_first_decisions_are_worth_the_best_response(name, other):
    """The mean over all deals is what the best response in the whole tree finds."""
    game = make_game(name, None, None)
    match = seated(game, 0, "Ana", other)
    judge = BestResponseJudge(
        EquilibriumEvaluator(game, player_of_opponents(game, opponents_of(match)[0]), Fraction(0))
    )
    worth = Fraction(0)
    for s, w in successors(game, None, None):
        worth += w * max(x.worth for x in known(judge, s, s, ()).values())
    assert worth == best_responses(game, [other], 0).value_exact


def known(
    judge: BestResponseJudge, s: object, began: object, actions: Sequence[int]
) -> dict[int, ActionWorth]:
    found = judge.prospects(DecisionPoint(s, began, actions))  # type: ignore[arg-type]
    assert found is not None
    return dict(found)


def test_against_a_caller_a_bet_is_worth_its_pennies_times_the_lead():
    for number in range(30):
        match = alternate("Ana", "caller")
        match = seated(match.game, number, "Ana", "caller")
        s = match.state
        sums = [open_sum(s, 1) + value(k) for k in unseen(s, 0)]
        lead = Fraction(sum(x > total(s, 0) for x in sums) - sum(x < total(s, 0) for x in sums), len(sums))
        match.do("put 3")
        match.do("match")
        found = against(match).decisions[1]
        assert {a: x.worth for a, x in found.prospects.items()} == {k: (1 + k) * lead for k in range(4)}
        assert found.is_mistake == (lead < 0)
        assert against(match).source == "the best response to these opponents, exactly"


def test_cards_with_which_the_opponent_would_not_have_bet_do_not_count():
    checked = 0
    for number in range(60):
        match = seated(alternate("low-total", "Ana").game, number, "low-total", "Ana")
        s = match.state
        if total(s, 0) > 19:
            continue
        hidden = [k for k in unseen(s, 1) if open_sum(s, 0) + value(k) <= 19]
        own = total(s, 1)
        balance = sum((open_sum(s, 0) + value(k) > own) - (open_sum(s, 0) + value(k) < own) for k in hidden)
        match.do("put 3")
        match.do("match")
        found = against(match, 1).decisions[2]
        assert found.prospects[MATCH].worth == Fraction(4 * balance, len(hidden))
        assert found.prospects[FOLD].worth == -1
        checked += 1
    assert checked > 5


def test_an_opponent_who_would_not_have_played_so_is_told():
    match = alternate("Ana", "cautious")
    match.do("put 0")
    match.do("put 3")
    match.do("fold")
    met = against(match)
    assert met.why_not == UNLIKELY
    assert list(met.decisions) == [1]


def test_in_a_match_who_never_bets_is_waited_out():
    game = make_game("smallsum", 2, None, purse=2)
    match = played(game, 4, at_random(1))
    match = Match(game, 11, 4, (), ("Ana", "cautious"))
    while not match.is_over and len(match.actions) < 40:
        match.do("put 0")
    met = against(match)
    assert met.source == "the best response to these opponents, exactly"
    assert all(x.worth <= 1 for d in met.decisions.values() for x in d.prospects.values())
    assert max(float(x.worth) for d in met.decisions.values() for x in d.prospects.values()) > 0.99


def test_against_who_plays_the_equilibrium_the_optimum_is_best():
    game, evaluator, _ = asked("a short match")
    for number in range(1 + IS_NIGHTLY):
        match = Match(game, 11, number, (), ("Ana", "equilibrium"))
        choose = at_random(number)
        while not match.is_over and len(match.actions) < 30:
            match.do(choose(match) if match.player == 0 else match.read(most_played(match, evaluator)))
        found = {d.number: d for d in review(match, evaluator).decisions if d.seat == 0}
        for n, d in against(match).decisions.items():
            for a, (_, x) in found[n].prospects.items():
                assert float(d.prospects[a].worth) == pytest.approx(float(x.worth), abs=1e-8)


def most_played(match: Match, evaluator: object) -> str:
    odds = evaluator.odds(match.view(match.player))  # type: ignore[attr-defined]
    return match.words(max(odds, key=lambda x: x[1])[0])


def test_what_is_best_against_all_and_against_these_may_differ():
    """Against who calls every bet nobody bluffs; the equilibrium of Kuhn poker does with a jack at times."""
    game = make_game("kuhn-poker", None, None)

    def calls(v):
        return 1

    match = Match(game, None, 0, ("jack", "king"), ("Ana", "Ben"))
    match.do(1)
    match.do(1)
    met = opponents_of(match)[0]
    met = replace(met, who={1: entrant_for(calls, game)}, why_not="")
    (found,) = judge_opponents(match, [met], judges_for(game))
    assert found.decisions[1].prospects[1].worth == -2
    assert found.decisions[1].loss == 1
    assert found.mistakes == 1
    (first, _) = review(match, evaluator_for(game)).decisions
    assert first.loss < 1


@pytest.mark.parametrize("name", sorted(strategies_for(make_game("smallsum", 2, None).rules)))
def test_strategies_of_smallsum_do_alike_where_sums_and_cards_left_are_alike(name):
    """So the rounds of a whole match may be looked through with one deal of all that are alike."""
    game = make_game("smallsum", 2, None, variant="alternate")
    one = entrant_for(name, game)
    if is_thinking(one):
        return
    odds = StrategyProbabilities(game, one)
    s = seated(game, 1, "Ana", "Ben").state
    for up, twin in (((0, 5), (1, 4)), ((2, 9), (2, 12)), ((3, 6), (2, 7))):
        chances = []
        for own, other in ((up, twin), (twin, up)):
            v = game.view(s, 0)
            for p, cards in enumerate((own, other)):
                v.up[p, 1], v.up[p, 2] = cards
            for k in (8, 10):
                v.down[0] = k
                chances.append(odds.chances(v, 0)[0])
        assert chances[:2] == chances[2:]


# ---- by playing on ----


def test_imagined_tables_agree_with_the_exact_judge_where_nothing_is_left_to_decide():
    game = make_game("kuhn-poker", None, None)
    match = seated(game, 2, "random", "Ana")
    match.do(1)
    match.do(match.legal()[0])
    met = opponents_of(match)[1]
    exact = against(match, 1).decisions[2]
    judge = OpponentPlayouts(game, met, tables=4000)
    (found,) = judge_opponents(match, [met], lambda x: [lambda: judge])
    for a, x in found.decisions[2].prospects.items():
        assert float(x.worth) == pytest.approx(float(exact.prospects[a].worth), abs=0.12)


@LATE
def test_the_opponents_play_by_their_own_parameters_at_imagined_tables():
    game = make_game("smallsum", 2, None, variant="alternate", purse=2)
    found = []
    for often in ("0", "1"):
        match = Match(game, 11, 1, (), ("Ana", f"bluffer:often={often}"))
        match.do("put 0")
        met = against(match)
        assert met.source.startswith(
            "250 to 4,000 redealt tables for each decision, with each opponent using their strategy; "
            "the player plays on at random with equal weights"
        )
        found.append(met.decisions[1].prospects)
    assert found[0] != found[1]


def test_every_opponent_plays_by_his_own_strategy_at_imagined_tables():
    """Who gives up early leaves more cards to the others."""
    game, worths = make_game("lama", 3, None), []
    for first in ("folding:A=-60", "folding:A=60"):
        match = seated(game, 1, "Ana", first, "same-first")
        judge, s = OpponentPlayouts(game, opponents_of(match)[0], tables=200), match.state
        worths.append(judge.prospects(DecisionPoint(s, s, ())))
    assert worths[0] != worths[1]


def test_when_the_time_is_over_the_rest_is_not_judged_and_that_is_told():
    match = played_by(make_game("kuhn-poker", None, None), "Ana", "random")

    def never() -> None:
        raise AssertionError("a judge was asked for")

    (met, _) = judge_opponents(match, opponents_of(match), lambda x: [never], seconds=0.0)
    assert met.why_not == TOO_LATE
    assert met.decisions == {}


def test_a_decision_that_is_not_reached_in_time_is_left_out():
    match = played_by(make_game("kuhn-poker", None, None), "random", "random")
    asked: list[str] = []
    clock = iter([0.0, 0.1, 0.2, 99.0, 99.0, 99.0, 99.0, 99.0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("upcard.review.against_opponents.time.monotonic", lambda: next(clock))
        first, second = judge_opponents(
            match,
            opponents_of(match),
            judges_for(match.game),
            seconds=1.0,
            on_step=lambda x, _: asked.append(x),
        )
    assert len(first.decisions) == 1
    assert second.why_not == TOO_LATE
    assert second.decisions == {}
    assert asked[0] == "decision 1 against these opponents"


def test_a_judge_that_fails_leaves_it_to_the_next_and_says_why_if_there_is_none():
    def fails():
        raise Failure("it rained")

    match = played_by(make_game("kuhn-poker", None, None), "Ana", "random")
    asked = judges_for(match.game)
    (met, _) = judge_opponents(match, opponents_of(match), lambda x: [fails, lambda: None, *asked(x)])
    assert met.decisions
    (met, _) = judge_opponents(match, opponents_of(match), lambda x: [fails])
    assert met.why_not == "The best play against them could not be computed: it rained."


def test_hidden_cards_do_not_change_what_is_known_of_opponents():
    game = make_game("lama", 3, None)
    match = seated(game, 1, "Ana", "folding", "same-first")
    judge = OpponentPlayouts(game, opponents_of(match)[0], tables=200)
    s, twin = match.state, match.state.copy()
    before = judge.prospects(DecisionPoint(s, s, ()))
    held = next(k for k in range(7) if twin.hand[1, k])
    place = next(i for i in range(1, twin.stock[0] + 1) if twin.stock[i] != held)
    drawn = twin.stock[place]
    twin.hand[1, held] -= 1
    twin.hand[1, drawn] += 1
    twin.stock[place] = held
    assert judge.prospects(DecisionPoint(twin, twin, ())) == before
