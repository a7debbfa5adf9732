"""Every game as an environment of PettingZoo, for learning programs: ``pip install 'upcard[pettingzoo]'``.

``env("lama", players=4)`` lets one agent act after another (AEC); in ``parallel_env("goofspiel")`` all agents
that choose at the same moment act at once. Agents are called ``seat_1``, ``seat_2`` and so on. They observe
``{"observation": ..., "action_mask": ...}``: the row of numbers that :mod:`upcard.engine.observation` lays
out, with what the seat sees and nothing else, and a 1 for every legal action. ``infos`` holds the mask too.

An episode is one game, and the reward is the score at its end. ``reset(seed=7)`` deals the game that
``upcard play --seed 7`` does, ``reset(seed=7, options={"number": 3})`` game 3 of that seed, and ``reset()``
the next one of the same seed.

Source: J. K. Terry et al., "PettingZoo: Gym for multi-agent reinforcement learning", NeurIPS 2021.
"""

from types import ModuleType
from typing import TYPE_CHECKING, Any

from upcard.adapters.episodes import RENDER_MODES
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import game_from
from upcard.engine.option_values import OptionValue, as_int
from upcard.engine.optional_packages import require_extra

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
    """Make a game an environment in which one agent acts after another.

    Parameters
    ----------
    game : str or Game
        A name, or a game with its players and options.
    players, preset, **options
        As for :func:`upcard.game`, if a name is given.
    render_mode : str, optional
        ``"ansi"``: the text of a terminal; ``"rgb_array"``: a picture; ``"human"``: the text is printed.
        They show what the agent to act sees, and everything after the end.
    max_cycles : int, optional
        By default an episode is one game. Otherwise games follow each other until an agent has acted this
        often and would act again; then the episode is truncated.
    illegal : str
        The effect of an illegal action. ``"ends"``: the game ends; that agent gets the lowest score that the
        rules allow, the others 0. ``"replaced"``: the next legal action is done.

    Returns
    -------
    AECEnv
        The environment, which checks the order of calls.

    Raises
    ------
    Usage
        If the game, preset or option is unknown, or another argument has a value that is not listed here.
    Failure
        If PettingZoo is not installed.
    """
    made = _environments(render_mode, max_cycles, illegal)
    played = game_from(game, players, preset, options)
    bare = made.TurnEnvironment(played, render_mode, max_cycles, illegal == REPLACED)
    return made.guarded(bare, float(played.rules.GAME.payoff(played.rules.GAME.payoffs[0])))


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
    """Make a game an environment in which all agents that choose at one moment act at once.

    Every step takes an action of every agent. Actions of agents without a choice, whose mask is all zeros,
    are ignored; in a game with turns these are all but one. Where players choose secretly at the same moment,
    all of them choose, even if some have a single legal action. Only where everybody sees that the first
    agent has a single legal action do they act in separate steps.

    Parameters
    ----------
    game, players, preset, render_mode, illegal, **options
        As for :func:`env`.
    max_cycles : int, optional
        By default an episode is one game. Otherwise games follow each other for this many steps; then the
        episode is truncated.

    Returns
    -------
    ParallelEnv
        The environment.

    Raises
    ------
    Usage
        If the game, preset or option is unknown, or another argument has a value that is not listed here.
    Failure
        If PettingZoo is not installed.
    """
    made = _environments(render_mode, max_cycles, illegal)
    played = game_from(game, players, preset, options)
    return made.MomentEnvironment(played, render_mode, max_cycles, illegal == REPLACED)


def _environments(render_mode: str | None, max_cycles: int | None, illegal: str) -> ModuleType:
    """Return the classes that need PettingZoo, unless they do not know these settings."""
    with require_extra("pettingzoo", "an environment"):
        from upcard.adapters import pettingzoo_env as environments
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise Usage(f"render_mode is {render_mode!r}; expected None or one of {', '.join(RENDER_MODES)}")
    if max_cycles is not None and not 1 <= (as_int(max_cycles) or 0) <= MOST_CYCLES:
        raise Usage(f"max_cycles is {max_cycles!r}; expected None or a whole number from 1")
    if illegal not in (ENDS, REPLACED):
        raise Usage(f"illegal is {illegal!r}; expected {ENDS!r} or {REPLACED!r}")
    return environments
