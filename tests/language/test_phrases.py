"""Numbers of players in words, and dates."""

from datetime import datetime

import pytest

from upcard.classroom.retention import day_text
from upcard.engine.wording import players_text
from upcard.language.messages import in_language
from upcard.language.phrases import date_in_words, players_in_words


@pytest.mark.parametrize("sizes", [(1,), (2,), (2, 3, 4), (1, 2), (2, 4), (2, 4, 6)])
def test_pages_in_english_word_numbers_of_players_as_commands_do(sizes: tuple[int, ...]):
    assert players_in_words(sizes) == players_text(sizes)


@pytest.mark.parametrize(
    ("language", "short", "long"),
    [
        ("en", "4 Mar 2027", "4 March 2027"),
        ("de", "04.03.2027", "4. März 2027"),
        ("es", "4 mar 2027", "4 de marzo de 2027"),
        ("fr", "4 mars 2027", "4 mars 2027"),
    ],
)
def test_each_language_has_its_own_order_of_a_date(language: str, short: str, long: str):
    noon = datetime(2027, 3, 4, 12).timestamp()  # noqa: DTZ001 - pages show days of this computer
    with in_language(language):
        assert (date_in_words(noon), day_text(noon)) == (short, long)
