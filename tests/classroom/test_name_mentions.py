"""Names of deleted pupils in the words of others."""

import pytest

from upcard.classroom.name_mentions import is_replaced, without_name
from upcard.language.ordinary_words import ordinary_words


@pytest.mark.parametrize("name", ["I", "3", "2026", "Bo", "König", "king", "Roi", "7a", "!!!"])
def test_short_names_numbers_and_ordinary_words_are_not_replaced(name):
    text = f"I think {name} wins, {name.upper()} always"
    assert not is_replaced(name)
    assert without_name(text, name) == text


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Zoeblatt", "ZOEBLATT and Zoeblattine", "[…] and Zoeblattine"),
        ("Zoeblatt", "Zo\u0435blatt's trick", "[…]'s trick"),  # a Cyrillic letter
        ("Zoeblatt", "(Zo\u200beblatt)", "([…])"),
        ("Alicia", "A|icia, Aiicia, Alicia", "[…], Aiicia, […]"),
        ("Mary-Lou X", "Mary-Lou X and Mary-Lou Y", "[…] and Mary-Lou Y"),
        ("Zoé", "Zoe\u0301 bets", "[…] bets"),
        ("Zoeblatt", "", ""),
    ],
)
def test_names_are_replaced_in_each_form_that_looks_like_them(name, text, expected):
    assert without_name(text, name) == expected


def test_names_in_examples_are_no_ordinary_words():
    assert {"king", "könig", "roi", "rey"} <= ordinary_words()
    assert not {"mia", "tom", "anna", "max"} & ordinary_words()
