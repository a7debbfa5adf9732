"""Games in a row for learning programs: observations, legal actions and rewards of each seat.

This uses no other library; :mod:`upcard.adapters.pettingzoo` adapts it to theirs.
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
from upcard.play.simultaneous import simultaneous_choosers

RENDER_MODES = ("human", "ansi", "rgb_array")
"""How an environment can show a match."""

ActionMask = npt.NDArray[np.int8]
Observation = dict[str, npt.NDArray[Any]]


class EpisodeRunner:
    """Games of one seed, one after another."""

    def __init__(self, game: Game) -> None:
        self.game, self.parts = game, row_layout(game)
        self._read = make_read(game)
        self._actions = int(game.rules.ACTIONS)
        self._ahead: Mapping[int, PlainState] = {}
        self._match: Match
        self.seed: int | None = None
        self.number = 0

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the function that reads views."""
        return {name: x for name, x in vars(self).items() if name != "_read"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Continue with the same game at the same point."""
        vars(self).update(state)
        self._read = make_read(self.game)

    def deal(self, seed: int | None = None, number: int | None = None) -> None:
        """Begin a game.

        Parameters
        ----------
        seed : int, optional
            By default the next game of the current seed, or a random seed if there is none.
        number : int, optional
            Number of the game; by default the first of a new seed, else the next.
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
        """Raise ``Usage`` if no game was dealt yet."""
        if self.seed is None:
            raise Usage("there is no game before the first reset; call reset first")

    @property
    def match(self) -> Match:
        """The current game; raises as :meth:`check_begun`."""
        self.check_begun()
        return self._match

    @property
    def state(self) -> PlainState:
        """The current state, with everything that is hidden."""
        return self.match.state

    def look_ahead(self) -> list[int]:
        """Return the seats that choose at this moment, in order; all of them can then be observed."""
        if self.match.is_over:
            return []
        self._ahead = simultaneous_choosers(self.game, self.state)
        return [int(self.state.player), *self._ahead]

    def observe(self, seat: int) -> Observation:
        """Return what a seat sees and may do now: its :meth:`row` and its :meth:`mask`, both new arrays."""
        return {"observation": self.row(seat), "action_mask": self.mask(seat)}

    def row(self, seat: int) -> npt.NDArray[Any]:
        """Return what a seat sees now, as a new array of whole numbers, one for each cell of the layout."""
        return self._read(self._ahead.get(seat, self.state), seat)

    def mask(self, seat: int) -> ActionMask:
        """Return the action mask of a seat, int8 of shape (actions,): 1 if an action is legal now, else 0."""
        out = np.zeros(self._actions, np.int8)
        s = self._ahead.get(seat, self.state)
        if not s.over and s.player == seat:
            out[self.game.legal_actions(s)] = 1
        return out

    def instead(self, seat: int, action: Any) -> int:
        """Return an action if it is legal, else the next legal one, wrapping around to 0."""
        legal = np.flatnonzero(self.mask(seat)).tolist()
        a = as_int(action)
        return legal[0] if a is None else next((x for x in legal if x >= a), legal[0])

    def is_legal(self, seat: int, action: Any) -> bool:
        """Return whether an action of a seat is legal now."""
        a = as_int(action)
        return a is not None and 0 <= a < self._actions and bool(self.mask(seat)[a])

    def act(self, action: Any) -> list[float]:
        """Do an action of the seat to move; return the reward of every seat: its score when the game is over.

        Raises ``Illegal`` if the action is not legal; the message says why.
        """
        s = self.state
        if not self.is_legal(int(s.player), action):
            a = as_int(action)
            raise Illegal(f"{action!r} is not an action" if a is None else self.game.refusal(s, a))
        self.match.push_verified(int(action), s.copy(chance=s.chance))
        self._ahead = {}
        if not self.match.is_over:
            return [0.0] * self.game.players
        return [float(x) for x in self.match.scores()]
