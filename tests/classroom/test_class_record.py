"""What is told of what a class did: from records of matches, and from the buttons that were pressed."""

import random
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from upcard.classroom.activities import two_buttons
from upcard.classroom.activity_registry import find_activity
from upcard.classroom.class_record import Played, Story
from upcard.classroom.class_repository import ROOM
from upcard.classroom.matrix_theory import SYMMETRIC, payoffs_text, words_of
from upcard.classroom.pairings import PLAYERS
from upcard.classroom.progress import check_settings
from upcard.document.model import Section
from upcard.engine.game import make_game
from upcard.engine.record import record_text
from upcard.games.beat_it_or_eat_it import activity as beat_it_or_eat_it
from upcard.games.four_cell import activity as four_cell
from upcard.games.four_cell.turn_kinds import KINDS, turns_of
from upcard.games.stoppers import activity as stoppers
from upcard.kit.ranks import CARDS, KING, RANKS, SUITS
from upcard.server.repository import PERSON
from upcard.solving.matrix2x2 import CELLS, bimatrix
from upcard.web.classroom.projector_view import LINES, pages_of, part_lines, pieces


def played(game: str, players: int, step: int, seed: int = 1, **options: str) -> Played:
    """A match of persons who do anything."""
    match = make_game(game, players, None, **options).match(seed=seed)
    rng = random.Random(seed)
    while not match.is_over:
        match.do(rng.choice(match.game.legal_actions(match.state)))
    names = tuple(f"pupil {p}" for p in range(players))
    by = (PERSON,) * len(match.actions)
    return Played(step, 0, 0, names, names[:1] * len(by), record_text(match), by, (0.0,) * len(by), True)


def test_the_first_turn_of_a_pack_has_the_chance_that_is_counted_from_it():
    one = played("stoppers", 4, stoppers.PLAY, lives="2")
    first = stoppers.turns([one])[0]
    assert first.chance == pytest.approx(SUITS * max(0, KING - first.held) / (CARDS - 1))
    for turn in stoppers.turns([one]):
        assert 0 <= turn.chance <= 1
        assert 1 <= turn.held <= RANKS


@pytest.fixture(scope="module")
def told_of_stoppers() -> Sequence[Section]:
    """What is told of a class in which every answer was given before and after."""
    games = [played("stoppers", 4, stoppers.PLAY, seed, lives="3") for seed in range(6)]
    answers: dict[tuple[int, str, int], Any] = {
        (step, q.name, i): i
        for step in (stoppers.BEFORE, stoppers.AFTER)
        for q in stoppers.QUESTIONS
        for i in range(len(q.choices))
    }
    answers |= {
        (step, q.name, i): f"because of {q.name}"
        for step, writers in ((stoppers.BEFORE, 1), (stoppers.AFTER, 2))
        for q in stoppers.ASKED
        if not q.choices
        for i in range(writers)
    }
    pupils = tuple(f"pupil {i}" for i in range(5))
    return stoppers.debrief(Story("stoppers", 3, {}, pupils, (range(5),), games, answers))


def test_every_question_of_stoppers_is_answered_from_the_class_and_from_what_is_computed(told_of_stoppers):
    pairs = zip(told_of_stoppers[::2], told_of_stoppers[1::2], strict=True)
    for question, (part, said) in zip(stoppers.QUESTIONS, pairs, strict=True):
        assert part.title == question.words
        assert part.bars[0].label.startswith("class"), "the sentence above tells of the class's own rounds"
        assert any(x.is_theory for x in part.bars), question.name
        assert said.title == f"You said: {question.words}"
        labels = [x.label for x in said.bars]
        assert labels == [f"{when}: {x}" for when in ("before", "after") for x in question.choices]
        asked = [question, *([stoppers.REASON] if question.name == "avoid" else [])]
        texts = [q.name for q in asked if not q.choices]
        often = {"before": "", "after": ", 2 times"}
        assert list(said.text) == [f"{when}: “because of {x}”{n}" for x in texts for when, n in often.items()]


def test_on_the_wall_each_question_of_stoppers_stands_beside_what_was_said(told_of_stoppers):
    cut = [x for part in told_of_stoppers for x in pieces(part)]
    pages = pages_of(cut, part_lines, LINES - 0.5, 2)
    shown = [[x.title for column in page for x in column] for page in pages]
    assert shown == [[q.words, f"You said: {q.words}"] for q in stoppers.QUESTIONS]


def test_cards_of_the_winning_line_are_called_as_on_the_phones():
    settings = {"deal_of": "short"}
    options = {k: str(x) for k, x in beat_it_or_eat_it.options_of(settings).items()}
    one = played("beat-it-or-eat-it", 2, beat_it_or_eat_it.PLAY, 2, **options)
    found, line = beat_it_or_eat_it.debrief(
        Story("beat-it-or-eat-it", 1, settings, one.names, ((0, 1),), [one])
    )
    assert line.text[0].startswith("A lead 2♠; B ")
    slip = str(found.tables[0].rows[0][3])
    assert slip.startswith("at move ")
    assert slip.endswith(": lead 2♠ was better")


def test_matrices_of_four_cell_are_told_with_one_of_them():
    one = played("four-cell", 4, four_cell.PLAY)
    parts = four_cell.debrief(Story("four-cell", 1, {}, one.names, ((0, 1, 2, 3),), [one]))
    assert "22 matrices" in parts[0].text[0]
    common, dominance, *_ = parts[1:]
    assert [x.title for x in parts[2:]] == [x.title for x in KINDS.values()]
    place = next(x for x in dominance.text if x.startswith("It came up"))
    (number,) = re.findall(r", turn (\d+)", place)
    turn = next(x for x in turns_of(one) if str(x.number) == number)
    assert [str(x) for row in dominance.tables[0].rows for x in row[1:]] == [
        payoffs_text(turn.game, cell) for cell in CELLS
    ]
    assert any("quilibri" in x for x in dominance.text)
    assert common.bars


def test_theory_calls_the_players_of_a_matrix_by_their_sides():
    dilemma = bimatrix((5, -5, 8, -3), (5, 8, -5, -3))
    assert words_of(dilemma, ("S", "W"))[:2] == [
        "S is always better off with right, whatever W chooses: right is dominant.",
        "W is always better off with right, whatever S chooses: right is dominant.",
    ]
    (first, *_) = words_of(bimatrix((1, 0, 1, -1), (0, 1, 1, 0)))
    assert first.startswith("The row player is never worse off with left, whatever the column player chooses")
    pennies = words_of(bimatrix((1, -1, -1, 1), (-1, 1, 1, -1)), ("N", "E"))
    assert pennies[-1] == "Mixed equilibrium: each chooses left 50 % of the time."


def test_a_matrix_that_is_played_again_is_a_chart_beside_theory():
    lefts = {1: (0, 0), 2: (0, 1), 3: (1, 1)}
    answers: dict[tuple[int, str, int], object] = {(1, PLAYERS, ROOM): [0, 1]}
    answers |= {(1, f"round {n}", p): x for n, pair in lefts.items() for p, x in enumerate(pair)}
    settings = check_settings(find_activity("two-buttons"), {"matrix": "chicken", "rounds": "5"})
    theory, once, again, *_ = two_buttons.beside_theory(Story("two-buttons", 3, settings, answers=answers))
    assert "Chicken" in theory.title
    assert any("“give way” 90 % of the time" in x for x in theory.text)
    assert SYMMETRIC in theory.text
    assert once.title.endswith("nobody has chosen yet")
    (chart,) = again.figures
    (left,) = chart.series
    assert left.y == [1.0, 0.5, 0.0]
    assert all(low <= share <= high for low, share, high in zip(left.low, left.y, left.high, strict=True))
    assert [label for label, _ in chart.levels] == ["the symmetric equilibrium"]
    assert [share for _, share in chart.levels] == pytest.approx([float(Fraction(9, 10))])
