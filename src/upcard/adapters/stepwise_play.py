"""A game unfolded step by step, with chance as one of those who act; any game, since nothing is enumerated.

Every question to chance is a step of its own, with what may come and how likely it is: the outcomes of one
question are few, where the deals of a whole game are not. The rules are run as they stand: the last action is
done again with one more outcome laid down, until chance asks nothing more.
"""

from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, Optional

from upcard.engine.chance import DRAW, Script, ScriptEnded
from upcard.engine.determinization import World
from upcard.engine.errors import Failure, Illegal
from upcard.engine.game import Game, make_game
from upcard.engine.option_values import OptionValue
from upcard.engine.registry import game_modules
from upcard.engine.seeds import open_stream
from upcard.engine.state import PlainState, apply_action
from upcard.engine.tree.game_tree import CHANCE, END

OPEN, UNKNOWN = -1, "unknown"


@dataclass(frozen=True, slots=True)
class DecisionStep:
    """A decision, behind it the one before."""

    before: Optional["DecisionStep"]
    """The decision before."""
    state: PlainState
    """The state in which it is taken; nobody changes it."""
    action: int = OPEN
    """What was done, or ``OPEN`` if nothing was yet."""
    seen: dict[Any, Any] = field(default_factory=dict)
    """What observers have read from the state, to be read once."""


class StepwisePlay:
    """One play of a game, step by step. Its states are shared between copies and never change.

    Parameters
    ----------
    game : Game
        What is played.

    Attributes
    ----------
    state : PlainState or None
        The state, unless chance is asked.
    outcomes : list of (int, int)
        What may come when chance is asked: outcomes with whole-number weights, in increasing order.
    now : DecisionStep or None
        The decision to be taken, or the last one before chance is asked.
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
            self.outcomes, self._is_draw = question.outcomes, question.door == DRAW

    @classmethod
    def at(cls, game: Game, state: PlainState) -> "StepwisePlay":
        """A play that begins in a state, of which nobody remembers how it came about."""
        steps = cls.__new__(cls)
        steps.game, steps.now, steps.state, steps.outcomes = game, DecisionStep(None, state), state, []
        steps._action, steps._from, steps._script, steps._is_draw = None, state, (), False
        steps._done, steps._past = UNKNOWN, None
        return steps

    def imagined(self, seat: int, stream: int) -> "StepwisePlay":
        """A play that agrees with all that a seat has seen, with the hidden cards dealt again.

        What the others saw until now is not imagined; for them the play begins here.

        Parameters
        ----------
        seat : int
            The seat, whether it is to act or not.
        stream : int
            Seed of what is imagined, from 0.

        Raises
        ------
        Usage
            If the game cannot be imagined.
        Failure
            If chance is asked now: a seat sees something only where somebody decides.
        """
        if self.state is None:
            raise Failure("a table is imagined where a player is to act; here chance is asked")
        world, v = World(self.game.rules), self.game.view(self.state, seat)
        open_stream(v, stream, 0)
        world.imagine(v)
        steps = StepwisePlay.at(self.game, world.state)
        if self._past is not None:
            steps._past = {seat: self.moments(seat)[:-1]}
        return steps

    def copy(self) -> "StepwisePlay":
        """The same play, to go its own way from here."""
        twin = StepwisePlay.__new__(StepwisePlay)
        twin.__dict__.update(self.__dict__)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "StepwisePlay":
        """As :meth:`copy`: all that is shared never changes."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """It is kept as the game and all that was chosen, and played again."""
        game, choices, done = self.game, [], self._done
        if _rules_of(game.name) is not game.rules:
            raise Failure(f"{game.title} cannot be kept: its rules are not found by the name {game.name}")
        while isinstance(done, tuple):
            choices.append(done[1])
            done = done[0]
        if done is UNKNOWN:
            raise Failure("a play that began somewhere in a game cannot be kept; its history is not known")
        return _replayed, (game.name, game.players, game.option_words(), choices[::-1])

    @property
    def player(self) -> int:
        """The seat that acts, ``CHANCE`` or ``END``."""
        if self.state is None:
            return CHANCE
        return END if self.state.over else int(self.state.player)

    def choices(self) -> list[int]:
        """The actions or outcomes that may come, in increasing order; none at the end."""
        if self.state is None:
            return [x for x, _ in self.outcomes]
        return self.game.legal_actions(self.state)

    def do(self, choice: int) -> None:
        """Go on by an action or an outcome of chance.

        Raises
        ------
        Illegal
            If it may not come.
        """
        if choice not in self.choices():
            raise Illegal(f"{choice} cannot come here; expected one of {self.choices()}")
        self._done = (self._done, choice)
        if self.state is None:
            self._script = (*self._script, choice)
        else:
            self.now = replace(self.now, action=choice) if self.now else None
            self._from, self._action, self._script = self.state, choice, ()
        self._run()

    def words(self) -> dict[int, str]:
        """All that may come, in words: an action as its player would say it, a card, or a number of chance.

        Where two are called the same, all are followed by their numbers.
        """
        choices = self.choices()
        if self.state is not None:
            told = self.game.words(self.game.view(self.state, self.player), choices) if choices else {}
        elif self._is_draw:
            told = {x: str(self.game.rules.card_text(x)) for x in choices}
        else:
            told = {x: str(x) for x in choices}
        if len(set(told.values())) == len(told):
            return told
        return {x: f"{text} ({x})" for x, text in told.items()}

    def moments(self, seat: int) -> list[DecisionStep]:
        """Every decision so far that a seat knows of, the first one first, and the one now or the end.

        Raises
        ------
        Failure
            If the play began somewhere in a game, so that nobody knows what came before.
        """
        if self._past is None:
            raise Failure(
                f"what seat {seat + 1} has seen before is not known: this state begins within a game; ask "
                "for an observation, as ISMCTSBot does with use_observation_string=True, or give "
                "openspiel.strategy a policy and no bot"
            )
        found, moment = [], self.now
        while moment is not None:
            found.append(moment)
            moment = moment.before
        return self._past.get(seat, []) + found[::-1]

    def scores(self) -> list[int]:
        """The score of every seat at the end; zeros before it."""
        if self.state is None or not self.state.over:
            return [0] * self.game.players
        return [int(self.game.rules.score(self.state, p)) for p in range(self.game.players)]


def _rules_of(name: str) -> ModuleType | None:
    return game_modules().get(name)


def _replayed(name: str, players: int, options: dict[str, OptionValue], choices: list[int]) -> StepwisePlay:
    """A play from what was kept of it."""
    steps = StepwisePlay(make_game(name, players, None, **options))
    for choice in choices:
        steps.do(choice)
    return steps
