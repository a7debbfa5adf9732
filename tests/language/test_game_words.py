"""Words of games in the reader's language: on pages, not in data."""

import pickle
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from tests.language.word_list import german_of
from tests.web.browsing import add, filled, new_table, soup_of

from upcard.engine.game_spec import game
from upcard.language.messages import NamedText, game_words, in_language, template_of
from upcard.play.game_messages import game_messages
from upcard.play.past_words import past_message, translatable_past
from upcard.play.player_texts import sentences_of
from upcard.play.scene import with_players
from upcard.web.http import request_language
from upcard.web.illustrated_text import illustrated, rules_for_players

GERMAN = {
    "play {0}": "spiele {0}",
    "bid {0}": "biete {0}",
    "has bid {0}": "{0} geboten",
    "{0} asks {1} to swap.": "{1} soll mit {0} tauschen.",
    "You know that {0} holds a King": "Du weißt: {0} hat einen König",
    "{0} holds an ace.": "{0} hat ein Ass.",
    "{first} and {second}": "{first} und {second}",
    "seat {number}": "Platz {number}",
    "The lowest card was {0}: {1}.": "Die niedrigste Karte war {0}: {1}.",
    "There are {0} cards.": "Es gibt {0} Karten.",
    "{0} A llama is worth {1} points.": "{0} Ein Lama zählt {1} Punkte.",
    "a llama": "ein Lama",
    "The others are the stock.": "Der Rest ist der Stapel.",
}


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Answer in German, with the messages above."""
    with german_of(GERMAN, monkeypatch):
        yield


@pytest.mark.parametrize(
    ("text", "message", "values"),
    [
        ("lead s2", "lead {0}", ["s2"]),
        ("beat with hA", "beat with {0}", ["hA"]),
        ("play 10S", "play {0}", ["10S"]),
        ("JH −10, left", "{0}, left", ["JH −10"]),
        ("They still hold 1 2 13.", "They still hold {0}.", ["1 2 13"]),
        ("two 6s", "two {0}s", ["6"]),
        ("A King stops a swap.", "A King stops a swap.", []),
        ("A 4 lies on top.", "A {0} lies on top.", ["4"]),
        ("As the dealer", "As the dealer", []),
        ("Value of the king. Here: 11-12-13.", "Value of the king. Here: {0}.", ["11-12-13"]),
        ("Seat 2 asks seat 3 to swap.", "{0} asks {1} to swap.", ["Seat 2", "seat 3"]),
        ("It was a 3: seat 1, seat 4.", "It was a {0}: {1}.", ["3", "seat 1, seat 4"]),
        ("![2](card:2) ... ![a K](card:K)", "{0} ... {1}", ["![2](card:2)", "![a K](card:K)"]),
        ("This is type 334 (AsCo).", "This is type {0}.", ["334 (AsCo)"]),
        ("stopped after 1,000 rounds", "stopped after {0} rounds", ["1,000"]),
    ],
)
def test_players_numbers_cards_and_pictures_are_placeholders(text: str, message: str, values: list[str]):
    assert template_of(text) == (message, values)


@pytest.mark.usefixtures("german")
def test_names_of_players_come_into_translated_sentences():
    text = with_players("Seat 2 asks seat 3 to swap.", ["Ana", "Asks", "Ben"])
    assert text == "Asks asks Ben to swap."
    assert game_words(text) == "Ben soll mit Asks tauschen."
    assert game_words("seat 2 asks seat 1 to swap.") == "Platz 1 soll mit Platz 2 tauschen."
    same = with_players("The lowest card was 3: seat 1, seat 2.", ["Ana", "Ben"])
    assert isinstance(same, NamedText)
    assert game_words(same) == "Die niedrigste Karte war 3: Ana, Ben."
    assert game_words(pickle.loads(pickle.dumps(same))) == "Die niedrigste Karte war 3: Ana, Ben."


@pytest.mark.usefixtures("german")
def test_sentences_about_several_players_are_translated_in_parts():
    text = "You know that player 1 holds a King and player 3 holds an ace."
    assert game_words(with_players(text, ["Ana", "Ben", "Cleo"])) == (
        "Du weißt: Ana hat einen König und Cleo hat ein Ass."
    )
    unknown = with_players(
        "You know that player 1 holds a King and player 3 knows it.", ["Ana", "Ben", "Cleo"]
    )
    assert game_words(unknown) == "You know that Ana holds a King and Cleo knows it."


@pytest.mark.usefixtures("german")
def test_sentences_and_parts_between_commas_are_translated_one_by_one():
    assert (
        game_words("There are 3 cards. The others are the stock.")
        == "Es gibt 3 Karten. Der Rest ist der Stapel."
    )
    assert game_words("play 7, a llama") == "spiele 7, ein Lama"
    assert game_words("play 7, or else") == "play 7, or else"
    assert game_words("There are 3 cards. Nobody knows why.") == "There are 3 cards. Nobody knows why."


@pytest.mark.usefixtures("german")
def test_rules_are_translated_sentence_by_sentence_with_their_pictures():
    lama = game("lama")
    text = "- There are 1,000 cards. ![a llama](card:llama) A llama\n  is worth 10 points. Nothing else."
    html = str(illustrated(text, lama, "classic"))
    picture = html[html.index("<img") : html.index("/>") + 2]
    assert 'alt="ein Lama"' in picture
    assert html.replace(picture, "(picture)") == (
        "<ul>\n<li>Es gibt 1.000 Karten. (picture) Ein Lama zählt 10 Punkte. Nothing else.</li>\n</ul>\n"
    )
    assert "Der Rest ist der Stapel.</p>" in str(rules_for_players(lama, "classic"))


def test_sentences_end_outside_of_emphasis():
    text = '**Spade: left. Club: right.** Then *both. Or* none! "Stopper!" Six ... 7. ends. 3 stay.'
    assert sentences_of(text) == [
        "**Spade: left. Club: right.**",
        "Then *both. Or* none!",
        '"Stopper!"',
        "Six ... 7. ends.",
        "3 stay.",
    ]
    assert " ".join(sentences_of(text)) == text


def test_messages_of_a_game_come_with_an_example():
    texts = game_messages(game("kuhn-poker").rules)
    assert texts["bet {0}"] == "bet 1"
    assert texts["Check, or bet {0} chip."] == "Check, or bet 1 chip."
    assert {"The goal", "Both players pay one chip into the pot and get one card."} <= texts.keys()
    assert texts == game_messages(game("kuhn-poker").rules)


@pytest.mark.usefixtures("german")
def test_a_table_page_is_german_and_its_forms_and_data_are_english(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(request_language, "best_language", lambda accepted, chosen: "de")
    table = new_table(client, game="goofspiel", **{"seat-2": "random"})
    add(client, table)
    page = soup_of(client.get(table).text)
    buttons = {str(x["value"]): x.select(".words")[0].text for x in page.select("#acts button")}
    assert buttons == {str(k): f"biete {k + 1}" for k in range(13)}
    client.post(f"{table}/act", data=filled(page, "#acts") | {"action": "6"})
    log = soup_of(client.get(table).text).select(".log .what")
    assert "7 geboten" in [x.text for x in log]
    answer = client.get(f"/api/v1/tables/{table.removeprefix('/t/')}", headers={"Accept-Language": "de"})
    words = [x["words"] for x in answer.json()["moves"]]
    assert words[0] == "bid 7"
    assert "biete" not in answer.text


def test_a_past_form_that_is_its_own_verb_has_a_message_of_its_own():
    assert [translatable_past(x) for x in ("bet 3", "play 4", "quit", "hop")] == [
        "has bet 3",
        "played 4",
        "has quit",
        "",
    ]
    assert past_message("bet 3") == "bet 3"
    with in_language("de"):
        assert past_message("bet 3") == "has bet 3"
        assert game_words(past_message("bet 3")) == "3 gesetzt"
        assert past_message("bet 3 nuts") == "bet 3 nuts"  # of a game without a catalogue
