"""Cards that are equal: where another player plays one, mine stays where it is."""

from typing import Any

from tests.browser.people import DESKTOP, Person, opened

WATCH = """() => {
  window.flown = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const card = this.querySelector("[data-key]"), where = this.closest("[data-where]");
    if (card) window.flown.push([card.dataset.key, where.dataset.where, Boolean(this.closest(".own"))]);
    return animate.call(this, frames, options);
  };
}"""
TAKE = "() => window.flown.splice(0)"
AT_REST = "() => document.getAnimations().length === 0"
SHOWN = """() => ({
  mine: [...document.querySelectorAll("#table .own [data-key]")].map((x) => x.dataset.key),
  top: document.querySelector("#table [data-where=top] [data-key]").dataset.key,
  rounds: document.querySelector("#table").innerText.match(/rounds\\s+(\\d+)/i)?.[1],
})"""


def one_turn(
    mover: Person, watcher: Person
) -> tuple[dict[str, Any], dict[str, Any], list[tuple[str, str, bool]]]:
    """What the watcher saw before and after an action of the mover, and the cards that flew there."""
    watcher.page.wait_for_function(AT_REST)
    before = watcher.page.evaluate(SHOWN)
    watcher.page.evaluate(TAKE)
    mover.act()
    watcher.wait_for_turn(mover.state().turn)
    return before, watcher.page.evaluate(SHOWN), watcher.page.evaluate(TAKE)


def test_only_the_card_that_was_played_flies(chromium, server, ben):
    with opened(chromium, server, "Mia", DESKTOP, reduced_motion="no-preference") as mia:
        path = mia.open_table("lama", "official", ["open"], target="400")
        ben.join(path)
        mia.wait_for_turn(0, mine=True)
        ben.catch_up(mia)
        mia.page.evaluate(WATCH)
        equal = 0
        for _ in range(120):
            if not ben.state().choices:
                mia.act()
                ben.wait_for_turn(mia.state().turn)
                continue
            before, after, flown = one_turn(ben, mia)
            if before["mine"] != after["mine"]:  # a new round
                assert not set(before["mine"]) & set(after["mine"])
            elif before["top"] == after["top"]:
                assert flown == []
            else:
                assert [x for x in flown if x[2]] == []
                assert {key for key, where, _ in flown if where == "top"} == {after["top"]}
                kind = after["top"].split(".")[0]
                equal += kind in {key.split(".")[0] for key in before["mine"]}
            if equal >= 2:
                break
        assert equal >= 2
        assert mia.complaints == []
