"""Every first game to its end, by keyboard at a desk and by touch on a phone, with pictures if asked for."""

import os
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from tests.browser.people import Person
from tests.browser.test_browser_pages import GRAVE, NO_AXE, TOO_WIDE
from tests.night import LATE

from upcard.engine.registry import valid_games
from upcard.play.first_game import first_game

BY_DAY = ("lama", "smallsum")
NAMES = [
    pytest.param(name, marks=() if name in BY_DAY else LATE)
    for name in sorted(valid_games()[0])
    if first_game(name)
] + [pytest.param("smallsum alternate", marks=LATE)]
ASKED = os.environ.get("UPCARD_SCREENSHOTS", "")
HIDDEN = """() => [...document.querySelectorAll("#coach, .own, .middle, #acts .choice:not(.on-card)")]
  .map((x) => [x, x.getBoundingClientRect()])
  .filter(([, box]) => box.height)
  .filter(([, box]) => box.bottom > innerHeight + 1 || box.top < -1 || box.right > innerWidth + 1)
  .map(([x, box]) => `${x.className} ${Math.round(box.top)} to ${Math.round(box.bottom)}`)"""
COVERED = """() => {
  const coach = document.getElementById("coach").getBoundingClientRect();
  const felt = document.querySelector(".felt").getBoundingClientRect();
  return coach.right > felt.left + 1 && coach.left < felt.right - 1 && coach.bottom > felt.top + 1;
}"""


def look(person: Person, name: str, step: str) -> None:
    """What nobody may meet: serious findings of axe, something beside the window, or covered."""
    page = person.page
    if ASKED:
        page.screenshot(path=Path(ASKED) / f"first-{name}-{step}-{'phone' if person.taps else 'desk'}.png")
    assert page.evaluate(TOO_WIDE) <= 0, (name, step)
    assert page.locator(".round-end").count() == 0, (name, step)  # the coach says how a round ended
    if step != "check":
        assert page.evaluate(HIDDEN) == [], (name, step)
        assert not page.evaluate(COVERED), (name, step)


def check_axe(person: Person) -> None:
    if person.page.evaluate(NO_AXE):
        person.page.evaluate(AXE_SCRIPT)
    assert person.page.evaluate(GRAVE) == []


def play_first_game(person: Person, name: str) -> None:
    """Go through all steps, and answer all questions rightly."""
    game, _, preset = name.partition(" ")
    first, page = first_game(game, preset), person.go(f"/learn/{game}/first?preset={preset}")
    assert first is not None
    first_move = next(i for i, step in enumerate(first.steps, 1) if step.play)
    for number, step in enumerate(first.steps, 1):
        page.wait_for_function(
            "n => document.querySelector('#coach .dots').textContent.includes(n)", arg=f"{number} of"
        )
        look(person, name, str(number))
        if number in (1, first_move):
            check_axe(person)
        if not step.play:
            person.press(page.locator("#coach .next"))
            continue
        right = str(first.right_move(number))
        if person.types:
            person.type(next(n for a, n in person.state().choices if a == right))
        else:
            person.touch(right)
    page.wait_for_url("**step=check")
    look(person, name, "check")
    for i, question in enumerate(first.questions):
        answer = page.locator(f"input[name='q{i}'][value='{question.right}']")
        answer.press(" ") if person.types else answer.tap()
    person.press(page.get_by_role("button", name="Check my answers"))
    page.wait_for_selector("text=All five are right")
    check_axe(person)


@pytest.mark.parametrize("name", NAMES)
def test_a_first_game_is_played_to_its_end_by_keyboard(ana: Person, name: str) -> None:
    play_first_game(ana, name)
    assert ana.complaints == []


@pytest.mark.parametrize("name", NAMES)
def test_a_first_game_is_played_to_its_end_by_touch(ben: Person, name: str) -> None:
    play_first_game(ben, name)
    assert ben.complaints == []
