"""The vector environment of :mod:`upcard.adapters.gymnasium`, which needs Gymnasium."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from upcard.adapters.gym_spaces import observation_box
from upcard.simulation.vector_env import VectorEnv as SteppedTables
from upcard.simulation.vector_env import VectorStep

Observations = npt.NDArray[np.int32]
ActionArray = npt.NDArray[np.int64]
StepResult = tuple[
    Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
]
SEEDS = 2**31


class LearnerTables(VectorEnv[Observations, ActionArray, npt.NDArray[Any]]):
    """Many tables of one game, with one seat for the learner at each.

    Parameters
    ----------
    made : SteppedTables
        The tables, with one learner; closing this closes them.

    Attributes
    ----------
    num_envs : int
        Number of tables.
    single_observation_space, observation_space : Box
        The learner's observations at one table, and at all.
    single_action_space, action_space : Discrete, MultiDiscrete
        The learner's actions at one table, and at all.
    """

    def __init__(self, made: SteppedTables) -> None:
        self.made, (self._seat,) = made, made.learners
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = made.n
        self.single_observation_space = observation_box(made.layout, np.int32)
        self.single_action_space = Discrete(made.actions)
        self.observation_space = batch_space(self.single_observation_space, made.n)
        self.action_space = batch_space(self.single_action_space, made.n)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin game i of a seed at every table i; by default of a seed that follows from the one before.

        Parameters
        ----------
        seed : int, optional
            As for :func:`upcard.simulate`, from 0.
        options : dict, optional
            Ignored.

        Returns
        -------
        tuple
            Observations, of shape (n, width), dtype int32, and infos with the ``action_mask``.

        Raises
        ------
        Usage
            If the seed is not a whole number from 0.
        """
        chosen = int(self.np_random.integers(SEEDS)) if seed is None else seed
        shown = self.made.reset(chosen)
        if seed is not None:
            super().reset(seed=int(seed))
        return shown.observations, _masks(shown)

    def step(self, actions: ActionArray) -> StepResult:
        """Do one action at every table, and play until it is the learner's turn again.

        Parameters
        ----------
        actions : ndarray of shape (n,), whole numbers
            The learner's actions, table by table.

        Returns
        -------
        tuple
            Observations, rewards, terminations, truncations, and infos with the ``action_mask``. After the
            end of a game the row shows the next game: at the end there was no decision, so there is no
            ``final_obs``.

        Raises
        ------
        Usage
            If there are not n whole numbers, or :meth:`reset` was not called before.
        Illegal
            If an action is not legal; then no table changes.
        """
        shown = self.made.step(actions)
        rewards = shown.rewards[:, self._seat]
        return shown.observations, rewards, shown.terminations, shown.truncations, _masks(shown)

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.made.close()


def _masks(shown: VectorStep) -> dict[str, Any]:
    """Return the masks, and with an underscore before the key, for which tables they hold."""
    return {"action_mask": shown.legal.astype(np.int8), "_action_mask": np.ones(len(shown.legal), np.bool_)}
