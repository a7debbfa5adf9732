"""Every game as an environment of PettingZoo, for programs that learn: ``pip install 'upcard[pettingzoo]'``.

``env("lama", players=4)`` asks one agent after the other (AEC); ``parallel_env("goofspiel")`` asks all who
choose at the same moment at once. Agents are called ``seat_1``, ``seat_2`` and so on. They observe
``{"observation": ..., "action_mask": ...}``: the row of numbers that :mod:`upcard.engine.observation` lays
out, which holds what the seat sees and nothing else, and a 1 for every legal action; the mask stands in
``infos`` too.

An episode is one game, and the reward is the score at its end. ``reset(seed=7)`` deals the game that
``upcard play --seed 7`` does, ``reset(seed=7, options={"number": 3})`` game 3 of that seed, and ``reset()``
the next one of the same seed.

Source: J. K. Terry et al., "PettingZoo: Gym for multi-agent reinforcement learning", NeurIPS 2021.
"""

from types import ModuleType
from typing import TYPE_CHECKING, Any

from upcard.adapters.episodes import RENDER_MODES
from upcard.adapters.optional_packages import coming_with
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import game_from
from upcard.engine.option_values import OptionValue, as_int

if TYPE_CHECKING:
    from pettingzoo import AECEnv, ParallelEnv

ENDS, REPLACED = "ends", "replaced"
MOST_CYCLES = 2**62


def env(
    game: str | Game,
    players: int | None = None,
    preset: str | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = ENDS,
    **options: OptionValue,
) -> "AECEnv[str, Any, Any]":
    """A game as an environment in which one agent acts after the other.

    Parameters
    ----------
    game : str or Game
        A name, or a game with its players and options.
    players, preset, **options
        As for :func:`upcard.game`, if a name is given.
    render_mode : str, optional
        ``"ansi"``: the text of a terminal; ``"rgb_array"``: a picture; ``"human"``: the text is printed.
        They show what the agent sees that is to act, and everything after the end.
    max_cycles : int, optional
        Without it an episode is one game. With it games follow each other until somebody has acted so often
        and is to act again; then the episode is truncated.
    illegal : str
        What becomes of an action that is not legal. ``"ends"``: the game, and who did it gets the least score
        that the rules allow, the others 0. ``"replaced"``: the next legal action is done.

    Returns
    -------
    AECEnv
        The environment, which checks that it is used in the right order.

    Raises
    ------
    Usage
        If there is no such game, preset, option or way.
    Failure
        If PettingZoo is not installed.
    """
    made = _environments()
    _check(render_mode, max_cycles, illegal)
    played = game_from(game, players, preset, options)
    bare = made.TurnEnvironment(played, render_mode, max_cycles, illegal == REPLACED)
    return made.guarded(bare, float(played.rules.GAME.payoffs[0]))


def parallel_env(
    game: str | Game,
    players: int | None = None,
    preset: str | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = ENDS,
    **options: OptionValue,
) -> "ParallelEnv[str, Any, Any]":
    """A game as an environment in which all who choose at one moment act at once.

    Every step takes an action of every agent. Those of agents that have nothing to choose at this moment,
    whose mask is all zeros, are passed over; in a game in which players take turns these are all but one.
    In Goofspiel, Four-Cell or the closed bets of Smallsum both choose, their last cards too. Only where
    everybody sees that who is asked first has a single legal action are the two asked in two steps.

    Parameters
    ----------
    game, players, preset, render_mode, illegal, **options
        As for :func:`env`.
    max_cycles : int, optional
        Without it an episode is one game. With it games follow each other for so many steps; then the
        episode is truncated.

    Returns
    -------
    ParallelEnv
        The environment.

    Raises
    ------
    Usage
        If there is no such game, preset, option or way.
    Failure
        If PettingZoo is not installed.
    """
    made = _environments()
    _check(render_mode, max_cycles, illegal)
    played = game_from(game, players, preset, options)
    return made.MomentEnvironment(played, render_mode, max_cycles, illegal == REPLACED)


def _environments() -> ModuleType:
    """The classes that need PettingZoo."""
    with coming_with("pettingzoo", "environments need PettingZoo"):
        from upcard.adapters import pettingzoo_env as environments
    return environments


def _check(render_mode: str | None, max_cycles: int | None, illegal: str) -> None:
    """Refuse ways that there are not."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise Usage(f"render_mode is {render_mode!r}; expected None or one of {', '.join(RENDER_MODES)}")
    if max_cycles is not None and not 1 <= (as_int(max_cycles) or 0) <= MOST_CYCLES:
        raise Usage(f"max_cycles is {max_cycles!r}; expected None or a whole number from 1")
    if illegal not in (ENDS, REPLACED):
        raise Usage(f"illegal is {illegal!r}; expected {ENDS!r} or {REPLACED!r}")
