"""The environments of :mod:`upcard.adapters.pettingzoo`, which need PettingZoo."""

import sys
from copy import deepcopy
from typing import Any, Self

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from upcard.adapters.episodes import RENDER_MODES, EpisodeRunner, Observation
from upcard.adapters.gym_spaces import observation_box, reset_options
from upcard.engine.errors import Usage
from upcard.engine.game import Game

AgentObservations = dict[str, Observation]
AgentInfos = dict[str, dict[str, Any]]
MomentResult = tuple[AgentObservations, dict[str, float], dict[str, bool], dict[str, bool], AgentInfos]

NUMBER, TESTED = "number", "options"
"""Options of reset: the number of the game, and one that PettingZoo's own test always passes."""


class CopiedWhole:
    """An environment of which ``copy.copy`` is independent: the two must not share cards."""

    def __copy__(self) -> Self:
        """Return an independent environment at the same point, as ``copy.deepcopy`` does."""
        return deepcopy(self)


class GuardedEnvironment(CopiedWhole, OrderEnforcingWrapper[str, Any, Any]):
    """A game that checks the order of calls; made by ``env``."""

    def __str__(self) -> str:
        """Return the name of the game and the version of its rules."""
        return str(self.env)


def guarded(env: "TurnEnvironment", least: float) -> AECEnv[str, Any, Any]:
    """Return an environment that checks the order of calls, and ends the game after an illegal action."""
    ended: Any = env if env.replaces else TerminateIllegalWrapper(env, illegal_reward=least)
    return GuardedEnvironment(AssertOutOfBoundsWrapper(ended))


class _BaseEnvironment(CopiedWhole):
    """Names, spaces and rendering, for both kinds of environment."""

    metadata: dict[str, Any]
    takes_all_at_once: bool

    def __init__(self, game: Game, render_mode: str | None, max_cycles: int | None, replaces: bool) -> None:
        self.session, self.render_mode = EpisodeRunner(game), render_mode
        self._most_cycles, self.replaces = max_cycles, replaces
        self.metadata = {
            "name": f"{game.name.replace('-', '_')}_v{game.rules.GAME.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": self.takes_all_at_once,
        }
        self.possible_agents = [f"seat_{p + 1}" for p in range(game.players)]
        self.agents: list[str] = []
        self._seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        self._observations = {agent: self._observation_space() for agent in self.possible_agents}
        self._choices = {agent: Discrete(int(game.rules.ACTIONS)) for agent in self.possible_agents}

    def _observation_space(self) -> Dict:
        mask = Box(0, 1, (int(self.session.game.rules.ACTIONS),), np.int8)
        return Dict({"observation": observation_box(self.session.parts), "action_mask": mask})

    def observation_space(self, agent: str) -> Dict:
        """Return the observations of an agent, always as the same object."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the actions of an agent, always as the same object."""
        return self._choices[agent]

    def _deal(self, seed: int | None, options: dict[str, Any] | None) -> None:
        chosen = reset_options(options, NUMBER, "3", TESTED)
        self.session.deal(seed, chosen.get(NUMBER))
        self.agents = self.possible_agents[:]

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the table in the form of ``render_mode``; None if it was printed."""
        from upcard.adapters.match_rendering import rgb_array, text_of_table

        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode; give one to env(...)")
            return None
        if self.render_mode == "rgb_array":
            return rgb_array(self.session.match)
        text = text_of_table(self.session.match)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def close(self) -> None:
        """Do nothing, since nothing is open."""

    def _show(self) -> None:
        """Print the table after every change, for people."""
        if self.render_mode == "human":
            self.render()


class TurnEnvironment(_BaseEnvironment, AECEnv[str, Observation, int]):
    """A game in which one agent acts after another, without wrappers; made by ``env``.

    PettingZoo must not turn it into a parallel one, in which agents would act out of turn.
    """

    takes_all_at_once = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; raise ``Usage`` if there is no such seed or option."""
        self._deal(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turns = dict.fromkeys(self.agents, 0)
        self._skip_agent_selection = None
        self._select()
        self._show()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and its legal actions if it is its turn."""
        row = self.session.row(self._seats[agent])
        info = self.infos.get(agent)
        mask = self.session.mask(self._seats[agent]) if info is None else info["action_mask"].copy()
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Do an action of the agent to act; None removes an agent whose game is over.

        Raises ``Usage`` if no game was dealt yet.
        """
        self.session.check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        a = self.session.instead(self._seats[agent], action) if self.replaces else action
        self.rewards = dict(zip(self.agents, self.session.act(a), strict=True))
        self._turns[agent] += 1
        self._continue()
        self._accumulate_rewards()
        self._show()

    def _continue(self) -> None:
        """Find the agent to act next, in this game or the next one, unless the episode is over."""
        if self.session.match.is_over:
            if self._most_cycles is None:
                self.terminations = dict.fromkeys(self.agents, True)
            else:
                self.session.deal()
        self._select()
        if self._most_cycles is not None and self._turns[self.agent_selection] >= self._most_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def _select(self) -> None:
        """Select the agent to act, or after the end the first; write the masks of all into ``infos``."""
        self.agent_selection = self.agents[max(self.session.match.player, 0)]
        self.infos = {agent: {"action_mask": self.session.mask(self._seats[agent])} for agent in self.agents}


class MomentEnvironment(_BaseEnvironment, ParallelEnv[str, Observation, int]):
    """A game in which all agents that choose at one moment act at once; made by ``parallel_env``."""

    takes_all_at_once = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[AgentObservations, AgentInfos]:
        """Deal a game and return what every agent sees.

        Raises ``Usage`` if there is no such seed or option.
        """
        self._deal(seed, options)
        self._cycles = 0
        self._choosers = self.session.look_ahead()
        self._show()
        return self._shown()

    def step(self, actions: dict[str, int]) -> MomentResult:
        """Do the actions of all agents that choose now; ignore the others.

        Raises ``Usage`` if there is no current game.
        """
        agents = self.agents
        if not agents:
            raise Usage("there is no game before the first reset or after the end; call reset first")
        rewards, is_foul = self._play({p: actions.get(agents[p]) for p in self._choosers})
        self._cycles += 1
        is_over = is_foul or (self.session.match.is_over and self._most_cycles is None)
        is_cut = not is_foul and self._cycles == self._most_cycles
        if self.session.match.is_over and not is_over and not is_cut:
            self.session.deal()
        self._choosers = [] if is_over or is_cut else self.session.look_ahead()
        observations, infos = self._shown()
        if is_over or is_cut:
            self.agents = []
        self._show()
        paid = dict(zip(agents, rewards, strict=True))
        return observations, paid, dict.fromkeys(agents, is_over), dict.fromkeys(agents, is_cut), infos

    def _play(self, chosen: dict[int, Any]) -> tuple[list[float], bool]:
        """Do the chosen actions; return the rewards, and whether an illegal action ended the game."""
        session = self.session
        if self.replaces:
            chosen = {p: session.instead(p, a) for p, a in chosen.items()}
        fouls = [p for p, a in chosen.items() if not session.is_legal(p, a)]
        rewards = [0.0] * session.game.players
        for p in fouls:
            rewards[p] = float(session.game.rules.GAME.payoffs[0])
        if not fouls:
            for a in chosen.values():
                rewards = session.act(a)
        return rewards, bool(fouls)

    def _shown(self) -> tuple[AgentObservations, AgentInfos]:
        observations = {agent: self.session.observe(p) for agent, p in self._seats.items()}
        if not self._choosers:
            for seen in observations.values():
                seen["action_mask"][:] = 0
        return observations, {a: {"action_mask": seen["action_mask"]} for a, seen in observations.items()}
