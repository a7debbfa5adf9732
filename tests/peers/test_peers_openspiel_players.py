"""Players of OpenSpiel at our tables and ours at its own: policies, bots, searches."""

import importlib
from typing import Any

import numpy as np
import pytest
from tests.peers.conftest import form_of

from upcard.adapters import openspiel
from upcard.engine.errors import Failure, Usage
from upcard.engine.game import make_game
from upcard.engine.seeds import open_stream
from upcard.simulation.simulate_games import simulate
from upcard.solving.exploitability import exploitability

pyspiel = pytest.importorskip("pyspiel")


def test_regret_minimization_learns_the_same_as_on_its_own_game():
    cfr = importlib.import_module("open_spiel.python.algorithms.cfr")
    exploitable = importlib.import_module("open_spiel.python.algorithms.exploitability").exploitability
    found = []
    for game in (openspiel.load("kuhn-poker"), pyspiel.load_game("kuhn_poker")):
        solver = cfr.CFRSolver(game)
        for _ in range(30):
            solver.evaluate_and_update_policy()
        found.append(exploitable(game, solver.average_policy()))
    assert found[0] == found[1]
    learned = openspiel.chances_of(form_of("kuhn").tree, cfr_policy(openspiel.load("kuhn-poker"), 30))
    assert exploitability(form_of("kuhn"), learned) == pytest.approx(found[0], abs=1e-9)


def cfr_policy(game, iterations):
    """What the solver in C++ learns."""
    solver = pyspiel.CFRSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()


def test_a_learned_policy_takes_a_seat():
    game = make_game("kuhn-poker")
    learned: Any = openspiel.strategy(cfr_policy(openspiel.load("kuhn-poker"), 100), game)
    result = simulate(game, [learned, "equilibrium"], games=10_000, seed=1)
    mean = result.seats[0].estimates["score_mean"]
    assert mean.low - 0.03 < -1 / 18 < mean.high + 0.03
    view = game.match(seed=1).view(0)
    assert sum(x for _, x in learned.odds(view)) == 1


def test_a_bot_of_a_policy_is_its_policy():
    bots = importlib.import_module("open_spiel.python.bots.policy")
    policies = importlib.import_module("open_spiel.python.policy")
    game = make_game("kuhn-poker")
    policy = policies.TabularPolicy(openspiel.load(game))
    policy.action_probability_array[:] = np.random.default_rng(1).dirichlet([1, 1], len(policy.states))
    given = [policy, bots.PolicyBot(0, np.random, policy)]
    strategies: list[Any] = [openspiel.strategy(x, game) for x in given]
    views = [game.match(seed=seed).view(0) for seed in range(20)]
    one, two = ([x.odds(v) for v in views] for x in strategies)
    assert one == two


def test_a_policy_that_gives_no_probabilities_is_refused():
    nothing = pyspiel.TabularPolicy({})
    with pytest.raises(Failure, match="expected probabilities of"):
        openspiel.strategy(nothing, make_game("kuhn-poker"))


def test_tree_search_takes_a_seat_and_wins_what_can_be_won():
    """In a game with open cards the bot searches the real position."""
    mcts = importlib.import_module("open_spiel.python.algorithms.mcts")
    game = make_game("beat-it-or-eat-it", suits=1, length=4, deal="equal")
    luck = np.random.RandomState(1)
    bot = mcts.MCTSBot(openspiel.load(game), 2.0, 60, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    result = simulate(game, [openspiel.strategy(bot, game), "random"], games=10, seed=1, seating="rotate")
    assert result.seats[0].estimates["score_mean"].value > 0
    too_free = pyspiel.MCTSBot(bot._game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 10, 10, True, 1, False)
    with pytest.raises(Usage, match="releases Python while it searches"):
        openspiel.strategy(too_free, game)


@pytest.mark.parametrize(("card", "best"), [("jack", 0), ("king", 1)])
def test_tree_search_of_information_sets_finds_what_is_sure(card, best):
    """A jack must not answer a bet in Kuhn poker, a king must; here it goes by observations."""
    ismcts, mcts = (importlib.import_module(f"open_spiel.python.algorithms.{x}") for x in ("ismcts", "mcts"))
    game, luck = make_game("kuhn-poker"), np.random.RandomState(1)
    match = game.match(dealt=["queen", card])
    match.do("bet")
    there, guess = openspiel.load(game), mcts.RandomRolloutEvaluator(1, luck)
    state = there.new_initial_state()
    for choice in (1, int(match.state.card[1]), 1):
        state.apply_action(choice)
    by_history, by_sight = (
        ismcts.ISMCTSBot(there, guess, 4.0, 60, random_state=luck, use_observation_string=x)
        for x in (False, True)
    )
    assert by_history.step(state) == best
    assert openspiel.strategy(by_sight, game)(match.view(1)) == best
    with pytest.raises(Failure, match="use_observation_string=True"):
        openspiel.strategy(by_history, game)(match.view(1))


def test_tree_search_of_information_sets_plays_a_game_to_its_end():
    ismcts, mcts = (importlib.import_module(f"open_spiel.python.algorithms.{x}") for x in ("ismcts", "mcts"))
    there, luck = openspiel.load("lama", players=2, target=1), np.random.RandomState(1)
    guess = mcts.RandomRolloutEvaluator(1, luck)
    bots = [ismcts.ISMCTSBot(there, guess, 4.0, 5, random_state=luck), openspiel.bot("random", there.game, 1)]
    assert sum(pyspiel.evaluate_bots(there.new_initial_state(), bots, 1)) < 0


class Peeker:
    """A bot that notes the other's card in the state that it gets."""

    def __init__(self):
        self.seen = []

    def step(self, state):
        s = state.steps.state
        self.seen.append((s.card[s.player], s.card[1 - s.player]))
        return state.legal_actions()[0]


def test_a_bot_gets_no_card_that_its_seat_does_not_see():
    """Asked often about one view it is shown every card that the other may have."""
    game, peeker = make_game("kuhn-poker"), Peeker()
    match = game.match(seed=3)
    view, choose = match.view(0), openspiel.strategy(peeker, game)
    open_stream(view, 1, 0)
    assert {choose(view) for _ in range(60)} == {0}
    own = match.state.card[0]
    assert set(peeker.seen) == {(own, other) for other in {0, 1, 2} - {own}}
    result = simulate(game, [choose, "random"], games=50, seed=3)
    assert result.seats[0].strategy == "Peeker"


def test_our_strategies_play_there_as_bots():
    """Whoever bids the prize wins 28 points on average from random bids, as S. M. Ross found in 1971."""
    game = make_game("goofspiel")
    bots = [openspiel.bot("match-prize", game, 0), openspiel.bot("random", game, 1, seed=2)]
    there = openspiel.load(game)
    won = [pyspiel.evaluate_bots(there.new_initial_state(), bots, number)[0] for number in range(60)]
    assert np.mean(won) == pytest.approx(28, abs=4 * np.std(won) / 60**0.5)
    assert np.mean(won) > 14
    with pytest.raises(ValueError, match="it is not the turn of seat 2"):
        bots[1].step(there.new_initial_state())


@pytest.mark.parametrize(
    "make",
    [
        lambda: openspiel.load("leduc-poker"),
        lambda: openspiel.load("goofspiel", preset="three"),
        lambda: pyspiel.load_game("kuhn_poker"),
    ],
)
def test_a_bot_is_asked_about_its_own_game_only(make):
    bot = openspiel.bot("random", make_game("goofspiel"), 0)
    with pytest.raises(Usage, match=r"was given; this bot plays <Goofspiel, 2 players.*> only"):
        bot.step(make().new_initial_state())


def test_probabilities_of_another_tree_are_refused():
    tree = form_of("kuhn").tree
    with pytest.raises(Usage, match="23 probabilities were given for Kuhn poker; expected 24, one for every"):
        openspiel.policy_of(tree, np.ones(23))
