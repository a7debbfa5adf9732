"""A position that is played out against a bot: what is known of it is shown to who asks for it."""

import pytest
from tests.browser.people import THINKING, Person

KNOWN = {"beat-it-or-eat-it?option-length=4&seed=2": "worths", "stoppers?players=3&seed=1": "insight"}


@pytest.mark.parametrize(("board", "part"), KNOWN.items())
def test_who_plays_on_against_a_bot_is_told_more_where_he_opens_it(eva: Person, board: str, part: str):
    page = eva.go(f"/analysis/{board}")
    known = f"section.{part} table"
    page.wait_for_selector(known, timeout=THINKING)
    assert page.get_by_text("show all cards").count() == (part == "insight")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_navigation():
        page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_timeout(300)
    assert not page.locator(known).count()
    assert not [x for x in asked if "/worths" in x or "/insight" in x]
    page.locator("details.folded summary").click()
    page.wait_for_selector(known, timeout=THINKING)
    assert page.locator(known).first.is_visible()
    assert [x for x in asked if f"/{part}" in x]
