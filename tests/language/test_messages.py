"""Messages in the language of a request."""

from collections.abc import Iterator

import pytest
from tests.language.word_list import german_of

from upcard import game
from upcard.engine.option_values import spoken_option
from upcard.language.messages import (
    OwnText,
    best_language,
    game_words,
    gettext,
    local_number,
    ngettext,
    pgettext,
    word_phrase,
)
from upcard.play.game_messages import game_messages, option_messages
from upcard.play.scene import with_players
from upcard.web.templates import templates

GERMAN = {
    "{name} is away.": "{name} ist gerade weg.",
    "{n} card": "Karte: {n}",
    "{n} cards": "Karten: {n}",
    "lead {0}": "{0} ausspielen",
    "draw": "ziehen",
    "You know that your opponent holds a {0}.": "Du weißt: Die andere Seite hat eine {0}.",
    "You know that {0} holds a {1}.": "Du weißt: {0} hat eine {1}.",
    "bet {0}, then {1}": "erst {1}, dann {0}",
    "share": "teilen",
    "axis of a chart|share": "Anteil",
    "own": "eigene",
    "no trumps, or a trump suit for each player|own": "eigener Trumpf",
    "hand": "Hand",
    "trick": "Stich",
    "Next {word}": "Nächste {word}",
    "trick|Next {word}": "Nächster {word}",
}


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Answer in German, with the messages above."""
    with german_of(GERMAN, monkeypatch):
        yield


@pytest.mark.usefixtures("german")
def test_messages_are_translated_with_their_values():
    assert gettext("{name} is away.", name="Ana") == "Ana ist gerade weg."
    assert gettext("Nobody {knows} this.") == "Nobody {knows} this."
    assert gettext("") == ""
    assert [ngettext("{n} card", "{n} cards", n) for n in (1, 2000)] == ["Karte: 1", "Karten: 2.000"]
    assert local_number("1,234.5") == "1.234,5"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("name", "translation"),
    [
        ("your opponent", "Du weißt: Die andere Seite hat eine 5."),
        ("Ana", "Du weißt: Ana hat eine 5."),
    ],
)
def test_your_opponent_is_no_name_that_is_put_into_a_translation(name, translation):
    text = with_players("You know that seat 2 holds a 5.", ["you", name])
    assert game_words(text) == translation


@pytest.mark.usefixtures("german")
def test_words_of_a_game_keep_their_numbers_and_cards():
    assert [game_words(x) for x in ("draw", "lead 10♠", "lead ♠", "bet 2, then −1", "fold {0}", "")] == [
        "ziehen",
        "10♠ ausspielen",
        "♠ ausspielen",
        "erst −1, dann 2",
        "fold {0}",
        "",
    ]


@pytest.mark.usefixtures("german")
def test_a_context_says_which_of_two_meanings_a_message_has():
    assert [pgettext(x, "share") for x in ("axis of a chart", "button", "")] == ["Anteil", "teilen", "teilen"]
    assert pgettext("button", "{name} is away.", name="Ana") == "Ana ist gerade weg."
    assert pgettext("button", "never heard of") == "never heard of"
    assert pgettext("button", "") == ""
    trumps = "no trumps, or a trump suit for each player"
    assert [game_words("own", x) for x in (trumps, "score: your sum", "")] == [
        "eigener Trumpf",
        "eigene",
        "eigene",
    ]


@pytest.mark.usefixtures("german")
def test_what_a_match_is_called_has_a_gender():
    assert word_phrase("hand", "Next {word}") == "Nächste Hand"
    assert word_phrase("trick", "Next {word}") == "Nächster Stich"


@pytest.mark.usefixtures("german")
def test_what_a_person_wrote_is_never_translated():
    own, template = (
        OwnText("share"),
        templates().from_string('{{ _(x) }} {{ pgettext("a", x) }} {{ _("share") }}'),
    )
    assert [gettext(own), pgettext("axis of a chart", own), game_words(own)] == ["share"] * 3
    assert template.render(x=own) == "share share teilen"
    for tag in ("b", "em"):  # a tag that messages may have is text, too
        shown = f"&lt;{tag}&gt;x&lt;/{tag}&gt;"
        assert template.render(x=OwnText(f"<{tag}>x</{tag}>")) == f"{shown} {shown} teilen"
    assert gettext(OwnText("{x")) == "{x"


def test_words_of_options_are_collected_with_their_options():
    rules = game("beat-it-or-eat-it").rules
    words = set(option_messages(rules))
    assert {(x.words, spoken_option(v)) for x in rules.OPTIONS for v in x.values} == words
    assert ("no trumps, or a trump suit for each player", "own") in words
    assert "own" not in game_messages(rules)


def test_without_a_request_everything_is_english():
    assert gettext("{name} is away.", name="Ana") == "Ana is away."
    assert game_words("lead 10♠") == "lead 10♠"
    assert ngettext("{n} card", "{n} cards", 2000) == "2,000 cards"
    assert local_number("1,234.5") == "1,234.5"


@pytest.mark.parametrize(
    ("accepted", "chosen", "language"),
    [
        ("de-AT, de;q=0.9, en;q=0.8", "", "de"),
        ("en-GB, de;q=0.9", "", "en"),
        ("xx, fr;q=0.3, de;q=0.7", "", "de"),
        ("ru", "", "en"),
        ("", "", "en"),
        ("de", "fr", "fr"),
        ("de", "../../secret", "de"),
        (";q=,,;q=1;q=2,de;q=x", "", "de"),
        ("fr;q=0.1, " * 5000 + "de", "", "fr"),
    ],
)
def test_the_browser_and_the_person_choose_the_language(accepted: str, chosen: str, language: str):
    assert best_language(accepted, chosen) == language
