"""What an address of a position says and nobody reads is refused; what the pages themselves say is not."""

import pytest
from tests.web.browsing import attribute, filled, page_of, soup_of

GUESSED = [
    ("stoppers", "player=2&seed=3", "no part 'player'; did you mean 'players'?"),
    ("leduc-poker", "Seed=3", "no part 'Seed'; did you mean 'seed'?"),
    ("le-her", "delt=7.10", "no part 'delt'; did you mean 'dealt'?"),
    ("smallsum", "variant=choice", "no part 'variant'; did you mean 'option-variant'?"),
    ("smallsum", "option-varant=choice", "no part 'option-varant'; did you mean 'option-variant'?"),
    ("smallsum", "option-varant=", "no part 'option-varant'; did you mean 'option-variant'?"),
    ("kuhn-poker", "seed=5&money=4", "no part 'money'; known: dealt, do, number, players, seed, state"),
]


@pytest.mark.parametrize(("game", "query", "reason"), GUESSED)
def test_a_part_that_nobody_reads_is_refused_with_a_guess(client, game, query, reason):
    answer = client.get(f"/analysis/{game}?{query}")
    assert answer.status_code == 422
    assert reason in soup_of(answer.text).select(".fault")[0].text


@pytest.mark.parametrize("page", ["worths", "insight", "reach", "cards", "places"])
def test_every_page_of_the_board_refuses_it(client, page):
    answer = client.get(f"/analysis/beat-it-or-eat-it/{page}?option-length=4&sed=2")
    assert answer.status_code == 422
    assert "no part 'sed'; did you mean 'seed'?" in soup_of(answer.text).text


def test_programs_are_refused_too(client):
    answer = client.get("/api/v1/analysis/stoppers?player=2")
    assert answer.status_code == 422
    assert "an address of stoppers has no part 'player'; did you mean 'players'?" in answer.text


def test_what_only_one_page_reads_is_refused_by_the_others(client):
    """On the board itself pennies and a card to put would be left aside."""
    for query in ("smallsum?pennies=5", "smallsum/cards?card=5", "beat-it-or-eat-it?card=5&into=1"):
        assert client.get(f"/analysis/{query}").status_code == 422


@pytest.mark.parametrize("way", ["", "/reach", "/cards"])
def test_the_form_for_another_position_says_nothing_that_is_refused(client, way):
    for game in ("smallsum", "beat-it-or-eat-it", "lama"):
        form = filled(page_of(client, f"/analysis/{game}?seed=2"), ".setup form")
        form = {k: x for k, x in form.items() if way or k != "pennies"}  # which goes to /reach or /cards
        answer = client.get(f"/analysis/{game}{way}", params=form)
        assert answer.status_code == 200, answer.text


def test_every_link_of_a_board_in_use_is_understood(client):
    here = "/analysis/smallsum?option-variant=choice&seed=3&number=2&me=0&bot=random&side=1&open=1"
    soup = page_of(client, here)
    links = {str(a["href"]) for a in soup.select("nav.steps a")}
    assert len(links) >= 4
    for link in links:
        page_of(client, link)
    assert page_of(client, attribute(soup, ".worths a", "href"))


def test_how_others_play_is_asked_with_the_whole_address(client):
    """The form repeats all that the address says."""
    for part in ("insight", "worths"):
        page_of(client, f"/analysis/stoppers/{part}?players=3&seed=2&side=1&assumed=6")


@pytest.mark.parametrize(
    "added",
    [
        "utm_source=chat",
        "UTM_source=chat",
        "fbclid=x1",
        "msclkid=x1",
        "igsh=x1",
        "gad_source=1",
        "_gl=1*x",
        "si=x1",
        "ref=chat",
    ],
)
def test_what_a_messenger_adds_to_a_shared_address_is_left_aside(client, added):
    assert client.get(f"/analysis/kuhn-poker?seed=5&{added}").status_code == 200
