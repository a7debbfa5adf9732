"""A matrix game with two buttons: the partners of each round, their choices and their payoffs."""

import secrets
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from upcard.classroom.activity_steps import Choose
from upcard.classroom.class_repository import BOT, COIN, ROOM, Run
from upcard.classroom.live_room import LiveRoom
from upcard.engine.errors import Illegal
from upcard.language.messages import gettext as _
from upcard.language.messages import marked
from upcard.solving.matrix2x2 import COLUMN, ROW, Bimatrix

WORDS = (marked("left"), marked("right"))
PLAYERS = "players"
"""Name of the question whose answer is the list of players, in one order for all rounds."""

LENGTH = "number of rounds"
"""Name of the question whose answer is the number of rounds of a step with a random end."""

MOST_ROUNDS = 30
"""Maximum number of rounds of a step with a random end."""

ROUND = "round "
"""First word of the names of questions whose answers are choices."""


def round_name(number: int) -> str:
    """Return the name of the question whose answers are the choices of a round, counted from 1."""
    return f"{ROUND}{number}"


def coin_choice(choice: int) -> dict[str, Any]:
    """Return a choice in the form in which it is stored if a coin made it."""
    return {"choice": choice, "by": COIN}


def stored_choice(value: Any) -> int:
    """Return the choice in a stored value: 0 for left, 1 for right."""
    return int(value["choice"]) if isinstance(value, dict) else int(value)


def is_coin_choice(pupil: int, value: Any) -> bool:
    """Whether a stored value is the choice of a coin."""
    return pupil == BOT or isinstance(value, dict)


def meetings(players: Sequence[int], number: int, same: bool) -> list[tuple[int, int]]:
    """Return the pairs of round `number`, counted from 1: first the row player, then the column player.

    `players` have one order for all rounds. If their number is odd, ``BOT`` is added. Either partners stay
    the `same`, or they change in every round, without repetition for as long as possible (the circle method
    of round-robin tournaments).
    """
    circle = [*players, *([BOT] if len(players) % 2 else [])]
    if len(circle) < 2:
        return []
    if same:
        return list(zip(circle[::2], circle[1::2], strict=True))
    shift = (number - 1) % (len(circle) - 1)
    rest = circle[1:]
    turned = [circle[0], *rest[len(rest) - shift :], *rest[: len(rest) - shift]]
    half = len(turned) // 2
    pairs = list(zip(turned[:half], reversed(turned[half:]), strict=True))
    return [(b, a) if a == BOT else (a, b) for a, b in pairs]


def continuation_of(step: Choose, settings: Mapping[str, Any]) -> int:
    """Return the chance in per cent of another round after each one; 0 for a fixed number of rounds."""
    chosen = str(settings.get("rounds", ""))
    return int(chosen.removesuffix("%")) if step.rounds > 1 and chosen.endswith("%") else 0


def rounds_of(step: Choose, settings: Mapping[str, Any]) -> int:
    """Return the fixed number of rounds of a step with these settings; 1 if chance ends them."""
    is_fixed = step.rounds > 1 and not continuation_of(step, settings)
    return int(settings.get("rounds", step.rounds)) if is_fixed else 1


def actions_of(step: Choose, settings: Mapping[str, Any]) -> tuple[str, str]:
    """Return the names of the two choices, left before right."""
    return step.actions(settings) if step.actions else WORDS


def shown_actions(actions: tuple[str, str]) -> tuple[str, str]:
    """Return the names of two choices in the language of the request."""
    return _(actions[0]), _(actions[1])


def draw_length(chance: int) -> int:
    """Return a random number of rounds; `chance` is that of another round after each one, in per cent."""
    rounds = 1
    while rounds < MOST_ROUNDS and secrets.randbelow(100) < chance:
        rounds += 1
    return rounds


@dataclass(frozen=True)
class Meeting:
    """A meeting in which both have chosen. Each pair is that of the row player, then of the column player."""

    number: int
    players: tuple[int, int]
    cell: tuple[int, int]
    payoffs: tuple[Fraction, Fraction]
    coins: tuple[bool, bool] = (False, False)

    @property
    def is_of_pupils(self) -> bool:
        """Whether both choices were made by pupils, and none by a coin."""
        return not any(self.coins)

    @property
    def pupil_choices(self) -> list[int]:
        """The choices that pupils made, and not a coin."""
        return [x for x, is_coin in zip(self.cell, self.coins, strict=True) if not is_coin]


@dataclass(frozen=True)
class MatrixPlay:
    """A matrix game that a class plays, and all choices so far."""

    game: Bimatrix
    name: str
    rounds: int
    same: bool
    """Whether partners stay together in all rounds."""
    players: Sequence[int]
    choices: Mapping[tuple[int, int], int]
    """Choices, 0 for left and 1 for right, by round (from 1) and player."""
    coins: AbstractSet[tuple[int, int]] = frozenset()
    """Rounds and pupils for whom a coin chose; choices of bots always come from a coin."""
    actions: tuple[str, str] = WORDS
    """The names of the two choices, left before right."""
    continuation: int = 0
    """The chance in per cent of another round after each one; 0 if players know the number of rounds."""

    def choice(self, number: int, player: int) -> int | None:
        """Return the choice of a player in a round; None if they have not chosen yet."""
        return self.choices.get((number, player))

    def meeting(self, number: int, player: int) -> tuple[int, int] | None:
        """Return the pair of a player in a round, row player first; None if they do not play."""
        pairs = meetings(self.players, number, self.same)
        return next((x for x in pairs if player in x), None)

    def is_complete(self, number: int, pair: tuple[int, int]) -> bool:
        """Whether both players of a pair have chosen in a round."""
        return all(self.choice(number, p) is not None for p in pair)

    def round_of(self, player: int) -> int:
        """Return the first round of a player that is not complete; 0 if all are."""
        for number in range(1, self.rounds + 1):
            pair = self.meeting(number, player)
            if pair is not None and not self.is_complete(number, pair):
                return number
        return 0

    def has_chosen(self, player: int) -> bool:
        """Whether a player has chosen and waits for their partner."""
        return (self.round_of(player), player) in self.choices

    def complete_meetings(self, player: int | None = None) -> list[Meeting]:
        """Return all complete meetings in order, or only those of one player."""
        complete = []
        for number in range(1, self.rounds + 1):
            for row, column in meetings(self.players, number, self.same):
                i, j = self.choice(number, row), self.choice(number, column)
                if i is None or j is None or (player is not None and player not in (row, column)):
                    continue
                payoffs = (self.game.payoff(ROW, (i, j)), self.game.payoff(COLUMN, (i, j)))
                coins = (self._is_coin(number, row), self._is_coin(number, column))
                complete.append(Meeting(number, (row, column), (i, j), payoffs, coins))
        return complete

    def _is_coin(self, number: int, player: int) -> bool:
        return player == BOT or (number, player) in self.coins


def players_of(live: LiveRoom, run: Run) -> list[int]:
    """Return the players of the matrix at the present step of an activity."""
    stored = live.answers(PLAYERS, run.number, run.step).get(ROOM)
    return list(stored.value) if stored is not None else []


def has_begun(live: LiveRoom, run: Run) -> bool:
    """Whether anybody has pressed a button at the present step of an activity."""
    return any(x.question.startswith(ROUND) for x in live.answers_at(run.number, run.step))


def matrix_of(live: LiveRoom) -> MatrixPlay:
    """Return the matrix game at the current step of a room; raises Illegal at any other kind of step."""
    run, step = live.run, live.step
    if run is None or not isinstance(step, Choose):
        raise Illegal(_("no matrix is being played now; wait for your teacher"))
    answers = live.answers_at(run.number, run.step)
    return matrix_play(step, run.settings, {(x.question, x.pupil): x.value for x in answers})


def matrix_play(
    step: Choose, settings: Mapping[str, Any], answers: Mapping[tuple[str, int], Any]
) -> MatrixPlay:
    """Return the matrix game of a step from its stored answers, by question and pupil."""
    if step.matrix is None:
        raise Illegal(f"the step {step.title!r} of this activity has no matrix; define one in its file")
    game, name = step.matrix(settings)
    continuation = continuation_of(step, settings)
    rounds = answers.get((LENGTH, ROOM), 1) if continuation else rounds_of(step, settings)
    players = answers.get((PLAYERS, ROOM), [])
    pressed = {
        (int(question.removeprefix(ROUND)), pupil): value
        for (question, pupil), value in answers.items()
        if question.startswith(ROUND)
    }
    choices = {key: stored_choice(value) for key, value in pressed.items()}
    coins = {key for key, value in pressed.items() if is_coin_choice(key[1], value)}
    actions = actions_of(step, settings)
    return MatrixPlay(game, name, rounds, step.same, players, choices, coins, actions, continuation)
