"""Numbers of players in words, and dates."""

from datetime import datetime

import pytest

from upcard.classroom.retention import day_text
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.language.messages import in_language
from upcard.language.phrases import date_in_words, players_in_words


@pytest.mark.parametrize(
    ("sizes", "english", "german"),
    [
        ((1,), "1 player", "1 Person"),
        ((2,), "2 players", "2 Personen"),
        ((2, 3, 4), "2 to 4 players", "2 bis 4 Personen"),
        ((1, 2), "1 to 2 players", "1 bis 2 Personen"),
        ((2, 4, 6), "2, 4 or 6 players", "2, 4 oder 6 Personen"),
    ],
)
def test_numbers_of_players_are_words_of_the_language(sizes: tuple[int, ...], english: str, german: str):
    assert players_in_words(sizes) == english
    with in_language("de"):
        assert players_in_words(sizes) == german


@pytest.mark.parametrize(
    ("players", "wrong"), [(1, "1 Person"), (9, "9 Personen"), (1000, "1.000 Personen"), ("x", "x players")]
)
def test_a_wrong_number_of_players_is_refused_in_the_language(players: int, wrong: str):
    with in_language("de"), pytest.raises(Usage) as refusal:
        make_game("lama", players)
    assert str(refusal.value) == f"L.A.M.A. ist für 2 bis 8 Personen, nicht für {wrong}"


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
