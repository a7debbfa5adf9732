"""The vector environment of :mod:`upcard.adapters.gymnasium`, which needs Gymnasium."""

from copy import deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from upcard.adapters.gym_spaces import observation_box, reset_options
from upcard.engine.errors import Usage
from upcard.simulation.vector_env import VectorEnv as SteppedTables
from upcard.simulation.vector_env import VectorStep

Observations = npt.NDArray[np.int32]
ActionArray = npt.NDArray[np.int64]
StepResult = tuple[
    Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
]
SEEDS = 2**31
MASK = "reset_mask"
"""Option of reset: the tables to reset."""


class LearnerTables(VectorEnv[Observations, ActionArray, npt.NDArray[Any]]):
    """Many tables of one game, with one seat for the learner at each.

    Parameters
    ----------
    tables : SteppedTables
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

    def __init__(self, tables: SteppedTables) -> None:
        self.tables, (self._seat,) = tables, tables.learners
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = tables.n
        self.single_observation_space = observation_box(tables.layout, np.int32)
        self.single_action_space = Discrete(tables.actions)
        self.observation_space = batch_space(self.single_observation_space, tables.n)
        self.action_space = batch_space(self.single_action_space, tables.n)

    def __copy__(self) -> "LearnerTables":
        """Return independent tables at the same point, as ``copy.deepcopy`` does."""
        return deepcopy(self)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin game i of a seed at every table i.

        Parameters
        ----------
        seed : int, optional
            As for :func:`upcard.simulate`, from 0; by default it follows from the seed before.
        options : dict, optional
            ``{"reset_mask": mask}`` with an array of bool, of shape (n,): only these tables are reset. Each
            begins its next game of the same seed, and the others do not change.

        Returns
        -------
        tuple
            Observations, of shape (n, width), dtype int32, and infos with the ``action_mask``.

        Raises
        ------
        Usage
            If the seed is not a whole number from 0, an option is unknown, or a mask does not fit or comes
            together with a seed.
        """
        mask = reset_options(options, MASK, "mask").get(MASK)
        if mask is not None:
            if seed is not None:
                raise Usage(
                    "a seed and reset_mask were given; all tables play games of one seed, so choose one"
                )
            shown = self.tables.reset(reset_mask=mask)
            return shown.observations, _masks(shown)
        chosen = int(self.np_random.integers(SEEDS)) if seed is None else seed
        shown = self.tables.reset(chosen)
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
        shown = self.tables.step(actions)
        rewards = shown.rewards[:, self._seat]
        return shown.observations, rewards, shown.terminations, shown.truncations, _masks(shown)

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.tables.close()


def _masks(shown: VectorStep) -> dict[str, Any]:
    """Return the masks, and below the key with an underscore, for which tables they are valid: all."""
    return {"action_mask": shown.legal.astype(np.int8), "_action_mask": np.ones(len(shown.legal), np.bool_)}
