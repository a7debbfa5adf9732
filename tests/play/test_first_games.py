"""The first games that ship: every step is possible, and what it says agrees with the rules."""

from collections.abc import Sequence
from importlib import import_module

import pytest

from upcard.engine.game_folders import shipped_folders, text_file
from upcard.engine.game_spec import GameSpec
from upcard.engine.registry import valid_games
from upcard.play.first_game import (
    FEWEST_STEPS,
    LEARNER,
    MOST_STEPS,
    QUESTIONS,
    FirstGame,
    first_game,
    fitting_preset,
    presets_with_first_game,
)

GAMES = valid_games()[0]
NAMES = [name for name in sorted(GAMES) if first_game(name)]
NAMES += [f"{name} {x}" for name in NAMES for x in presets_with_first_game(GAMES[name])]
MOST_LETTERS = 330
"""Of a text: more does not fit above the table on a phone."""


def first_of(name: str) -> FirstGame:
    """The first game of a game, or of one of its presets after a space."""
    first = first_game(*name.split())
    assert first is not None
    return first


def test_every_game_that_ships_has_a_first_game_and_rules_for_players():
    for folder in shipped_folders():
        rules = import_module(f"{folder}.rules")
        assert text_file(rules, "coach.toml"), folder
        assert text_file(rules, "how_to_play.md"), folder


@pytest.mark.parametrize("name", NAMES)
def test_a_first_game_has_five_to_eight_short_steps_and_five_questions(name):
    first = first_of(name)
    assert FEWEST_STEPS <= len(first.steps) <= MOST_STEPS
    assert len(first.questions) == QUESTIONS
    assert any(step.play for step in first.steps)
    for step in first.steps:
        assert len(step.text) <= MOST_LETTERS, (step.title, len(step.text))


@pytest.mark.parametrize("name", NAMES)
def test_every_question_has_different_answers_and_names_a_step(name):
    for question in first_of(name).questions:
        assert len(set(question.answers)) == len(question.answers) >= 2
        assert 1 <= question.right <= len(question.answers)
        assert 1 <= question.step <= len(first_of(name).steps)


@pytest.mark.parametrize("name", NAMES)
def test_every_move_of_a_first_game_is_legal_and_the_learners_turn(name):
    first = first_of(name)
    for number, step in enumerate(first.steps, 1):
        match = first.session(number).match
        if step.play:
            assert match.player == LEARNER, step.title
            assert first.right_move(number) in match.legal()
            others = set(match.legal()) - {first.right_move(number)}
            assert {match.read(words) for words in step.replies} <= others, step.title
        else:
            assert not step.replies
    first.session(len(first.steps) + 1)


@pytest.mark.parametrize("name", NAMES)
def test_the_numbers_of_a_first_game_are_those_of_the_table(name):
    first = first_of(name)
    checked = 0
    for number, step in enumerate(first.steps, 1):
        state = first.session(number).match.state
        for field, value in step.expected.items():
            shown = getattr(state, field)
            plain = [int(x) for x in shown][: len(value)] if isinstance(value, Sequence) else int(shown)
            assert plain == value, (step.title, field)
            checked += 1
    assert checked > 0


def test_the_first_game_of_a_preset_is_chosen_by_the_options_of_a_table():
    assert NAMES[-1] == "smallsum alternate"
    assert first_of("smallsum alternate").title == "Smallsum Alternate"
    assert first_of("smallsum").title == "Smallsum"
    options: list[dict[str, str | int]] = [
        {"variant": "alternate"}, {"variant": "alternate", "purse": 5}, {"variant": "choice"}, {},
    ]  # fmt: skip
    presets = [fitting_preset(GameSpec("smallsum", 2, None, x).game()) for x in options]
    assert presets == ["alternate", "alternate", "", ""]
    assert first_game("smallsum", "cash") is None
    assert first_game("smallsum", "no such preset") is None
