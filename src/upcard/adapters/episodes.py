"""Games in a row as programs that learn play them: what a seat observes, what it may do, what it gets.

It knows no library of anybody else; :mod:`upcard.adapters.pettingzoo` gives it the shape of theirs.
"""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.errors import Illegal, Usage
from upcard.engine.game import Game, Match
from upcard.engine.observation import make_read, row_layout
from upcard.engine.option_values import as_int
from upcard.engine.state import PlainState
from upcard.play.simultaneous import choosers_ahead

RENDER_MODES = ("human", "ansi", "rgb_array")
"""How an environment can show a match."""

ActionMask = npt.NDArray[np.int8]
Observation = dict[str, npt.NDArray[Any]]


class EpisodeRunner:
    """Games of one seed, one after the other.

    Parameters
    ----------
    game : Game
        What is played.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.parts = game, row_layout(game)
        self._read = make_read(game)
        self._actions = int(game.rules.ACTIONS)
        self._ahead: Mapping[int, PlainState] = {}
        self._match: Match
        self.seed: int | None = None
        self.number = 0

    def deal(self, seed: int | None = None, number: int | None = None) -> None:
        """Begin a game.

        Parameters
        ----------
        seed : int, optional
            Its seed; without one the next game of the seed before, or any seed if there was none.
        number : int, optional
            Which game of the seed; the first of a new seed and else the next.
        """
        first, chosen = 0, seed
        if chosen is None and self.seed is not None:
            first, chosen = self.number + 1, self.seed
        elif chosen is None:
            chosen = random.SystemRandom().randrange(2**31)
        which = first if number is None else number
        self._match = self.game.match(chosen, which)
        self.seed, self.number, self._ahead = chosen, which, {}

    def check_begun(self) -> None:
        """Refuse what is asked before anything was dealt.

        Raises
        ------
        Usage
            If no game was dealt yet.
        """
        if self.seed is None:
            raise Usage("no game is going on before the first reset; call reset first")

    @property
    def match(self) -> Match:
        """The game that is played now; as :meth:`check_begun` where none is."""
        self.check_begun()
        return self._match

    @property
    def state(self) -> PlainState:
        """The state now, with everything that is hidden."""
        return self.match.state

    def look_ahead(self) -> list[int]:
        """The seats that choose at this moment, in their order; the observations are then for all of them."""
        if self.match.is_over:
            return []
        self._ahead = choosers_ahead(self.game, self.state)
        return [int(self.state.player), *self._ahead]

    def observe(self, seat: int) -> Observation:
        """What a seat sees and may do now: a new row of numbers, and a 1 for every legal action."""
        return {"observation": self.row(seat), "action_mask": self.mask(seat)}

    def row(self, seat: int) -> npt.NDArray[Any]:
        """What a seat sees now: a new row of numbers."""
        return self._read(self._ahead.get(seat, self.state), seat)

    def mask(self, seat: int) -> ActionMask:
        """A 1 for every action that a seat may do now, int8 of shape (actions,); else zeros."""
        out = np.zeros(self._actions, np.int8)
        s = self._ahead.get(seat, self.state)
        if not s.over and s.player == seat:
            out[self.game.legal_actions(s)] = 1
        return out

    def instead(self, seat: int, action: Any) -> int:
        """An action if it is legal, else the next one that is, beginning again at 0."""
        legal = np.flatnonzero(self.mask(seat)).tolist()
        a = as_int(action)
        return legal[0] if a is None else next((x for x in legal if x >= a), legal[0])

    def is_legal(self, seat: int, action: Any) -> bool:
        """Whether a seat may do an action now."""
        a = as_int(action)
        return a is not None and 0 <= a < self._actions and bool(self.mask(seat)[a])

    def act(self, action: Any) -> list[float]:
        """Do an action of who is to act, and give what every seat gets: its score when the game is over.

        Raises
        ------
        Illegal
            If it is not legal, with the reason.
        """
        s = self.state
        if not self.is_legal(int(s.player), action):
            a = as_int(action)
            raise Illegal(f"{action!r} is no action" if a is None else self.game.refusal(s, a))
        self.match.push_verified(int(action), s.copy(chance=s.chance))
        self._ahead = {}
        if not self.match.is_over:
            return [0.0] * self.game.players
        return [float(x) for x in self.match.scores()]
