"""A matrix with two buttons: who meets whom in which round, and what that brought."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from upcard.classroom.activity_steps import Choose
from upcard.classroom.class_repository import BOT, ROOM, Run
from upcard.classroom.live_room import LiveRoom
from upcard.engine.errors import Illegal
from upcard.solving.matrix2x2 import COLUMN, ROW, Bimatrix

WORDS = ("left", "right")
PLAYERS = "players"
"""Under which question it is kept who plays, in one order for all rounds."""

COIN = "a coin"
"""Who chooses for a bot, and for who has left."""

Choices = Mapping[tuple[int, int], int]
"""By round, from 1, and player: 0 for left, 1 for right."""


def round_name(number: int) -> str:
    """The question under which the choices of a round are kept; rounds are counted from 1."""
    return f"round {number}"


def of_coin(choice: int) -> dict[str, Any]:
    """What is kept where a coin chose."""
    return {"choice": choice, "by": COIN}


def choice_kept(value: Any) -> int:
    """What was chosen, from what is kept of it: 0 for left, 1 for right."""
    return int(value["choice"]) if isinstance(value, dict) else int(value)


def is_of_coin(pupil: int, value: Any) -> bool:
    """Whether a coin chose, from in whose place it is kept and what is."""
    return pupil == BOT or isinstance(value, dict)


def meetings(players: Sequence[int], number: int, same: bool) -> list[tuple[int, int]]:
    """Who meets whom in a round: first who chooses a row, then who chooses a column.

    Parameters
    ----------
    players : sequence of int
        Everybody, in one order for all rounds; with an odd number the last meets ``BOT``.
    number : int
        The round, from 1.
    same : bool
        Whether all rounds are like the first. Else everybody meets another one in each round, as long as
        there is one (the circle method of round-robin tournaments).
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


@dataclass(frozen=True)
class Meeting:
    """What a meeting came to: the round, who met, what each chose and got, and which of them were coins."""

    number: int
    players: tuple[int, int]
    cell: tuple[int, int]
    payoffs: tuple[Fraction, Fraction]
    coins: tuple[bool, bool] = (False, False)

    @property
    def is_of_pupils(self) -> bool:
        """Whether both chose themselves; else it tells of chance and not of the class."""
        return not any(self.coins)

    @property
    def own(self) -> list[int]:
        """What those chose who are no coins."""
        return [x for x, is_coin in zip(self.cell, self.coins, strict=True) if not is_coin]


@dataclass(frozen=True)
class MatrixPlay:
    """A matrix as a class plays it."""

    game: Bimatrix
    """The matrix."""
    name: str
    """What it is called."""
    rounds: int
    """How often it is played."""
    same: bool
    """Whether everybody meets the same one in all rounds."""
    players: Sequence[int]
    """Everybody who plays."""
    choices: Choices
    """What was chosen."""
    coins: AbstractSet[tuple[int, int]] = frozenset()
    """By round and player, where a coin chose for one of those who play; it always does for a bot."""

    def choice(self, number: int, player: int) -> int | None:
        """What a player chose in a round; None before."""
        return self.choices.get((number, player))

    def meeting(self, number: int, player: int) -> tuple[int, int] | None:
        """Whom a player meets in a round, in the order of row and column; None for nobody."""
        pairs = meetings(self.players, number, self.same)
        return next((x for x in pairs if player in x), None)

    def met_by(self, player: int, number: int) -> list[int]:
        """Who has to know of a choice: both who meet."""
        return list(self.meeting(number, player) or ())

    def is_complete(self, number: int, pair: tuple[int, int]) -> bool:
        """Whether both have chosen."""
        return all(self.choice(number, p) is not None for p in pair)

    def round_of(self, player: int) -> int:
        """The round in which a player stands: the first that is not complete; 0 after the last."""
        for number in range(1, self.rounds + 1):
            pair = self.meeting(number, player)
            if pair is not None and not self.is_complete(number, pair):
                return number
        return 0

    def has_chosen(self, player: int) -> bool:
        """Whether a player waits for the other."""
        return (self.round_of(player), player) in self.choices

    def held(self, player: int | None = None) -> list[Meeting]:
        """All meetings that are complete, or those of a player."""
        found = []
        for number in range(1, self.rounds + 1):
            for row, column in meetings(self.players, number, self.same):
                i, j = self.choice(number, row), self.choice(number, column)
                if i is None or j is None or (player is not None and player not in (row, column)):
                    continue
                payoffs = (self.game.payoff(ROW, (i, j)), self.game.payoff(COLUMN, (i, j)))
                coins = (self.is_coin(number, row), self.is_coin(number, column))
                found.append(Meeting(number, (row, column), (i, j), payoffs, coins))
        return found

    def is_coin(self, number: int, player: int) -> bool:
        """Whether a coin chose in a round."""
        return player == BOT or (number, player) in self.coins


def players_of(live: LiveRoom, run: Run) -> list[int]:
    """Who plays the matrix at the step of a run."""
    kept = live.answers(PLAYERS, run.number, run.step).get(ROOM)
    return list(kept.value) if kept is not None else []


def has_begun(live: LiveRoom, run: Run) -> bool:
    """Whether anybody has pressed a button at the step of a run."""
    return any(
        (x.run, x.step) == (run.number, run.step) and x.question.startswith("round ")
        for x in (live.snapshot.answers or {}).values()
    )


def matrix_of(live: LiveRoom) -> MatrixPlay:
    """The matrix at which a room stands, with all that was chosen.

    Raises
    ------
    Illegal
        If it stands at something else.
    """
    run, step = live.run, live.step
    if run is None or not isinstance(step, Choose):
        raise Illegal("no matrix is being played now; wait for your teacher")
    kept = live.snapshot.answers or {}
    here = [x for x in kept.values() if (x.run, x.step) == (run.number, run.step)]
    return matrix_play(step, run.settings, {(x.question, x.pupil): x.value for x in here})


def matrix_play(step: Choose, settings: Mapping[str, Any], said: Mapping[tuple[str, int], Any]) -> MatrixPlay:
    """A matrix as it was played, from what was answered: by question and pupil."""
    if step.matrix is None:
        raise Illegal(f"the step {step.title!r} names no matrix; fix its activity")
    game, name = step.matrix(settings)
    rounds = int(settings.get("rounds", step.rounds)) if step.rounds > 1 else 1
    players = said.get((PLAYERS, ROOM), [])
    pressed = {
        (int(question.removeprefix("round ")), pupil): value
        for (question, pupil), value in said.items()
        if question.startswith("round ")
    }
    choices = {key: choice_kept(value) for key, value in pressed.items()}
    coins = {key for key, value in pressed.items() if is_of_coin(key[1], value)}
    return MatrixPlay(game, name, rounds, step.same, players, choices, coins)
