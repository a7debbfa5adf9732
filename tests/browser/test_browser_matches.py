"""Every game and every variant, played to its end: by two browsers, and by one against a strategy."""

import pytest
from tests.browser.people import Person, play_to_end

from upcard.engine.catalog import sound_games

SHORT = {
    ("beat-it-or-eat-it", ""): {"length": "5"},
    ("beat-it-or-eat-it", "svoyi-koziri"): {"length": "4"},
    ("goofspiel", ""): {"length": "5"},
    "lama": {"target": "1"},
    "smallsum": {"rounds": "2"},
    "stoppers": {"lives": "1"},
}
"""Options with which a match ends soon."""

VARIANTS = [(name, preset) for name, m in sorted(sound_games()[0].items()) for preset in ("", *m.PRESETS)]


def short(game: str, preset: str) -> dict[str, str]:
    return SHORT.get((game, preset), {}) | SHORT.get(game, {})


def is_verified(person: Person) -> bool:
    """Whether the page that deals and plays again finds nothing wrong."""
    person.press(person.page.locator("#panel details.fair summary"))
    person.press(person.page.locator("#panel details.fair a"))
    person.page.wait_for_selector("ul.proved, p.fault")
    return person.page.locator("p.fault").count() == 0


@pytest.mark.parametrize(("game", "preset"), VARIANTS)
def test_two_browsers_play_to_the_end(ana, ben, game, preset):
    path = ana.open_table(game, preset, ["open"], **short(game, preset))
    ben.join(path)
    for person in (ana, ben):
        person.is_keen = game == "beat-it-or-eat-it"
    play_to_end([ana, ben])
    for person in (ana, ben):
        assert "is the turn" not in person.page.inner_text("#table .turn")
        assert person.page.locator("table.result tr").count() == 2
        assert person.complaints == []


@pytest.mark.parametrize(("game", "preset"), VARIANTS)
def test_one_browser_plays_to_the_end_against_a_strategy(ana, ben, game, preset):
    person = ana if VARIANTS.index((game, preset)) % 2 else ben
    person.is_keen = game == "beat-it-or-eat-it"
    bot = "rank-sum" if person.is_keen and preset != "svoyi-koziri" else "random"
    person.open_table(game, preset, [bot], **short(game, preset))
    play_to_end([person])
    assert is_verified(person)
    assert person.complaints == []
