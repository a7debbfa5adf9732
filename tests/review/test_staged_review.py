"""A review in stages: the same review in another order, the costliest mistakes of one seat first."""

import pickle
from collections.abc import Callable
from random import Random

import pytest

from upcard.engine.game import Game, Match, make_game
from upcard.engine.players import entrant_for
from upcard.play.session import view_with_luck
from upcard.report.review_report import document
from upcard.review.against_opponents import SeatMatchup
from upcard.review.evaluator_contract import DecisionPoint, Evaluator
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import decision_point, review
from upcard.review.opponents import Opponents
from upcard.review.playout_evaluator import PlayoutEvaluator
from upcard.review.staged_review import COSTLIEST, ReviewStage, StagedReview

LAMA = make_game("lama", 4, None)
TABLES = 400


def played(game: Game, seed: int, choose: Callable[[Match], int], most: int = 1_000) -> Match:
    match = game.match(seed=seed)
    while not match.is_over and len(match.actions) < most:
        match.do(choose(match))
    return match


def random_choice(seed: int) -> Callable[[Match], int]:
    random = Random(seed)
    return lambda match: random.choice(match.legal())


def careless(seed: int) -> Callable[[Match], int]:
    """The first legal action, but now and then any: such matches of L.A.M.A. last long."""
    random = Random(seed)

    def choose(match: Match) -> int:
        legal = match.legal()
        return random.choice(legal) if random.random() < 0.15 else legal[0]

    return choose


def finished(staged: StagedReview, seats: set[int]) -> StagedReview:
    while staged.advance([seats], 0.0) is not ReviewStage.FINISHED:
        pass
    return staged


def in_full(match: Match, evaluator: Evaluator) -> dict[str, object]:
    """The document of a review, as the command line prints it."""
    none = [SeatMatchup(Opponents(p, {}, ()), "", "", "", {}) for p in range(match.game.players)]
    return document(review(match, evaluator), none)


@pytest.mark.parametrize("name", ["kuhn-poker", "le-her", "lama"])
def test_the_finished_review_is_that_of_the_command_line_whoever_looks_first(name):
    game = make_game(name, None, None)
    sampled = name == "lama"
    evaluator = PlayoutEvaluator(game, TABLES) if sampled else evaluator_for(game)
    match = played(game, 3, random_choice(3), 24)
    none = [SeatMatchup(Opponents(p, {}, ()), "", "", "", {}) for p in range(game.players)]
    for seats in ({0}, {1}, set[int]()):
        staged = finished(StagedReview(match, evaluator), seats)
        assert document(staged.review(), none) == in_full(match, evaluator)


def test_a_review_continues_from_its_stored_state_in_another_process():
    match = played(LAMA, 5, random_choice(5), 30)
    evaluator = PlayoutEvaluator(LAMA, TABLES)
    first = StagedReview(match, evaluator)
    for _ in range(12):
        first.advance([{0}], 0.0)
    second = StagedReview(match, evaluator)
    second.state = pickle.loads(pickle.dumps(first.state))
    known = dict(second.state.known)
    finished(second, {2})
    assert second.review() == review(match, evaluator)
    assert all(second.state.known[n] is x for n, x in known.items())  # nothing is computed twice


class CountedEvaluator(PlayoutEvaluator):
    """Counts the samples that it takes."""

    samples = 0

    def _results(self, moment: DecisionPoint, actions, first: int, tables: int):
        self.samples += tables
        return super()._results(moment, actions, first, tables)


def test_the_costliest_mistakes_of_a_long_match_need_few_samples():
    """178 decisions: until the first three are known, no other seat is judged, and few decisions twice."""
    match = played(LAMA, 223, careless(223))
    assert len(match.actions) == 178
    evaluator = CountedEvaluator(LAMA, TABLES)
    staged = StagedReview(match, evaluator)
    while staged.advance([{0}], 0.0) is ReviewStage.COSTLIEST:
        pass
    mine = [n for n, moment in enumerate(staged.moments, 1) if moment.mover == 0]
    assert set(staged.state.known) | set(staged.state.looks) == set(mine)
    few, _, many = evaluator.looks
    assert evaluator.samples <= few * len(mine) + 8 * many
    early = staged.mistakes({0})[:COSTLIEST]
    assert len(early) == COSTLIEST
    worst = [d.number for d in finished(staged, {0}).review().mistakes() if d.seat == 0]
    assert early == worst[:COSTLIEST]
    known, actions = staged.state.known, match.actions
    unclear = [n for n in mine if staged.terms.may_be_mistake(known[n], actions[n - 1]) and n not in worst]
    assert unclear  # these lost more than the error of the largest sample, but less than twice as much
    assert not [d for d in staged.review().decisions if d.number in unclear and d.proven_loss]


def best_action(evaluator: Evaluator, match: Match, sign: int = 1) -> int:
    """The best action of the player to move; the worst one if `sign` is -1."""
    known = evaluator.prospects(decision_point(match))
    return max(known, key=lambda a: sign * known[a].worth)


def test_a_planted_blunder_is_the_first_in_a_match_of_lama():
    evaluator = PlayoutEvaluator(LAMA, TABLES)

    def choose(match: Match) -> int:
        if match.player != 0:
            return match.legal()[0]
        return best_action(evaluator, match, -1 if len(match.actions) == 0 else 1)

    match = played(LAMA, 7, choose, 40)
    staged = StagedReview(match, PlayoutEvaluator(LAMA))
    while staged.advance([{0}], 0.0) is ReviewStage.COSTLIEST:
        pass
    assert staged.mistakes({0})[0] == 1
    assert "would have raised the chance to win" in staged.lesson(1)


def test_a_planted_blunder_is_the_first_in_a_match_of_smallsum():
    game = make_game("smallsum", 2, "alternate")
    evaluator, random, planted = evaluator_for(game), Random(2), list[int]()

    def choose(match: Match) -> int:
        known = evaluator.prospects(decision_point(match))
        loss = max(x.worth for x in known.values()) - min(x.worth for x in known.values())
        if match.player == 0 and not planted and len(match.actions) > 6 and loss > 0.1:
            planted.append(len(match.actions) + 1)
            return best_action(evaluator, match, -1)
        best = max(x.worth for x in known.values())
        return random.choice([a for a, x in known.items() if best - x.worth < 1e-9])

    match = played(game, 2, choose)
    staged = StagedReview(match, evaluator)
    while staged.advance([{0}], 1.0) is ReviewStage.COSTLIEST:
        pass
    assert staged.mistakes({0}) == planted
    assert len(staged.lesson(planted[0])) > 10


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "le-her"])
def test_games_of_the_optimum_show_no_mistake(name):
    game = make_game(name, 2, None)
    best = entrant_for("equilibrium", game)

    def choose(match: Match) -> int:
        return best.choose(view_with_luck(match), *best.parameters)

    for seed in range(4):
        staged = StagedReview(played(game, seed, choose), evaluator_for(game))
        while staged.advance([{0, 1}], 1.0) is ReviewStage.COSTLIEST:
            pass
        assert staged.mistakes({0, 1}) == []


def test_noise_below_twice_its_error_is_no_mistake():
    """Whatever is called a mistake lost at least three standard errors."""
    match = played(LAMA, 9, random_choice(9), 60)
    staged = finished(StagedReview(match, PlayoutEvaluator(LAMA, 64)), {0})
    wrong = staged.mistakes(range(4))
    assert wrong
    for n in wrong:
        x = staged.state.known[n][match.actions[n - 1]]
        assert max(y.worth for y in staged.state.known[n].values()) - x.worth > 3 * x.standard_error
