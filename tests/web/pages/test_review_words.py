"""The sentences of a review, which its page makes from the document in the language of the reader."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.web.pages.test_review_page import played_text, whole_review

from upcard.report.review_progress import CostliestMistakes
from upcard.web.pages.review_words import against_texts, lessons_title, verdict_text


def test_in_english_the_page_says_what_the_report_says():
    result = whole_review(played_text(), ("", "random"))
    assert verdict_text(result) == result["verdict"]
    assert against_texts(result) == result["against_lines"]


@pytest.mark.parametrize(
    ("changes", "is_mine", "title"),
    [
        ({"decisions": [{}] * 3, "mistakes": 5}, True, "Your three costliest of 5 mistakes"),
        ({"decisions": [{}] * 2, "mistakes": 2}, False, "The two costliest moves"),
        ({"decisions": [{}], "is_settled": False, "is_counted": False}, True, "Your costliest move so far"),
        ({}, True, "No mistakes in 4 decisions. Well played!"),
        ({"unclear": 1}, True, "No move clearly cost you anything"),
        ({"of": 0}, False, "There was no decision to review"),
        ({"is_settled": False}, False, "The costliest moves"),
    ],
)
def test_the_heading_says_how_many_moves_are_shown(changes: Mapping[str, Any], is_mine: bool, title: str):
    first = CostliestMistakes([], 0, 0, 4, 4, True, True)._replace(**changes)
    assert lessons_title(first, is_mine) == title
