"""The games of :mod:`upcard.adapters.openspiel`, which need OpenSpiel."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from upcard.adapters.stepwise_play import OPEN, DecisionStep, StepwisePlay
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.game_loop import MOST_TURNS
from upcard.engine.observation import RowSegment, ViewRow, all_cards, make_read, row_layout, width_of
from upcard.engine.option_values import OptionValue
from upcard.engine.state import PlainState
from upcard.engine.tree.game_tree import CHANCE, END
from upcard.kit.cards import PRIVATE

MOST_OUTCOMES = 1024
"""Outcomes of chance must be below this; otherwise OpenSpiel writes outside its memory."""

STREAMS = 1 << 53
"""Number of random streams that deal hidden cards again."""

MOST_CELLS = 1 << 18
"""Maximum number of cells of an information state as a tensor."""

LIKE_NUMBERS, QUOTE = frozenset("+-.0123456789"), "'"
"""OpenSpiel reads a parameter of only these characters as a number; in quotes it is a word."""

MakeGame = Callable[[Mapping[str, Any]], Game]


def game_type(rules: ModuleType, name: str, defaults: dict[str, int | str], has_tensor: bool) -> Any:
    """Return the type of a game in OpenSpiel, for all players and options.

    `name` and `defaults` are its name and parameters in OpenSpiel; with `has_tensor`, information states are
    tensors too.
    """
    header, kind = rules.GAME, pyspiel.GameType
    known = kind.Information
    return kind(
        short_name=name,
        long_name=f"{header.title} of Upcard",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known.PERFECT_INFORMATION if header.perfect_information else known.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if header.zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=header.players[0],
        max_num_players=header.players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=has_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )


def game_class(kind: Any, make: MakeGame, register: Callable[[], object]) -> type["SpielGame"]:
    """Return the class of a registered game of a ``pyspiel.GameType``.

    `make` makes it from parameters; `register` registers it in the process that reads a pickle.
    """

    class Registered(SpielGame):
        """A game that OpenSpiel makes from parameters."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            chosen = dict(params or {})
            super().__init__(kind, make(chosen), {k: parameter(x) for k, x in chosen.items()})

        def __reduce__(self) -> tuple[Any, ...]:
            """Store the game and its parameters; the reader registers it."""
            return _registered, (register, *super().__reduce__()[1])

    return Registered


def _registered(register: Callable[[], object], kind: Any, game: Game, params: dict[str, Any]) -> "SpielGame":
    """Return a game from a pickle as a registered one; unregistered if its rules are not registered here."""
    register()
    if kind.short_name in pyspiel.registered_names():
        made: SpielGame = pyspiel.load_game(kind.short_name, params)
        if made.game.rules is game.rules:
            return made
    return SpielGame(kind, game, params)


def parameter(value: OptionValue) -> OptionValue:
    """Return an option as a parameter that OpenSpiel can write and read again."""
    if isinstance(value, str) and value and LIKE_NUMBERS.issuperset(value):
        return QUOTE + value + QUOTE
    return value


def word(value: OptionValue) -> OptionValue:
    """Return the option of a parameter."""
    return value.strip(QUOTE) if isinstance(value, str) else value


class SpielGame(pyspiel.Game):
    """A game of Upcard in OpenSpiel, of some ``GameType``; chance acts once for every draw of the rules."""

    def __init__(self, kind: Any, game: Game, params: dict[str, Any]) -> None:
        header = game.rules.GAME
        low, high = header.payoffs
        facts = pyspiel.GameInfo(
            num_distinct_actions=int(game.rules.ACTIONS),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=game.players,
            min_utility=float(low),
            max_utility=float(high),
            utility_sum=0.0 if header.zero_sum else None,
            max_game_length=header.longest or MOST_TURNS,
        )
        super().__init__(kind, facts, params)
        self.game = game
        most = all_cards(game).total() + game.players
        self._most_chances = min(((header.longest or MOST_TURNS) + 1) * most, 2**31 - 1)
        self._begin = StepwisePlay(game)

    def __copy__(self) -> "SpielGame":
        """Return the game itself, which never changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "SpielGame":
        """Return the game itself, which never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Store the game of Upcard and its parameters, since OpenSpiel may not know its name elsewhere."""
        return SpielGame, (self.get_type(), self.game, self.get_parameters())

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound: one draw for every card and seat between two decisions."""
        return self._most_chances

    def new_initial_state(self, words: str | None = None) -> "SpielState":
        """Return the initial state."""
        return SpielState(self, self._begin.copy())

    def state_at(self, state: PlainState) -> "SpielState":
        """Return a state of OpenSpiel without history, made from a state of Upcard."""
        return SpielState(self, StepwisePlay.at(self.game, state))

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "Observer":
        """Return an observer of players' information."""
        if params:
            raise ValueError(f"an observer of {self.game.title} takes no parameters, but got {params}")
        return Observer(self.game, kind or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):
    """A state of a :class:`SpielGame`, reached by `steps`."""

    def __init__(self, game: SpielGame, steps: StepwisePlay) -> None:
        super().__init__(game)
        self.steps = steps
        self._check_outcomes()

    def __copy__(self) -> "SpielState":
        """Return an independent state."""
        copied: SpielState = self.clone()
        return copied

    def __deepcopy__(self, memo: dict[int, Any]) -> "SpielState":
        """Return an independent state."""
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Store the game and the choices, since OpenSpiel may not know the game by its name elsewhere."""
        return _deserialized, (self.get_game(), self.serialize())

    def current_player(self) -> int:
        """Return the seat that acts, chance, or the end."""
        special = {CHANCE: pyspiel.PlayerId.CHANCE, END: pyspiel.PlayerId.TERMINAL}
        p = self.steps.player
        return int(special.get(p, p))

    def _legal_actions(self, player: int) -> list[int]:
        return self.steps.choices()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        total = sum(weight for _, weight in self.steps.outcomes)
        return [(x, weight / total) for x, weight in self.steps.outcomes]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a state with the same information state of a player, with the hidden cards dealt again.

        The actions that lead to it need not be likely. It has no history, and the earlier observations of
        other players are not filled in.

        Parameters
        ----------
        sampler : function
            Returns random numbers from 0 to 1, without 1.

        Raises
        ------
        Usage
            If the rules have no ``imagine``.
        Failure
            If chance acts now.
        """
        return SpielState(self.get_game(), self.steps.imagined(player, int(sampler() * STREAMS)))

    def _apply_action(self, action: int) -> None:
        self.steps.do(action)
        self._check_outcomes()

    def _check_outcomes(self) -> None:
        """Refuse more outcomes of chance than declared to OpenSpiel."""
        last = max((x for x, _ in self.steps.outcomes), default=0)
        if last >= MOST_OUTCOMES:
            raise Failure(
                f"chance draws a number up to {last} in {self.steps.game.title}; OpenSpiel needs one below "
                f"{MOST_OUTCOMES}, so play it with Upcard or Gambit"
            )

    def _action_to_string(self, player: int, action: int) -> str:
        return self.steps.words()[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.steps.player == END

    def returns(self) -> list[float]:
        """Return the scores at the end; zeros before it."""
        return [float(x) for x in self.steps.scores()]

    def __str__(self) -> str:
        """Return all choices so far, including those of chance, and the seat to act."""
        p = self.steps.player
        done = " ".join(map(str, self.history())) or "nothing"
        acts = {CHANCE: "chance acts", END: "it is over"}.get(p, f"seat {p + 1} is to act")
        return f"{self.steps.game.title} after {done}: {acts}"


def _deserialized(game: SpielGame, text: str) -> SpielState:
    """Return a state from a pickle."""
    state: SpielState = game.deserialize_state(text)
    return state


class Observer:
    """The information of a player in the form of OpenSpiel: a tensor, its parts by name, and a text.

    With perfect recall it is all that a seat has seen at every decision, and its own actions: the information
    set. Without perfect recall it is what the seat sees now. Cells that only their owner sees are private.

    Parameters
    ----------
    kind : pyspiel.IIGObservationType
        The kind of observation.
    """

    def __init__(self, game: Game, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observer of all players is not supported; use SINGLE_PLAYER or NONE")
        self._recalls, self._game = bool(kind.perfect_recall), game
        is_single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        is_shown = {True: is_single, False: bool(kind.public_info)}
        self._parts = [x for x in row_layout(game)[1:] if is_shown[_is_private(game, x)]]
        self._sees, self._labels = make_read(game), _labels(self._parts)
        self._cells = np.array([i for x in self._parts for i in range(x.place.start, x.place.stop)], np.intp)
        self._nothing, self._kind = np.zeros(len(self._cells), np.int64), tuple(is_shown.values())
        self._acts = int(game.rules.ACTIONS) if is_shown[True] else 0
        self.dict: dict[str, Any] = {}
        self.tensor: npt.NDArray[np.float32] | None = None
        self._make_tensor()

    def _make_tensor(self) -> None:
        """Make the tensor; None if it would be too large."""
        width = len(self._cells)
        if not self._recalls:
            self.tensor = np.zeros(self._game.players + width, np.float32)
            self.dict = {"me": self.tensor[: self._game.players]}
            at = self._game.players
            for part in self._parts:
                self.dict[part.name] = self.tensor[at : at + part.size].reshape(part.shape or (1,))
                at += part.size
        elif has_tensor(self._game):
            moments = self._game.rules.GAME.longest + 1
            self.tensor = np.zeros(self._game.players + moments * (1 + width + self._acts), np.float32)
            lines = self.tensor[self._game.players :].reshape(moments, -1)
            self.dict = {"me": self.tensor[: self._game.players], "moments": lines}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["me"][player] = 1
        seen = self._seen(state.steps, player)
        if not self._recalls:
            for cells, _, _ in seen:
                self.tensor[self._game.players :] = cells
            return
        for line, (cells, _, action) in zip(self.dict["moments"], seen, strict=False):
            line[0] = 1
            line[1 : 1 + len(cells)] = cells
            if action != OPEN and self._acts:
                line[1 + len(cells) + action] = 1

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees as a text; different information has different texts."""
        if not self._parts:
            return ""
        parts = [f"seat {player + 1}"]
        for _, text, action in self._seen(state.steps, player):
            parts.append(text)
            if action != OPEN and self._acts:
                parts.append(f"did {action}")
        return "; ".join(parts)

    def _seen(self, steps: StepwisePlay, player: int) -> list[tuple[ViewRow, str, int]]:
        """Return the cells, their changes in words and the seat's own action, at all decisions or now."""
        now = [DecisionStep(None, steps.now.state)] if steps.now else []
        seen, before, key = [], self._nothing, (self._kind, player)
        for moment in steps.moments(player) if self._recalls else now:
            if key not in moment.seen:
                cells = self._sees(moment.state, player)[self._cells]
                moment.seen[key] = cells, self._changes(before, cells)
            before, text = moment.seen[key]
            seen.append((before, text, moment.action if moment.state.player == player else OPEN))
        return seen

    def _changes(self, before: ViewRow, cells: ViewRow) -> str:
        """Return the cells that have changed."""
        return " ".join(f"{self._labels[i]}={cells[i]}" for i in np.flatnonzero(cells != before).tolist())


def has_tensor(game: Game) -> bool:
    """Return whether an information state of a game fits into a tensor."""
    longest = int(game.rules.GAME.longest)
    line = 1 + width_of(row_layout(game)) + int(game.rules.ACTIONS)
    return longest > 0 and (longest + 1) * line <= MOST_CELLS


def _is_private(game: Game, part: RowSegment) -> bool:
    """Return whether some seats see a part of a view and others do not."""
    return any(f.name == part.name and f.sight in PRIVATE for f in game.rules.STATE)


def _labels(parts: list[RowSegment]) -> list[str]:
    """Return a name for every cell, such as ``points[2]``."""
    places = ((part.name, index) for part in parts for index in np.ndindex(part.shape))
    return [name + "".join(f"[{i}]" for i in index) for name, index in places]
