"""The result of a game in words: one player alone does not win, and a table wins or loses together."""

from types import ModuleType

import pytest

from upcard.engine.registry import find_rules
from upcard.engine.result_words import has_common_score, result_of, score_text
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
