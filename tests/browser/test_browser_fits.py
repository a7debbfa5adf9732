"""Every table fits the window: centre, hand and choices are seen without scrolling, in every phase."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from tests.browser.fits import misfits
from tests.browser.people import CHOOSE, CORNER, DESKTOP, PHONE, THINKING, Person
from tests.night import IS_NIGHTLY, LATE

from upcard.engine.registry import valid_games

MOVED = """(turn) => {
  const table = document.getElementById("table");
  const isMine = Number(table.dataset.turn) > turn && table.querySelector(".choice");
  return table.classList.contains("over") || isMine;
}"""
PHASE = """() => {
  const table = document.getElementById("table"), count = (x) => table.querySelectorAll(x).length;
  return [table.classList.contains("over"), count(".ended") > 0, count(".own .kept") > 0,
          [...table.querySelectorAll(".choice .words")].map((x) => x.innerText.split(" ")[0]).sort()[0],
          Math.floor(count(".own .held .card") / 4), Math.floor(count(".middle .card") / 4)].join();
}"""
STRIPS = """() => [...document.querySelectorAll("#table .own .held .card")].map((card) => {
  const box = card.getBoundingClientRect();
  const isSeen = (x) => card.contains(document.elementFromPoint(box.x + x, box.y + 12));
  return Array.from({ length: Math.floor(box.width) }, (_, x) => x).filter(isSeen).length;
})"""
PLACES = """() => {
  const stage = document.querySelector("#table .stage"), { seats } = stage.dataset;
  const regions = [".felt", ".seats", ".middle", ".own", ".acts-room"].map((x) => stage.querySelector(x));
  const ends = [...regions, ...stage.querySelectorAll(".seat")].filter((x) => x).flatMap((x) => {
    const box = x.getBoundingClientRect();
    return [box.top, box.bottom];
  });
  return [`${seats} ${stage.style.getPropertyValue("--fit")}`, ends];
}"""
"""The form and scale of a table, and where its parts and its seats begin and end from above."""

BY_DAY = ("lama", "four-cell", "smallsum", "kuhn-poker")
LEAST_STRIP = 24  # pixels, the least target of WCAG 2.2, success criterion 2.5.8
MOST_TURNS = 400 if IS_NIGHTLY else 9
MOST_PHASES = 40 if IS_NIGHTLY else 3
MOST_SCALES, A_HAIR = 2, 3


def tables() -> list[tuple[str, int]]:
    """Games with numbers of players: at night all, by day the most players of some games."""
    pairs = []
    for game, rules in sorted(valid_games()[0].items()):
        sizes = rules.GAME.table_sizes
        by_day = (max(sizes),) if game in BY_DAY else ()
        pairs += [(game, n) for n in (sizes if IS_NIGHTLY else by_day)]
    return pairs


def fullest(games: Sequence[str]) -> list[tuple[str, int]]:
    """Games with their most players."""
    return [
        (game, max(rules.GAME.table_sizes))
        for game, rules in sorted(valid_games()[0].items())
        if game in games
    ]


def play_a_turn(person: Person, rng: random.Random) -> None:
    """Choose anything, by the list, and wait until something can be chosen again."""
    state = person.state()
    person.page.evaluate(CHOOSE, rng.choice(state.choices)[0])
    person.page.wait_for_function(MOVED, arg=state.turn)


@pytest.mark.parametrize(("game", "players"), tables())
def test_nothing_of_a_table_is_out_of_sight_or_covered(eva: Person, game: str, players: int) -> None:
    eva.open_table(game, "", ["random"] * (players - 1))
    eva.page.wait_for_selector("#table .choice")
    rng, phases = random.Random(7), set[str]()
    wrong: dict[str, Any] = {}
    for _ in range(MOST_TURNS):
        phase = eva.page.evaluate(PHASE)
        if phase not in phases and (len(phases) < MOST_PHASES or phase.startswith("true")):
            phases.add(phase)
            wrong |= {f"{phase} {size}": faults for size, faults in misfits(eva.page).items()}
        if eva.state().is_over:
            break
        play_a_turn(eva, rng)
    assert not wrong
    assert not eva.complaints


@LATE
@pytest.mark.parametrize(
    ("game", "players"), [("lama", 4), ("stoppers", 4), ("smallsum", 2), ("four-cell", 2)]
)
def test_on_a_phone_plates_do_not_become_chips_within_a_match(eva: Person, game: str, players: int) -> None:
    eva.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    eva.open_table(game, "", ["random"] * (players - 1))
    eva.page.wait_for_selector("#table .choice")
    rng, forms = random.Random(5), set[str]()
    for _ in range(20):
        if eva.state().is_over:
            break
        forms.add(eva.page.evaluate("document.querySelector('#table .stage').dataset.seats"))
        play_a_turn(eva, rng)
    assert len(forms) == 1


@LATE
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("game", ["lama", "smallsum", "stoppers"])
def test_a_hint_is_seen_beside_the_hand_and_the_choices_without_scrolling(
    eva: Person, game: str, size: tuple[int, int]
) -> None:
    eva.page.set_viewport_size({"width": size[0], "height": size[1]})
    eva.open_table(game, "", ["random"])
    eva.wait_for_turn(0, mine=True)
    eva.page.get_by_role("button", name="Hint", exact=True).press("Enter")
    eva.page.locator("#hint-answer [data-hint]").wait_for(timeout=THINKING)
    boxes = [
        eva.page.locator(x).first.bounding_box()
        for x in (".board-head", ".hint-sheet", ".own .seat", ".acts-room")
    ]
    assert [x["y"] for x in boxes if x] == sorted(x["y"] for x in boxes if x)
    assert all(x and x["x"] >= 0 and x["y"] + x["height"] <= size[1] for x in boxes)
    assert boxes[1]
    assert boxes[2]
    assert boxes[1]["y"] + boxes[1]["height"] <= boxes[2]["y"]
    eva.page.keyboard.press("Escape")
    assert eva.page.locator(".hint-sheet").count() == 0
    assert eva.page.locator(".hint button").evaluate("x => x === document.activeElement")
    assert not eva.complaints


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_every_card_of_a_full_hand_can_be_touched_also_beside_the_one_below_the_pointer(
    eva: Person, size: tuple[int, int]
) -> None:
    eva.page.set_viewport_size({"width": size[0], "height": size[1]})
    eva.open_table("beat-it-or-eat-it", "", ["random"], length="13")
    eva.wait_for_turn(0, mine=True)
    cards = eva.page.locator("#table .own .held .card")
    assert cards.count() == 13
    for i in (0, 1, 2):
        cards.nth(i).hover(position=CORNER)
        assert min(eva.page.evaluate(STRIPS)) >= LEAST_STRIP
    assert not eva.complaints


@pytest.mark.parametrize(("game", "players"), fullest(sorted(valid_games()[0]) if IS_NIGHTLY else ("lama",)))
def test_nothing_shifts_the_table_from_turn_to_turn(eva: Person, game: str, players: int) -> None:
    """Every seat, the centre, the hand and choices stay where they are, unless all has to become smaller."""
    eva.page.set_viewport_size({"width": 1366, "height": 768})
    eva.open_table(game, "", ["random"] * (players - 1))
    eva.page.wait_for_selector("#table .choice")
    rng, scales = random.Random(5), list[str]()
    scale, places = eva.page.evaluate(PLACES)
    for _ in range(min(40, MOST_TURNS)):
        play_a_turn(eva, rng)
        if eva.state().is_over:
            break
        before, (scale, new) = (scale, places), eva.page.evaluate(PLACES)
        if scale == before[0]:
            assert new == pytest.approx(before[1], abs=A_HAIR)
        else:
            scales.append(scale)
        places = new
    assert len(scales) <= MOST_SCALES


AGAIN = """([round, height]) => {
  const table = document.getElementById("table"), stage = table.querySelector(".stage");
  const other = stage.cloneNode(true);
  const scale = () => document.querySelector("#table .stage").style.getPropertyValue("--own-fit");
  const filler = other.querySelector(".filler") ?? document.createElement("div");
  filler.className = "filler";
  filler.style.cssText = `height: calc(${height}px * var(--own-fit)); width: 1px; flex: none`;
  other.querySelector(".own .seat").append(filler);
  table.dataset.round = round;
  stage.replaceWith(other);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(scale()))));
}"""
"""Draws the table again at a round, with something in the own region that grows with its scale."""


def test_a_region_that_was_crowded_is_as_large_as_before_in_the_next_round(eva: Person) -> None:
    eva.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    eva.open_table("lama", "", ["random"])
    eva.page.wait_for_selector("#table .choice")
    now = eva.page.evaluate("document.getElementById('table').dataset.round")
    before = float(eva.page.evaluate(AGAIN, [now, 0]))
    room = eva.page.evaluate("document.querySelector('#table .own').clientHeight")
    crowded = float(eva.page.evaluate(AGAIN, [now, room / before * 1.1]))
    assert crowded < before
    assert float(eva.page.evaluate(AGAIN, [now, 0])) == crowded  # within a round nothing moves
    assert float(eva.page.evaluate(AGAIN, [f"{now}0", 0])) == pytest.approx(before)


def test_open_cards_of_a_square_can_be_read_on_a_phone(eva: Person) -> None:
    eva.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    eva.open_table("four-cell", "", ["random"])
    eva.page.wait_for_selector("#table .compass")
    for _ in range(12):
        if eva.page.locator("#table .own .kept").count():
            break
        play_a_turn(eva, random.Random(3))
    kept = eva.page.locator("#table .own .kept")
    assert kept.count()
    assert kept.evaluate("x => x.checkVisibility()")
