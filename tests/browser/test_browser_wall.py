"""A projector, chosen by address or setting: large letters and cards; and the wall of a class."""

import pytest
from tests.browser.classroom import class_of
from tests.browser.people import WALL, opened
from tests.night import LATE

WIDE = "(x) => document.querySelector(x).getBoundingClientRect().width"
END = "(x) => document.querySelector(x).getBoundingClientRect().bottom"
BEGIN = "(x) => document.querySelector(x).getBoundingClientRect().top"
ROOT = "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
A_DOT = 1  # places are told in parts of it
LETTERS = "() => parseFloat(getComputedStyle(document.querySelector('main.wall')).fontSize)"


@LATE
def test_letters_of_the_wall_grow_as_long_as_all_fits(chromium, server):
    with class_of(chromium, server, ("Otter",)) as room:
        room.begin("Smallsum", rounds="6")
        room.wall.wait_for_function(
            "() => document.querySelector('main.wall').style.getPropertyValue('--letters')"
        )
        few = room.wall.evaluate(LETTERS)
        assert few > 40
        room.check_wall("smallsum")
        room.wall.set_viewport_size({"width": 1920, "height": 560})
        room.wall.wait_for_function(f"() => ({LETTERS})() < {few}")


def test_cards_at_a_table_are_larger_on_a_projector(chromium, server, zoe):
    path = zoe.open_table("smallsum", "", ["random"])
    zoe.wait_for_turn(0, mine=True)
    others = zoe.page.evaluate(WIDE, ".seats .card"), zoe.page.evaluate(WIDE, ".own .card")
    with opened(chromium, server, "Watcher", WALL) as wall:
        wall.context.add_cookies(zoe.context.cookies())
        wall.go(path)
        wall.wait_for_turn(0, mine=True)
        assert wall.page.evaluate(ROOT) == 16  # a wide window alone is no projector
        wall.go(f"{path}?show=projector")
        wall.wait_for_turn(0, mine=True)
        shown = wall.page.evaluate(WIDE, ".seats .card"), wall.page.evaluate(WIDE, ".own .card")
        assert wall.page.evaluate(ROOT) == 24
    # where the cards fill the felt already, they cannot grow with the letters
    assert all(large > small for large, small in zip(shown, others, strict=True)), (shown, others)


@pytest.mark.parametrize(("game", "players"), [("stoppers", 10), ("four-cell", 2), ("four-cell", 4)])
def test_a_table_with_much_on_it_is_seen_whole_on_a_projector(chromium, server, game, players):
    with opened(chromium, server, "Zoe", WALL) as zoe:
        zoe.open_table(game, "", ["random"] * (players - 1))
        zoe.wait_for_turn(0, mine=True)
        assert zoe.page.evaluate(END, ".acts") <= WALL[1]
        assert zoe.page.evaluate(END, ".own") < zoe.page.evaluate(BEGIN, ".acts") + A_DOT
        assert zoe.page.evaluate("() => document.documentElement.scrollWidth") <= WALL[0]


def test_letters_for_a_projector_are_chosen_by_setting_or_address_alone(chromium, server):
    with opened(chromium, server, "Desk", WALL) as desk:
        for path in ("/", "/learn/smallsum", "/analysis/smallsum"):
            desk.go(path)
            assert desk.page.evaluate(ROOT) == 16, path
            desk.go(f"{path}?show=projector")
            assert desk.page.evaluate(ROOT) == 24, path
        desk.page.click("footer .settings summary")
        desk.page.select_option("[data-setting=screen]", "projector")
        desk.go("/")
        assert desk.page.evaluate(ROOT) == 24
