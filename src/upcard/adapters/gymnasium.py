"""Many tables of one game as a vector environment of Gymnasium, for one learner against strategies.

``vector_env("lama", 256, [None, "same-first", "same-first", "same-first"])`` is :func:`upcard.vector_env`
with the interface that learners and wrappers for Gymnasium expect. Install Gymnasium with
``pip install 'upcard[pettingzoo]'``.

Source: M. Towers et al., "Gymnasium: A Standard Interface for Reinforcement Learning Environments", 2024.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from upcard.engine.entrants import StrategyLike
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.option_values import OptionValue
from upcard.engine.optional_packages import require_extra
from upcard.simulation.vector_env import chosen_game
from upcard.simulation.vector_env import vector_env as stepped_tables

if TYPE_CHECKING:
    from upcard.adapters.gymnasium_env import LearnerTables


def vector_env(
    game: Game | str,
    n: int = 1024,
    strategies: Sequence[StrategyLike | None] | None = None,
    *,
    players: int | None = None,
    preset: str | None = None,
    rewards: str = "score",
    threads: int | None = None,
    **options: OptionValue,
) -> "LearnerTables":
    """Make many tables of one game, with one seat for the learner at each.

    Parameters
    ----------
    game, n, players, preset, rewards, threads, **options
        As for :func:`upcard.vector_env`.
    strategies : sequence of str, function or None
        The strategies by seat; None, once, for the learner.

    Returns
    -------
    LearnerTables
        A ``gymnasium.vector.VectorEnv``. It observes rows of numbers, of shape (n, width) and dtype int32;
        ``infos["action_mask"]``, of shape (n, actions) and dtype int8, is 1 where an action is legal.
        Rewards, of shape (n,) and dtype float32, are the learner's. Where a game ends, the next one begins
        in the same step.

    Raises
    ------
    Usage
        If not exactly one seat is the learner's, or as :func:`upcard.vector_env`.
    Failure
        If Gymnasium is not installed.
    """
    with require_extra("pettingzoo", "a vector environment of Gymnasium"):
        from upcard.adapters import gymnasium_env as tables
    chosen = chosen_game(game, strategies, players, preset, options)
    learners = chosen.players if strategies is None else sum(x is None for x in strategies)
    if learners != 1:
        raise Usage(
            f"{learners} seats are learners, but Gymnasium supports one: name strategies for the others, "
            "or use upcard.vector_env or upcard.adapters.pettingzoo, which reward every seat"
        )
    made = stepped_tables(chosen, n, strategies, rewards=rewards, threads=threads)
    try:
        return tables.LearnerTables(made)
    except BaseException:
        made.close()
        raise
