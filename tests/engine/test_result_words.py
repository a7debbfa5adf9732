"""The result of a game in words: one player alone does not win, and a table wins or loses together."""

from types import ModuleType

import pytest

from upcard.engine.registry import find_rules
from upcard.engine.result_words import has_common_score, outcome_sentence, result_of, score_text
from upcard.kit.cards import Header


def rules(payoffs, zero_sum=False, least_loses=False, is_common=False, scored_in=("", "")):
    module = ModuleType("rules")
    header = Header(
        "made", "Made", (1, 4), 2, zero_sum, False, 9, payoffs, 1, "made up", (), least_loses, scored_in
    )
    score = (lambda s, p: s.cards) if is_common else (lambda s, p: s.points[p])
    vars(module).update(GAME=header, score=score)
    return module


@pytest.mark.parametrize(
    ("made", "scores", "sentence", "winners"),
    [
        (rules((-2, 2)), (-2,), "Ana reaches −2 points.", ()),
        (rules((0, 21)), (1,), "Ana reaches 1 point.", ()),
        (rules((-9, 9), scored_in=("penny", "pennies")), (1,), "Ana reaches +1 penny.", ()),
        (rules((-1, 1), least_loses=True), (-1,), "Ana reaches −1 point.", ()),
        (rules((-2, 2)), (-1, -1), "Both lose.", ()),
        (rules((-2, 2)), (-2, -1, -2), "Everybody loses.", ()),
        (rules((-2, 2)), (-1, 1), "Ben wins.", (1,)),
        (rules((-2, 2), zero_sum=True), (0, 0), "The match is a draw.", (0, 1)),
        (rules((-90, 0)), (-40, -3, -3), "Ben and Cleo share the win.", (1, 2)),
        (rules((-1, 1), least_loses=True), (-1, -1), "Nobody wins.", ()),
        (rules((-1, 1), is_common=True), (-1, -1), "The table loses with −1 point.", ()),
        (rules((-1, 1), is_common=True), (1, 1), "The table wins with 1 point.", ()),
        (rules((0, 25), is_common=True), (0, 0), "The table ends with 0 points.", ()),
        (rules((0, 25), is_common=True, least_loses=True), (0, 0), "The table loses with 0 points.", ()),
    ],
)
def test_the_result_says_who_wins_and_only_that(made, scores, sentence, winners):
    assert result_of(made, ("Ana", "Ben", "Cleo")[: len(scores)], scores) == (sentence, winners)


@pytest.mark.parametrize(
    ("winners", "me", "place", "match", "series"),
    [
        ([1], None, 1, "Ben wins.", "Ben wins the series."),
        ([0, 1], None, 1, "Ana and Ben share the win.", "Ana and Ben share the win in the series."),
        ([0, 1, 2], 0, 1, "The match is a draw.", "The series is a draw."),
        ([0], 0, 1, "You win!", "You win the series!"),
        ([0, 2], 2, 1, "You share the win!", "You share the win in the series!"),
        ([0], 2, 3, "You came 3rd of 3.", "You came 3rd of 3 in the series."),
    ],
)
def test_a_match_and_a_series_end_in_the_same_words(winners, me, place, match, series):
    names = ("Ana", "Ben", "Cleo")
    assert outcome_sentence(names, winners, me, place) == match
    assert outcome_sentence(names, winners, me, place, "series") == series


def test_of_two_players_the_other_loses():
    assert outcome_sentence(("Ana", "Ben"), [0], 1, 2) == "You lose."
    assert outcome_sentence(("Ana", "Ben"), [0], 1, 2, "series") == "You lose the series."


@pytest.mark.parametrize("name", ["lama", "stoppers", "smallsum", "goofspiel", "four-cell"])
def test_no_shipped_game_has_a_common_score(name):
    assert not has_common_score(find_rules(name))


@pytest.mark.parametrize(
    ("name", "score", "text"),
    [
        ("lama", -15, "15 points"),
        ("lama", -1, "1 point"),
        ("smallsum", 3, "+3 pennies"),
        ("four-cell", -7, "−7"),
        ("stoppers", 1, ""),
    ],
)
def test_scores_are_written_as_people_read_them(name, score, text):
    assert score_text(find_rules(name), score) == text
