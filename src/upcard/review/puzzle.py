"""Puzzles: positions with one best move, made in advance from the solutions of the games.

The file ``puzzles.py`` in the folder of a game defines ``PUZZLES``, a :class:`PuzzleSource`. The puzzles
themselves lie beside it in ``puzzles.json``, which :mod:`upcard.review.puzzle_maker` writes.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from math import gcd
from pathlib import Path
from typing import Any

from upcard.engine.errors import BrokenRules, Unknown
from upcard.engine.game import Match
from upcard.engine.game_spec import GameSpec
from upcard.engine.registry import part
from upcard.play.position_address import address_of, match_from_address
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, Evaluator

PART, FILE = "puzzles", "puzzles.json"

BANDS = {"easy": 1 / 3, "medium": 2 / 3, "hard": 1.0}
"""The levels of difficulty, with the largest share of bots that miss such a puzzle."""

STRIDE = 77
"""The next puzzle in the mixed order is this many further on."""


def second_best_lesson(
    evaluator: Evaluator, point: DecisionPoint, known: Mapping[int, ActionWorth], best: int
) -> str:
    """Return the evaluator's comparison of the best action with the second best."""
    second = max((a for a in known if a != best), key=lambda a: known[a].worth)
    return evaluator.lesson(point, known, second, best)


@dataclass(frozen=True)
class PuzzleSource:
    """How the puzzles of a game are made."""

    question: str
    """Question to the player, such as ``Bet, match or fold?``."""
    games: tuple[GameSpec, ...]
    """The games from which positions come, in turn."""
    strategies: tuple[str, ...]
    """The strategies that play up to the position."""
    margin: float
    """How much better the best move is than every other one, at least, in the unit of the values."""
    accepts: Callable[[Match], bool] = lambda match: len(match.legal()) > 1
    """Whether a position may become a puzzle, before it is judged."""
    longest: int = 200
    """Maximum number of actions before the position."""
    tables: int = 0
    """Number of redealt tables for the judgement of a game that is not solved; 0 for a solved one."""
    kind_of: Callable[[int], int] = lambda action: action
    """The kind of an action; at most about half of all puzzles have a best move of the same kind."""
    least_missed: float = 0.01
    """Smallest share of simple bots that must miss a puzzle."""
    explain: Callable[[Evaluator, DecisionPoint, Mapping[int, ActionWorth], int], str] = second_best_lesson
    """Returns why a best action is best, as sentences; by default a comparison with the next one."""


@dataclass(frozen=True)
class Puzzle:
    """A position with one best move."""

    game: str
    number: int
    """Its number in the game, from 1."""
    address: str
    """The query of its position, as :func:`upcard.play.position_address.match_from_address` reads it."""
    best: int
    """The best action."""
    values: Mapping[int, float]
    """The value of every action to the player to move."""
    words: Mapping[int, str]
    """Remarks on actions, such as ``wins in 5 rounds``; only where there is one."""
    why: str
    """Why the best action is best, as sentences; may be empty."""
    unit: str
    """Unit of the values, such as ``chance to win the match``."""
    missed: float
    """Share of simple bots that choose wrongly, from 0 to 1."""
    margin: float = 0.0
    """Largest standard error of a difference from the best action; 0 if the values are exact."""

    @property
    def level(self) -> str:
        """The difficulty, one of :data:`BANDS`."""
        return next(name for name, most in BANDS.items() if self.missed <= most)

    @property
    def lead(self) -> float:
        """How much better the best action is than the second best."""
        return self.values[self.best] - max(x for a, x in self.values.items() if a != self.best)

    def match(self) -> Match:
        """Return the match with the position; raises UpcardError if the rules no longer reach it."""
        query = dict(x.split("=", 1) for x in self.address.split("&"))
        return match_from_address(self.game, query)

    def to_json(self) -> dict[str, Any]:
        """Return the record of the puzzle for its file."""
        record: dict[str, Any] = {"at": self.address, "best": self.best}
        record["missed"] = round(self.missed, 3)
        record["values"] = {str(a): round(x, 5) for a, x in self.values.items()}
        extra: dict[str, Any] = {
            "words": {str(a): x for a, x in self.words.items()},
            "why": self.why,
            "unit": self.unit,
        }
        extra["margin"] = round(self.margin, 5)
        return record | {k: x for k, x in extra.items() if x}


def source_of(game: str) -> PuzzleSource | None:
    """Return how the puzzles of a game are made; None if it has none."""
    source: PuzzleSource | None = getattr(part(game, PART), "PUZZLES", None)
    return source


def file_of_puzzles(game: str) -> Path:
    """Return the file of the puzzles of a game that has a source; it may not exist."""
    return Path(str(getattr(part(game, PART), "__file__", ""))).with_name(FILE)


@lru_cache(maxsize=32)
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game in the order of their numbers; none if it has none.

    Raises BrokenRules if its file of puzzles cannot be used.
    """
    if source_of(game) is None or not file_of_puzzles(game).is_file():
        return ()
    try:
        records = json.loads(file_of_puzzles(game).read_text("utf-8"))["puzzles"]
        return tuple(_puzzle(game, number, x) for number, x in enumerate(records, 1))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
        raise BrokenRules(f"{FILE} of {game} cannot be used: {fault!r}") from fault


def _puzzle(game: str, number: int, record: Mapping[str, Any]) -> Puzzle:
    return Puzzle(
        game=game,
        number=number,
        address=record["at"],
        best=record["best"],
        values={int(a): x for a, x in record["values"].items()},
        words={int(a): x for a, x in record.get("words", {}).items()},
        why=record.get("why", ""),
        unit=record["unit"],
        missed=record["missed"],
        margin=record.get("margin", 0.0),
    )


def puzzle_numbered(game: str, number: int) -> Puzzle:
    """Return a puzzle by its number from 1; raises Unknown if the game has none with that number."""
    puzzles = puzzles_of(game)
    if not 1 <= number <= len(puzzles):
        raise Unknown(f"{game} has {len(puzzles)} puzzles, and none with the number {number}")
    return puzzles[number - 1]


def puzzle_of_the_day(day: date, games: tuple[str, ...]) -> Puzzle:
    """Return the puzzle of a day, which is the same for everybody.

    The games take turns, and none of a game's puzzles comes twice before all have come. Raises Unknown if
    these games have no puzzles.
    """
    puzzled = [game for game in games if puzzles_of(game)]
    if not puzzled:
        raise Unknown("there are no puzzles")
    round_number, turn = divmod(day.toordinal(), len(puzzled))
    puzzles = puzzles_of(puzzled[turn])
    return puzzles[round_number * stride_of(len(puzzles)) % len(puzzles)]


def next_puzzle(puzzle: Puzzle, level: str = "") -> Puzzle:
    """Return the next puzzle of the same game in a mixed order, of one of :data:`BANDS` or of any level.

    After all puzzles of the level the order starts again, so there is always a next one.
    """
    puzzles = puzzles_of(puzzle.game)
    stride, here = stride_of(len(puzzles)), puzzle.number - 1
    order = (puzzles[(here + i * stride) % len(puzzles)] for i in range(1, len(puzzles) + 1))
    return next((x for x in order if level in ("", x.level)), puzzle)


def stride_of(count: int) -> int:
    """Return a step that visits all of `count` puzzles before it returns to the first."""
    return next(n for n in range(STRIDE, STRIDE + count + 1) if gcd(n, count) == 1)


def puzzle_from(match: Match, **values: Any) -> Puzzle:
    """Return a new puzzle without a number from a match in its position."""
    return Puzzle(match.game.name, 0, address_of(match), **values)
