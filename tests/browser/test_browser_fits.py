"""Every table fits the window: centre, hand and choices are seen without scrolling, in every phase."""

import random
from typing import Any

import pytest
from tests.browser.fits import misfits
from tests.browser.people import Person
from tests.night import IS_NIGHTLY

from upcard.engine.registry import valid_games

CHOOSE = """(action) => document.querySelector(`#table .choice[value="${action}"]`).click()"""
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
MOST_TURNS = 400 if IS_NIGHTLY else 9
MOST_PHASES = 40 if IS_NIGHTLY else 3


def tables() -> list[tuple[str, int]]:
    """Games with numbers of players: at night all, by day the fewest and the most."""
    pairs = []
    for game, rules in sorted(valid_games()[0].items()):
        sizes = rules.GAME.table_sizes
        pairs += [(game, n) for n in (sizes if IS_NIGHTLY else sorted({min(sizes), max(sizes)}))]
    return pairs


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
