"""The first game of each game: a coach of a few steps on a real table, and questions that check it.

The file ``coach.toml`` in the folder of a game holds all of it: ``players`` (the names, the learner's is the
first), ``options``, ``seed`` or ``dealt`` (the cards as :class:`upcard.engine.game.Match` deals them),
``before`` (moves before the first step), ``steps`` and ``questions``. The number of a step determines the
position.

A preset that is played differently has a first game of its own in ``coach.PRESET.toml``.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from upcard.engine.errors import BrokenRules, Usage
from upcard.engine.game import Game, Match
from upcard.engine.game_folders import text_file
from upcard.engine.game_spec import GameSpec
from upcard.engine.option_values import changed_options, short_options
from upcard.language.messages import game_words
from upcard.play.session import MatchSession, SeatPlayer

FILE, FILE_OF_PRESET = "coach.toml", "coach.{}.toml"
LEARNER = 0
"""The learner's seat."""

FEWEST_STEPS, MOST_STEPS, QUESTIONS = 5, 8, 5


@dataclass(frozen=True)
class CoachStep:
    """One step: what the coach says, and what the learner does."""

    title: str
    text: str
    """A few sentences in Markdown; pictures of cards are ``![5](card:5)``."""
    point: tuple[str, ...] = ()
    """Subjects of the text: zones and numbers by name, with a seat from 1 if it is another player's
    (``hand``, ``up:2``), ``seat:2`` for a whole seat, and ``choices``."""
    play: str = ""
    """The learner's move in words; empty for a step to read."""
    others: tuple[str, ...] = ()
    """The moves of all others after it, in words."""
    replies: Mapping[str, str] = field(default_factory=dict)
    """Answers of the coach to other moves of the learner, by their words."""
    expected: Mapping[str, Any] = field(default_factory=dict)
    """Numbers of the state at this step that the text relies on, by the name of the field; for tests."""


@dataclass(frozen=True)
class CheckQuestion:
    """A question that anyone can answer who has read the coach."""

    ask: str
    answers: tuple[str, ...]
    right: int
    """The right answer, from 1."""
    step: int
    """The step that says it, from 1."""


@dataclass(frozen=True)
class FirstGame:
    """The first game of a game, see the module."""

    game: Game
    players: tuple[str, ...]
    steps: tuple[CoachStep, ...]
    questions: tuple[CheckQuestion, ...]
    seed: int = 0
    dealt: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    preset: str = ""
    """The preset that it teaches; empty for the game's usual options."""

    @property
    def title(self) -> str:
        """The title of the game, with the preset in the reader's language if it teaches one."""
        return f"{self.game.title} {game_words(self.preset).replace('-', ' ').title()}".rstrip()

    def session(self, number: int) -> MatchSession:
        """Return the table at the step `number`, from 1.

        Raises
        ------
        Unreadable, Illegal
            If the file names a move that the rules do not have or do not allow.
        """
        match = Match(self.game, self.seed, 0, self.dealt, self.players)
        names = [game_words(x) if p == LEARNER else x for p, x in enumerate(self.players)]
        table = MatchSession(match, [SeatPlayer(x) for x in names])
        moves = [*self.before]
        for step in self.steps[: number - 1]:
            moves += [step.play, *step.others] if step.play else step.others
        for words in moves:
            table.push(table.match.read(words))
        return table

    def right_move(self, number: int) -> int | None:
        """Return the learner's move at a step; None for a step to read."""
        step = self.steps[number - 1]
        return self.session(number).match.read(step.play) if step.play else None

    def reply_to(self, number: int, action: int) -> str:
        """Return what the coach says to another move at a step; empty if nothing in particular."""
        read = self.session(number).match.read
        replies = self.steps[number - 1].replies.items()
        return next((text for words, text in replies if read(words) == action), "")


@lru_cache(maxsize=64)
def first_game(name: str, preset: str = "") -> FirstGame | None:
    """Return the first game of a game, or of one of its presets; None if its folder has none.

    Raises
    ------
    BrokenRules
        If the file cannot be read, or lacks something.
    Usage
        If there is no game of that name.
    """
    rules = GameSpec(name).rules
    if preset and preset not in rules.PRESETS:
        return None
    file = text_file(rules, FILE_OF_PRESET.format(preset) if preset else FILE)
    return None if file is None else _read(name, file, preset)


def presets_with_first_game(rules: ModuleType) -> tuple[str, ...]:
    """Return the presets of a game that have a first game of their own."""
    return tuple(x for x in rules.PRESETS if text_file(rules, FILE_OF_PRESET.format(x)) is not None)


def fitting_preset(game: Game) -> str:
    """Return the preset whose first game fits the options of a game best; empty for the usual first game."""
    words, presets = game.option_words(), game.rules.PRESETS
    fitting = [x for x in presets_with_first_game(game.rules) if presets[x].items() <= words.items()]
    return max(fitting, key=lambda x: len(presets[x]), default="")


def teaches_all(game: Game, preset: str = "") -> bool:
    """Return whether the first game of a preset, which exists, has all changed options of a game too."""
    first, short = first_game(game.name, preset), short_options(game.rules.OPTIONS)
    taught = first.game.option_words() if first else {}
    return all(taught.get(k) == x for k, x in changed_options(short, game.option_words()).items())


def _read(name: str, file: Path, preset: str) -> FirstGame:
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
        players = tuple(values["players"])
        first = FirstGame(
            game=GameSpec(name, len(players), None, values.get("options", {})).without_usual().game(),
            players=players,
            steps=tuple(CoachStep(**_with_tuples(x)) for x in values["steps"]),
            questions=tuple(CheckQuestion(**_with_tuples(x)) for x in values["questions"]),
            seed=values.get("seed", 0),
            dealt=tuple(values.get("dealt", "").split()),
            before=tuple(values.get("before", ())),
            preset=preset,
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, Usage) as fault:
        raise BrokenRules(f"{file.name} of {name} cannot be used: {fault}") from fault
    return first


def _with_tuples(values: Mapping[str, Any]) -> dict[str, Any]:
    return {k: tuple(x) if isinstance(x, list) else x for k, x in values.items()}


def wrong_answers(questions: Sequence[CheckQuestion], answers: Mapping[int, int]) -> list[int]:
    """Return the indices of the questions that were not answered right; answers count from 1."""
    return [i for i, x in enumerate(questions) if answers.get(i) != x.right]
