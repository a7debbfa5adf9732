"""Every game as a game of OpenSpiel, and its strategies here: ``pip install 'upcard[openspiel]'``.

``register()`` makes ``pyspiel.load_game("upcard_lama(players=3,preset=paper)")`` work for every game;
``load("lama", players=3)`` loads one directly, even a game without a registered name. Chance acts once for
every draw of the rules, with exact probabilities, so no deal has to be enumerated: a game of any size can be
played, and one with a small tree can be solved.

``strategy(policy, game)`` turns a policy or bot of OpenSpiel into a strategy of Upcard;
``bot("same-first", game, seat)`` turns a strategy of Upcard into a bot of OpenSpiel.

Source: M. Lanctot et al., "OpenSpiel: a framework for reinforcement learning in games", 2019.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from fractions import Fraction
from functools import lru_cache
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.determinization import check_imagined
from upcard.engine.entrants import StrategyLike
from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game, make_game
from upcard.engine.game_spec import game_from
from upcard.engine.option_values import OptionValue
from upcard.engine.optional_packages import require_extra
from upcard.engine.registry import game_modules
from upcard.engine.state import PlainState
from upcard.engine.tree.game_tree import MOST_NODES, GameTree, unroll
from upcard.engine.tree.strategy_table import ViewLog, player_of
from upcard.kit.cards import Option

PREFIX, USUAL = "upcard_", ""
PLAYERS, PRESET = "players", "preset"


def register() -> list[str]:
    """Register every game with OpenSpiel.

    Options are parameters. The preset or the default is an empty text for words, and one below the minimum
    for whole numbers. Words that look like a number need quotes, ``courts='10'``, since OpenSpiel infers the
    type of a parameter from its text.

    Returns
    -------
    list of str
        The names of the games, such as ``upcard_lama``. Registered games are not registered again.

    Raises
    ------
    Failure
        If OpenSpiel is not installed.
    """
    spiel = _classes()
    known = set(spiel.pyspiel.registered_names())
    names = {spiel_name(rules): rules for rules in game_modules().values()}
    for name, rules in names.items():
        if name not in known:
            kind = _kind(rules)
            spiel.pyspiel.register_game(kind, spiel.game_class(kind, _maker(rules), register))
    return list(names)


def load(
    game: str | Game, players: int | None = None, preset: str | None = None, **options: OptionValue
) -> Any:
    """Return a game of OpenSpiel.

    Parameters
    ----------
    game : str or Game
        A name, or a game with its players and options, which need not be registered.
    players, preset, **options
        As for :func:`upcard.game`, if a name is given.

    Returns
    -------
    pyspiel.Game
        The game; its attribute ``game`` is the game of Upcard.

    Raises
    ------
    Usage
        If there is no such game, preset or option.
    Failure
        If OpenSpiel is not installed.
    """
    spiel = _classes()
    chosen = game_from(game, players, preset, options)
    words = {k: spiel.parameter(x) for k, x in chosen.option_words().items()}
    return spiel.SpielGame(_kind(chosen.rules), chosen, {PLAYERS: chosen.players, PRESET: USUAL, **words})


def strategy(policy_or_bot: Any, game: Game, most_nodes: int = MOST_NODES) -> Callable[[PlainState], int]:
    """Return a policy or a bot of OpenSpiel as a strategy of Upcard: a function of a view.

    Parameters
    ----------
    policy_or_bot : policy or bot
        With ``action_probabilities(state)``: a policy of Python or C++. It is evaluated at every information
        set beforehand, and then plays as fast as a strategy of Upcard. With ``step(state)``: a bot, called
        for every decision, in plain Python. It gets no history, so no information states, and a state that
        agrees with all that its seat sees, with the hidden cards dealt again; in a game of perfect
        information, this is the state itself. A ``PolicyBot`` of Python counts as its policy.
    most_nodes : int
        For a policy, the maximum size of the tree.

    Raises
    ------
    Usage
        If it is neither a policy nor a bot, or for a bot if the rules have no ``imagine``.
    TooLarge
        If the tree of the game is larger, for a policy.
    Failure
        If OpenSpiel is not installed, or for a policy if players do not remember all that they have seen and
        done.
    """
    player = _unpacked(policy_or_bot)
    if hasattr(player, "action_probabilities"):
        return _tabled(player, game, most_nodes)
    if hasattr(player, "step"):
        return _calling_bot(player, game)
    raise Usage(
        f"{type(player).__name__} is not a strategy of OpenSpiel; expected a policy with "
        "action_probabilities, or a bot with step"
    )


def bot(player: StrategyLike, game: Game, seat: int, seed: int = 0) -> Any:
    """Return a strategy of Upcard as a bot of OpenSpiel.

    Parameters
    ----------
    player : str or function
        As for :func:`upcard.simulate`.
    game : Game
        The only game that the bot plays.
    seat : int
        Its seat, from 0.
    seed : int
        Seed of its own random stream.

    Returns
    -------
    pyspiel.Bot
        The bot, for states of :func:`load` and of registered games.

    Raises
    ------
    Usage
        If there is no such strategy or seat.
    Failure
        If OpenSpiel is not installed.
    """
    with _openspiel():
        from upcard.adapters.openspiel_bot import StrategyBot
    if seat not in range(game.players):
        raise Usage(f"there is no seat {seat!r}; seats are 0 to {game.players - 1}")
    return StrategyBot(game, player, seat, seed)


def policy_of(tree: GameTree, chances: npt.NDArray[np.float64]) -> Any:
    """Return a strategy of a tree, in the order of its arrays, as a policy of OpenSpiel.

    Parameters
    ----------
    chances : float64 array of shape (sum of ``tree.count``,)
        The probability of every action of every information set, such as a solution has.

    Returns
    -------
    pyspiel.TabularPolicy
        The policy.

    Raises
    ------
    Usage
        If there is not one probability for every action of every information set.
    """
    if len(chances) != len(tree.legal):
        raise Usage(
            f"{len(chances)} probabilities were given for {tree.game.title}; expected {len(tree.legal)}, one "
            "for every action of every information set"
        )
    spiel = _classes()
    policy: dict[str, list[tuple[int, float]]] = {}
    for i, state in enumerate(_decisions(tree)):
        here = slice(int(tree.first[i]), int(tree.first[i] + tree.count[i]))
        odds = zip(state.legal_actions(), chances[here].tolist(), strict=True)
        policy[state.information_state_string()] = list(odds)
    return spiel.pyspiel.TabularPolicy(policy)


def chances_of(tree: GameTree, policy: Any) -> npt.NDArray[np.float64]:
    """Return a policy of OpenSpiel as a strategy of a tree, the inverse of :func:`policy_of`.

    Parameters
    ----------
    policy : policy
        A policy of Python or C++, for states of :func:`load`.

    Returns
    -------
    float64 array of shape (sum of ``tree.count``,)
        The probability of every action of every information set.

    Raises
    ------
    Failure
        If the policy lacks probabilities of legal actions at some information set.
    """
    chances: list[float] = []
    for state in _decisions(tree):
        odds = dict(_odds(policy, state))
        chances += [float(odds.get(a, 0)) for a in state.legal_actions()]
    return np.array(chances)


def spiel_name(rules: ModuleType) -> str:
    """Return the name of a game in OpenSpiel."""
    return PREFIX + str(rules.GAME.name).replace("-", "_")


@lru_cache(maxsize=1)
def _classes() -> ModuleType:
    """Return the module of the classes that need OpenSpiel."""
    with _openspiel():
        from upcard.adapters import openspiel_game as spiel
    return spiel


def _openspiel() -> AbstractContextManager[None]:
    """Return a context for imports of OpenSpiel."""
    return require_extra("openspiel", "this adapter")


def _unset(option: Option) -> OptionValue:
    """Return the parameter that means the default of an option."""
    return USUAL if option.values or option.read is not None else option.low - 1


@lru_cache(maxsize=64)
def _kind(rules: ModuleType) -> Any:
    """Return the type of a game in OpenSpiel."""
    defaults: dict[str, int | str] = {PLAYERS: int(rules.GAME.usual), PRESET: USUAL}
    defaults |= {o.name: _unset(o) for o in rules.OPTIONS}
    spiel = _classes()
    usual = make_game(rules.GAME.name) if rules.GAME.name in game_modules() else None
    is_small = usual is not None and spiel.has_tensor(usual)
    return spiel.game_type(rules, spiel_name(rules), defaults, is_small)


def _maker(rules: ModuleType) -> Callable[[Mapping[str, Any]], Game]:
    """Return a function that makes a game from parameters."""
    spiel, unset = _classes(), {o.name: _unset(o) for o in rules.OPTIONS}

    def make(parameters: Mapping[str, Any]) -> Game:
        options = {k: spiel.word(x) for k, x in parameters.items() if k in unset and x != unset[k]}
        return make_game(rules.GAME.name, parameters.get(PLAYERS), parameters.get(PRESET) or None, **options)

    return make


def _decisions(tree: GameTree) -> list[Any]:
    """Return a state of OpenSpiel for every information set, in order."""
    states: list[Any] = [load(tree.game).new_initial_state()]
    first: dict[int, Any] = {}
    rows = zip(tree.parent.tolist(), tree.action.tolist(), tree.infoset.tolist(), strict=True)
    for node, (above, action, infoset) in enumerate(rows):
        if node > 0:
            states.append(states[above].child(action))
        if infoset >= 0:
            first.setdefault(infoset, states[node])
    return [first[i] for i in range(tree.infosets)]


def _tabled(policy: Any, game: Game, most_nodes: int) -> Callable[[PlainState], int]:
    """Return a policy as a list of probabilities, one for every information set."""
    views = ViewLog(game)
    tree = unroll(game, most_nodes, on_set=views.note)
    return player_of(views, [_odds(policy, state) for state in _decisions(tree)])


def _odds(policy: Any, state: Any) -> tuple[tuple[int, Fraction], ...]:
    """Return the probabilities of a policy in a state, as fractions with the sum 1."""
    answer = policy.action_probabilities(state)
    chances = {int(a): Fraction(float(x)) for a, x in dict(answer).items() if x > 0}
    total = sum(chances.values(), Fraction(0))
    if not total or not chances.keys() <= set(state.legal_actions()):
        raise Failure(
            f"the policy has {answer} in {state.information_state_string()!r}; expected probabilities of "
            f"{state.legal_actions()}"
        )
    return tuple((a, x / total) for a, x in sorted(chances.items()))


def _unpacked(player: Any) -> Any:
    """Return the policy of a ``PolicyBot``, which would need the history; return any other player itself."""
    with _openspiel():
        from open_spiel.python.bots.policy import PolicyBot

    return player._policy if isinstance(player, PolicyBot) else player


def _calling_bot(bot: Any, game: Game) -> Callable[[PlainState], int]:
    """Return a strategy that calls a bot for every decision."""
    check_imagined(game.rules)
    spiel = _classes().pyspiel
    if isinstance(bot, (spiel.MCTSBot, spiel.ISMCTSBot)):
        raise Usage(
            f"{type(bot).__name__} of C++ releases Python while it searches, so it cannot search a game "
            "that is written in Python; take the one of open_spiel.python.algorithms, and for hidden cards "
            "ISMCTSBot with use_observation_string=True"
        )
    spiel_game = load(game)

    def choose(v: PlainState) -> int:
        if game.rules.GAME.perfect_information:
            return int(bot.step(spiel_game.state_at(v.chance.state.copy())))
        world = v.chance.scratch()
        world.imagine(v)
        return int(bot.step(spiel_game.state_at(world.state)))

    choose.__name__ = type(bot).__name__
    return choose
