"""Every animation is followed: the cards that move are those that the server names, and no others."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser
from playwright.sync_api import TimeoutError as DriverTimeout
from tests.browser.people import DESKTOP, PATIENCE, TWO_FRAMES, Person, opened
from tests.browser.server import Server
from tests.browser.test_browser_pages import check_access
from tests.night import LATE

WATCH = """() => {
  window.animated = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options), zone = this.closest("[data-where]");
    const card = this.closest(".card"), seat = this.closest("[data-plate]")?.dataset.plate ?? "";
    const { key = "", from = "" } = card?.dataset ?? {};
    window.animated.push({ animation, key, from, to: `${seat}:${zone?.dataset.where}` });
    return animation;
  };
}"""
TAKE = """() => window.animated.splice(0).map(
  ({ animation, ...x }) => ({ ...x, id: animation.id, what: animation.id.split(" ")[0] }))"""
AT_REST = "() => document.getAnimations().length === 0"
NAMED = """() => [...document.querySelectorAll("#table [data-from]")]
  .filter((x) => !x.closest(".below"))
  .map((x) => [x.dataset.key ?? "", x.dataset.from,
    `${x.closest("[data-plate]")?.dataset.plate ?? ""}:${x.closest("[data-where]").dataset.where}`])"""
SHOWN = """() => ({
  mine: [...document.querySelectorAll("#table .own [data-key]")].map((x) => x.dataset.key),
  top: document.querySelector("#table [data-where=top] [data-key]")?.dataset.key,
  dealt: "dealt" in document.querySelector("#table").dataset,
})"""

Way = tuple[str, str, str]
"""The identity of a card, empty face down, and the zones that it left and reached."""


@dataclass(frozen=True)
class Seen:
    """What a watcher's browser showed around an action: the named and the animated cards, and its table."""

    before: dict[str, Any]
    after: dict[str, Any]
    named: set[Way]
    moved: set[Way]
    kinds: set[str]


@contextmanager
def moving(chromium: Browser, server: Server, name: str) -> Iterator[Person]:
    """Somebody whose browser shows all motion."""
    with opened(chromium, server, name, DESKTOP, reduced_motion="no-preference") as person:
        yield person
        assert person.complaints == []


def around(watcher: Person, act: Callable[[], int]) -> Seen:
    """What the watcher sees of an action, which gives the number of actions after it."""
    watcher.page.wait_for_function(AT_REST)
    before = watcher.page.evaluate(SHOWN)
    watcher.page.evaluate(TAKE)
    watcher.wait_for_turn(act())
    animated = watcher.page.evaluate(TAKE)
    named = {tuple(x) for x in watcher.page.evaluate(NAMED)}
    moved = {(x["key"], x["from"], x["to"]) for x in animated if x["what"] == "move"}
    seen = Seen(before, watcher.page.evaluate(SHOWN), named, moved, {x["what"] for x in animated})
    assert seen.moved == seen.named
    return seen


def on_turn(*people: Person) -> Person:
    """Return who can act, as soon as a browser shows it."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE / 1000:
        for person in people:
            if person.state().choices:
                return person
        people[0].page.evaluate(TWO_FRAMES)
    seen = [(x.state(), x.page.locator("#table").inner_text()) for x in people]
    raise DriverTimeout(f"Timeout {PATIENCE:.0f}ms exceeded: nobody can act: {seen}")


def act_of(person: Person) -> Callable[[], int]:
    """Any action of a person."""

    def act() -> int:
        person.act()
        return person.state().turn

    return act


def lama_act(person: Person, verbs: tuple[str, ...]) -> Callable[[], int]:
    """The action of a person at L.A.M.A. that begins with the first of these verbs that is possible."""
    words = person.page.locator("#table .choice .words").all_inner_texts()
    return choose(person, next(x for verb in verbs for x in words if x.startswith(verb)))


def choose(person: Person, words: str) -> Callable[[], int]:
    """The action of a person that is called so."""

    def act() -> int:
        before = person.state().turn
        person.choose(words)
        person.wait_for_turn(before + 1)
        return person.state().turn

    return act


def test_in_lama_only_the_card_that_was_played_flies_though_others_are_equal(chromium, server, ben):
    with moving(chromium, server, "Mia") as mia:
        path = mia.open_table("lama", "official", ["open"], target="10000")
        ben.join(path)
        mia.wait_for_turn(0, mine=True)
        ben.catch_up(mia)
        mia.page.evaluate(WATCH)
        equal = deals = 0
        for _ in range(160):
            verbs = ("quit",) if equal else ("play", "draw", "quit")
            if on_turn(mia, ben) is mia:
                ben.wait_for_turn(lama_act(mia, verbs)())
                continue
            seen = around(mia, lama_act(ben, verbs))
            if seen.after["dealt"]:
                deals += 1
                assert not set(seen.before["mine"]) & set(seen.after["mine"])
                assert seen.moved == set()
                assert seen.kinds == {"deal"}
            elif seen.before["top"] == seen.after["top"]:
                assert seen.moved <= {("", ":stock", "1:hand")}
            else:
                old, new = seen.before["top"], seen.after["top"]
                assert seen.moved == {(new, "1:hand", ":top"), (old, ":top", ":pile")}
                equal += new.split(".")[0] in {key.split(".")[0] for key in seen.before["mine"]}
            if equal and deals:
                break
        assert (equal > 0, deals > 0) == (True, True)


def test_in_stoppers_a_swap_moves_the_two_cards_for_everybody(chromium, server, ben):
    with moving(chromium, server, "Mia") as mia, moving(chromium, server, "Udo") as udo:
        path = mia.open_table("stoppers", "classroom", ["open"], first_dealer="1", lives="12")
        ben.join(path)
        ben.wait_for_turn(0, mine=True)
        udo.go(path)
        for person in (mia, udo):
            person.page.evaluate(WATCH)
        for _ in range(12):
            dealer, other = (mia, ben) if on_turn(mia, ben) is ben else (ben, mia)
            turn = other.state().turn
            watcher = around(udo, choose(other, "swap"))
            mia.wait_for_turn(turn + 1)
            if watcher.moved:
                break
            assert not watcher.kinds
            assert udo.page.locator("#table .call").all_inner_texts() == ["Stopper!"]
            udo.page.evaluate(TAKE)
            for person in (dealer, other):  # the dealer, then the next round
                if person.state().choices:
                    choose(person, "keep")()
            mia.wait_for_turn(ben.state().turn)
        assert watcher.moved == {("", "0:card", "1:card"), ("", "1:card", "0:card")}
        (mine,) = mia.page.evaluate(SHOWN)["mine"]
        own = {(x["key"], x["from"], x["to"]) for x in mia.page.evaluate(TAKE) if x["what"] == "move"}
        assert own == {(mine, "1:card", "0:card"), ("", "0:card", "1:card")}


def test_in_four_cell_the_new_cross_comes_from_the_two_players(chromium, server, ben):
    with moving(chromium, server, "Mia") as mia:
        path = mia.open_table("four-cell", "first-format", ["open"])
        ben.join(path)
        mia.wait_for_turn(0, mine=True)
        ben.catch_up(mia)
        mia.page.evaluate(WATCH)
        around(mia, act_of(mia))
        seen = around(mia, act_of(ben))
        cells = {to for _, source, to in seen.moved if to[:1] == ":" and source[:1] != ":"}
        (cell,) = cells
        ways = {(source, to) for _, source, to in seen.moved}
        assert {("0:disclosed", cell), ("1:hand", cell)} <= ways
        assert {(cell, "0:pile"), (cell, "1:pile")} <= ways
        assert ways - {("0:disclosed", cell), ("1:hand", cell), (cell, "0:pile"), (cell, "1:pile")} <= {
            (":stock", "0:hand"), (":stock", "1:hand"),
        }  # fmt: skip
        assert "turn" in seen.kinds


@LATE
def test_with_reduced_motion_nothing_moves(chromium, server, ben):
    with opened(chromium, server, "Mia", DESKTOP) as mia:
        path = mia.open_table("lama", "official", ["open"], target="400")
        ben.join(path)
        mia.wait_for_turn(0, mine=True)
        ben.catch_up(mia)
        mia.page.evaluate(WATCH)
        for _ in range(30):
            mover, other = (ben, mia) if on_turn(mia, ben) is ben else (mia, ben)
            mover.act()
            other.wait_for_turn(mover.state().turn)
            assert mia.page.evaluate(MOTION) == 0
        assert mia.page.evaluate(TAKE) == []


AMOUNTS = """() => [...document.querySelectorAll(".round-end .ended-seat")].map((seat) => ({
  seat: seat.dataset.seat, words: seat.querySelector("p").textContent.trim(),
  cards: seat.querySelectorAll(".card").length, turned: seat.querySelectorAll("[data-turned]").length,
  won: [...seat.querySelectorAll(".amount.won img")].map((x) => x.dataset.from),
  lost: seat.querySelectorAll(".amount.lost img").length,
  facts: [...seat.querySelectorAll(".amount.fact")].map((x) => [x.querySelector(".label").textContent,
    x.querySelectorAll("img[src*=penny]").length, x.querySelectorAll("img[src*=fist]").length]),
}))"""
MOTION = "() => document.getAnimations().filter((x) => !(x instanceof CSSTransition)).length"
SPOKEN = """() => [...document.querySelectorAll(".visually-hidden[role=status]")]
  .some((x) => x.textContent.startsWith("Round 1 is over."))"""
PENNIES = """() => [...document.querySelectorAll("#table .felt [data-plate] .number")]
  .filter((x) => x.querySelector("dt").textContent === "pennies")
  .map((x) => Number(x.querySelector("dd").textContent))"""
UNSCROLLED = "() => [document.querySelector('.round-end')].every((x) => x.scrollHeight <= x.clientHeight + 1)"
OPEN = "() => Boolean(document.querySelector('.round-end'))"
CLOSED = "() => !document.querySelector('.round-end')"


def play_round(mia: Person, ben: Person, words: tuple[str, str]) -> None:
    """Let both do what the words say until the round is over, from its first action."""
    for _ in range(2):
        mover, other, wanted = (mia, ben, words[0]) if on_turn(mia, ben) is mia else (ben, mia, words[1])
        other.wait_for_turn(choose(mover, wanted)())


def smallsum(mia: Person, ben: Person, variant: str = "basic") -> None:
    path = mia.open_table("smallsum", variant, ["open"], first="rotate")
    ben.join(path)
    mia.wait_for_turn(0, mine=True)
    ben.catch_up(mia)


@LATE
def test_in_smallsum_fists_open_cards_turn_and_pennies_slide_to_the_winner(chromium, server, ben):
    with opened(chromium, server, "Mia", DESKTOP, pause="wait", reduced_motion="no-preference") as mia:
        smallsum(mia, ben)
        mia.page.evaluate(WATCH)
        for _ in range(4):  # until somebody wins
            play_round(mia, ben, ("hide 1 penny", "hide 1 penny"))
            mia.page.wait_for_function(OPEN)
            names = [x["id"] for x in mia.page.evaluate(TAKE)]
            one, other = mia.page.evaluate(AMOUNTS)
            mia.page.wait_for_function(AT_REST)
            mia.page.keyboard.press("Enter")
            mia.page.wait_for_function(CLOSED)
            if one["won"] or other["won"]:
                break
        assert (one["cards"], one["turned"], other["cards"], other["turned"]) == (3, 0, 3, 1)
        assert ["bet", 1, 1] in one["facts"]
        assert ["bet", 1, 1] in other["facts"]
        winner, loser = (one, other) if one["won"] else (other, one)
        assert winner["won"] == [f"{loser['seat']}:"] * 2
        assert loser["lost"] == 2
        assert names.count(f"slide {loser['seat']}: {winner['seat']}:") == 2
        assert names.count("fist") == 2
        assert sum(name.startswith("turn") for name in names) == 2 * other["turned"]
        assert mia.complaints == []


def test_the_end_of_a_round_is_shown_without_motion_and_waits_for_a_key(chromium, server, ben):
    """Reduced motion shows the same; the focus goes to the button, and then back to the table."""
    with opened(chromium, server, "Mia", DESKTOP, types=True, pause="wait") as mia:
        smallsum(mia, ben, "alternate")
        play_round(mia, ben, ("check", "check"))
        mia.page.wait_for_function(OPEN)
        assert mia.page.evaluate(MOTION) == 0
        dialog = mia.page.get_by_role("dialog")
        assert "Round 1 is over" in dialog.inner_text()
        assert len(mia.page.evaluate(AMOUNTS)) == 2
        assert mia.page.evaluate("() => document.activeElement.textContent") == "Next round"
        check_access(mia.page)
        ben.wait_for_turn(2, mine=True)
        choose(ben, "check")()  # the next round goes on beneath
        mia.page.wait_for_function("() => Number(document.getElementById('table').dataset.turn) === 3")
        assert mia.page.evaluate(OPEN)
        mia.page.keyboard.press("Escape")
        mia.page.wait_for_function(CLOSED)
        assert mia.page.evaluate("() => Boolean(document.activeElement.closest('#table'))")
        assert mia.complaints == []


@LATE
def test_the_end_of_a_round_closes_by_itself_for_watchers_and_as_set(chromium, server, ben):
    with (
        opened(chromium, server, "Mia", DESKTOP, pause="short") as mia,
        opened(chromium, server, "Udo", DESKTOP, pause="wait") as udo,
        opened(chromium, server, "Pia", DESKTOP, pause="no") as pia,
    ):
        smallsum(mia, ben)
        for person in (udo, pia):
            person.go("/t/" + mia.page.url.rsplit("/", 1)[1])
        before = mia.page.evaluate("() => document.activeElement.tagName")
        play_round(mia, ben, ("hide 1 penny", "hide 0 pennies"))
        for person in (mia, udo):
            person.page.wait_for_function(OPEN)
            assert person.page.locator("div.round-end").count() == 1
            person.page.wait_for_function(SPOKEN)
        assert mia.page.evaluate("() => document.activeElement.closest('.round-end')") is None, before
        pia.wait_for_turn(2)
        for person in (mia, udo, pia):
            person.page.wait_for_function(CLOSED)
        assert pia.page.locator("#table .ended").count() == 1


def test_in_lama_everybody_sees_what_the_others_were_left_with(chromium, server, ben):
    with opened(chromium, server, "Mia", DESKTOP, pause="wait") as mia:
        path = mia.open_table("lama", "official", ["open"], target="400")
        ben.join(path)
        mia.wait_for_turn(0, mine=True)
        ben.catch_up(mia)
        play_round(mia, ben, ("quit", "quit"))
        mia.page.wait_for_function(OPEN)
        one, other = mia.page.evaluate(AMOUNTS)
        assert (one["cards"], one["turned"], other["cards"], other["turned"]) == (6, 0, 6, 6)
        assert "points" in one["words"]
        assert "Everyone has quit." in mia.page.locator(".round-end .verdict").inner_text()
        for size, is_shown in (((1920, 1080), True), ((390, 844), False)):
            mia.page.evaluate("(x) => document.documentElement.classList.toggle('projector', x)", is_shown)
            mia.page.set_viewport_size({"width": size[0], "height": size[1]})
            mia.page.wait_for_function(UNSCROLLED)
        assert mia.page.locator("#table .own .card.can, #table .own .card.idle").count() == 6


@LATE
def test_in_smallsum_pennies_slide_from_both_players_into_the_pot(chromium, server, ben):
    with moving(chromium, server, "Mia") as mia:
        smallsum(mia, ben, "alternate")
        ben.wait_for_turn(choose(mia, "bet 1")())
        mia.page.evaluate(WATCH)
        before = mia.page.evaluate(PENNIES)
        mia.wait_for_turn(choose(ben, "match")())
        slid = [x["id"] for x in mia.page.evaluate(TAKE) if x["what"] == "slide"]
        assert sorted(slid) == ["slide 0:pennies :pot", "slide 1:pennies :pot"]
        mia.page.wait_for_function(f"() => ({PENNIES})().join() === '{before[0] - 1},{before[1] - 1}'")
        assert mia.complaints == []


@LATE
def test_in_liars_dice_the_hidden_die_is_uncovered(chromium, server, ben):
    with moving(chromium, server, "Mia") as mia:
        path = mia.open_table("liars-dice", "", ["open"])
        ben.join(path)
        mia.wait_for_turn(0, mine=True)
        ben.catch_up(mia)
        mia.page.evaluate(WATCH)
        while not mia.state().is_over:
            mover, other = (mia, ben) if on_turn(mia, ben) is mia else (ben, mia)
            mover.is_keen = True
            mover.act()
            other.wait_for_turn(mover.state().turn)
        mia.page.wait_for_function("() => document.querySelector('#table.over')")
        assert [x["id"] for x in mia.page.evaluate(TAKE)].count("uncover") == 1
