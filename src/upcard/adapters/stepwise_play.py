"""A game played step by step, with chance as one of the players; any game, since nothing is enumerated.

Every draw of chance is a step of its own, with its outcomes and their probabilities: one draw has few
outcomes, where the deals of a whole game are many. The rules run unchanged: the last action is done again
with one more fixed outcome, until chance needs no further outcome.
"""

import copyreg
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Optional

from upcard.engine.chance import DRAW, Script, ScriptEnded
from upcard.engine.determinization import World
from upcard.engine.errors import Failure, Illegal
from upcard.engine.game import Game
from upcard.engine.seeds import open_stream
from upcard.engine.state import PlainState, apply_action
from upcard.engine.tree.game_tree import CHANCE, END
from upcard.engine.winners import payoffs_of

OPEN, UNKNOWN = -1, "unknown"


@dataclass(frozen=True, slots=True)
class DecisionStep:
    """A decision, linked to the one before."""

    before: Optional["DecisionStep"]
    """The decision before."""
    state: PlainState
    """The state in which it is taken; never modified."""
    action: int = OPEN
    """The action, or ``OPEN`` before it is chosen."""
    seen: dict[Any, Any] = field(default_factory=dict)
    """A cache of what observers have read from the state."""


class StepwisePlay:
    """One play of a game, step by step. Copies share states, which never change.

    Attributes
    ----------
    state : PlainState or None
        The state; None where chance acts.
    outcomes : list of (int, int)
        Where chance acts, its outcomes with whole-number weights, in increasing order.
    now : DecisionStep or None
        The decision to be taken, or the last one before chance acts.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.now: DecisionStep | None = None
        self._past: dict[int, list[DecisionStep]] | None = {}
        self._action: int | None = None
        self._from = game.blank()
        self._script: tuple[int, ...] = ()
        self._done: Any = None
        self._run()

    def _run(self) -> None:
        """Do the last action with the outcomes so far."""
        s = self._from.copy(Script(self.game.rules, self._script))
        self.state: PlainState | None = None
        self.outcomes: list[tuple[int, int]] = []
        self._is_draw = False
        try:
            apply_action(self.game.rules, s, self._action)
            self.state, self.now = s, DecisionStep(self.now, s)
        except ScriptEnded as question:
            self.outcomes, self._is_draw = question.outcomes, question.kind == DRAW

    @classmethod
    def at(cls, game: Game, state: PlainState) -> "StepwisePlay":
        """Return a play that begins in a state, without its history."""
        steps = cls.__new__(cls)
        steps.game, steps.now, steps.state, steps.outcomes = game, DecisionStep(None, state), state, []
        steps._action, steps._from, steps._script, steps._is_draw = None, state, (), False
        steps._done, steps._past = UNKNOWN, None
        return steps

    def imagined(self, seat: int, stream: int) -> "StepwisePlay":
        """Return a play that agrees with all that a seat has seen, with the hidden cards dealt again.

        Earlier observations of the other seats are not filled in; for them the play begins here.

        Parameters
        ----------
        stream : int
            Seed of the hidden cards, from 0.

        Raises
        ------
        Usage
            If the rules have no ``imagine``.
        Failure
            If chance acts now: a seat sees something only where a player decides.
        """
        if self.state is None:
            raise Failure("hidden cards can be dealt again where a player is to act; here chance acts")
        world, v = World(self.game.rules), self.game.view(self.state, seat)
        open_stream(v, stream, 0)
        world.imagine(v)
        steps = StepwisePlay.at(self.game, world.state)
        if self._past is not None:
            steps._past = {seat: self.moments(seat)[:-1]}
        return steps

    def copy(self) -> "StepwisePlay":
        """Return the same play, to continue independently."""
        copied = StepwisePlay.__new__(StepwisePlay)
        copied.__dict__.update(self.__dict__)
        return copied

    def __deepcopy__(self, memo: dict[int, Any]) -> "StepwisePlay":
        """Return :meth:`copy`: shared states never change."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Store the game and all choices, which are played again; or the states, if not all are known."""
        choices, done = [], self._done
        while isinstance(done, tuple):
            choices.append(done[1])
            done = done[0]
        if done is UNKNOWN:
            return copyreg.__newobj__, (type(self),), vars(self)  # type: ignore[attr-defined]
        return _replayed, (self.game, choices[::-1])

    @property
    def player(self) -> int:
        """The seat that acts, ``CHANCE`` or ``END``."""
        if self.state is None:
            return CHANCE
        return END if self.state.over else int(self.state.player)

    def choices(self) -> list[int]:
        """Return the legal actions or the outcomes of chance, in increasing order; none at the end."""
        if self.state is None:
            return [x for x, _ in self.outcomes]
        return self.game.legal_actions(self.state)

    def do(self, choice: int) -> None:
        """Do an action or an outcome of chance.

        Raises ``Illegal`` if the action or outcome is not possible here.
        """
        if choice not in self.choices():
            raise Illegal(f"{choice} is not possible here; expected one of {self.choices()}")
        self._done = (self._done, choice)
        if self.state is None:
            self._script = (*self._script, choice)
        else:
            self.now = replace(self.now, action=choice) if self.now else None
            self._from, self._action, self._script = self.state, choice, ()
        self._run()

    def words(self) -> dict[int, str]:
        """Return all choices in words: actions as the player would say them, cards, or numbers of chance.

        Where two have the same words, all are followed by their numbers.
        """
        choices = self.choices()
        if self.state is not None:
            texts = self.game.words(self.game.view(self.state, self.player), choices) if choices else {}
        else:
            texts = {x: str(self.game.rules.card_text(x) if self._is_draw else x) for x in choices}
        if len(set(texts.values())) == len(texts):
            return texts
        return {x: f"{text} ({x})" for x, text in texts.items()}

    def moments(self, seat: int) -> list[DecisionStep]:
        """Return every decision that a seat knows of, in order, up to the current one or the end.

        Raises ``Failure`` if the play began inside a game, so that its history is unknown.
        """
        if self._past is None:
            raise Failure(
                f"the history of seat {seat + 1} is unknown, since this state begins inside a game; use an "
                "observation, as ISMCTSBot does with use_observation_string=True, or give "
                "openspiel.strategy a policy instead of a bot"
            )
        steps, moment = [], self.now
        while moment is not None:
            steps.append(moment)
            moment = moment.before
        return self._past.get(seat, []) + steps[::-1]

    def scores(self) -> list[int | Fraction]:
        """Return the payoff of every seat at the end; zeros before it."""
        if self.state is None or not self.state.over:
            return [0] * self.game.players
        return payoffs_of(self.game.rules, self.state)


def _replayed(game: Game, choices: list[int]) -> StepwisePlay:
    """Return a play from its stored choices."""
    steps = StepwisePlay(game)
    for choice in choices:
        steps.do(choice)
    return steps
