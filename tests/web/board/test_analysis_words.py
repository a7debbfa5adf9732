"""What the analysis board says of the game and of who plays a position out, in words as a table has them."""

import pytest
from bs4 import BeautifulSoup


def page_of(client, address: str) -> BeautifulSoup:
    answer = client.get(f"/analysis/{address}")
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


def test_options_that_are_not_as_usual_are_said(client):
    words = page_of(client, "smallsum?option-purse=12&option-variant=alternate").select_one(".unusual")
    assert words is not None
    assert words.text == (
        "Special rules: How the players bet. Here: alternate. Pennies of each player at the start: 12."
    )
    assert not page_of(client, "smallsum?seed=1").select(".unusual")


def test_what_is_known_while_a_position_is_played_out_keeps_the_bot_and_is_told_at_ones_own_turn_alone(
    client,
):
    address = "kuhn-poker?players=2&seed=3&me=0&bot=random"
    fold = page_of(client, address).select_one("details.folded section.worths a")
    assert fold is not None
    worths = page_of(client, str(fold["href"]).removeprefix("/analysis/"))
    ways = [str(x["href"]) for x in worths.select(".choices-worth a")]
    assert [x.endswith("&me=0&bot=random") for x in ways] == [True, True]
    assert not page_of(client, ways[0].removeprefix("/analysis/")).select("section.worths, .folded")


@pytest.mark.parametrize(("options", "bot", "title"), [
    ("", "tablebase", "Perfect by table"), ("", "ismcts", "Tree search"),
    ("&option-suits=4&option-length=6", "tablebase", "Search without a table"),
])  # fmt: skip
def test_who_plays_the_other_seat_is_called_as_in_the_menu(client, options, bot, title):
    address = f"beat-it-or-eat-it?seed=1{options}"
    menu = page_of(client, address).select_one(f"#bot option[value={bot}]")
    assert menu is not None
    assert menu.text == title
    first = page_of(client, f"{address}&me=0&bot={bot}").select_one(".play-out")
    second = page_of(client, f"{address}&me=1&bot={bot}").select_one(".play-out")
    said = [x.text for x in (first, second) if x is not None]
    assert any(f"{title} plays the other seat." in x for x in said)
