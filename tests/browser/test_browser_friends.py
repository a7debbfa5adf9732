"""Friends before and during a match: who waits, who starts, and what they agree on."""

from playwright.sync_api import expect
from tests.browser.people import DESKTOP, PHONE, THINKING, Person, opened, play_to_end
from tests.night import LATE


def button(person: Person, words: str):
    return person.page.get_by_role("button", name=words, exact=True)


def test_three_people_and_a_computer_meet_before_a_match(ana, ben, chromium, server):
    path = ana.open_table("lama", "", ["open"] * 4)
    ben.join(path)
    cleo = Person("Cleo", chromium.new_context(), server.address)
    cleo.join(path)
    expect(ana.page.locator(".here-count")).to_contain_text("3 of 5 are here")
    expect(button(ben, "Start with those who are here")).to_have_count(0)
    ana.press(button(ana, "Remove Cleo"))
    expect(cleo.page.locator("#table .notice")).to_contain_text("Ana removed you from this table")
    ana.press(button(ana, "Let Cleo back in"))
    expect(cleo.page.get_by_role("button", name="Take a seat")).to_be_visible()
    cleo.join(path)
    ana.press(ana.page.locator(".rules-change summary"))
    ana.page.select_option("#players", "4")
    ana.page.select_option("#preset", "paper")
    ana.press(button(ana, "Change"))
    expect(ben.page.locator(".here-count")).to_contain_text("3 of 4 are here. Variant: paper")
    ana.press(button(ana, "Fill with computers"))
    for person in (ana, ben, cleo):
        expect(person.page.locator("#table.board [data-plate]")).to_have_count(4)
        assert not person.complaints
    cleo.context.close()


def test_a_guest_leaves_and_the_host_starts_alone(ana, ben):
    path = ana.open_table("stoppers", "", ["open", "open"])
    ben.join(path)
    ben.press(button(ben, "Leave this table"))
    ben.page.wait_for_url("**/mine")
    expect(ana.page.locator(".here-count")).to_contain_text("1 of 3 are here")
    ana.press(button(ana, "Fill the free seats with computers and start"))
    expect(ana.page.locator("#table.board [data-plate]")).to_have_count(3)


def test_two_agree_and_meet_again_in_a_rematch(ana, ben):
    path = ana.open_table("leduc-poker", "", ["open"])
    ben.join(path)
    for person in (ana, ben):
        person.page.locator("#table.board").wait_for()
    first, second = (ana, ben) if ana.page.locator(".choice").count() else (ben, ana)
    first.act()
    first.press(button(first, "Offer to take my move back"))
    second.press(button(second, "Accept"))
    first.wait_for_turn(0, mine=True)
    expect(second.page.locator(".taken-back")).to_have_text("1 move was taken back in this match.")
    first.press(button(first, "Offer a draw"))
    second.press(button(second, "Accept"))
    for person in (ana, ben):
        expect(person.page.locator("#table.over")).to_contain_text("The players agreed on a draw.")
    ana.press(ana.page.get_by_role("button", name="Rematch").first)
    expect(ben.page.locator(".rematch-call")).to_contain_text("Ana wants a rematch.")
    ben.press(ben.page.locator(".rematch-call").get_by_role("button", name="Go to the next match"))
    for person in (ana, ben):
        expect(person.page.locator("#table.board:not(.over)")).to_be_visible()
        assert not person.complaints


def test_a_planned_answer_is_chosen_from_menus_and_shown_without_reload(ana, ben):
    path = ana.open_table("leduc-poker", "", ["open"])
    ben.join(path)
    for person in (ana, ben):
        person.page.locator("#table.board").wait_for()
    first, second = (ana, ben) if ana.page.locator(".choice").count() else (ben, ana)
    second.press(second.page.locator(".desk > summary"))
    planned = second.page.locator("form.planned", has_text="If they choose check")
    planned.locator("select").select_option("check")
    second.press(planned.get_by_role("button", name="Add plan"))
    expect(second.page.locator("ol.plans")).to_have_text("if “check”, check")
    first.press(first.page.locator("#table .choice", has_text="check"))
    second.page.locator("#table.board:not([data-turn='0'])").wait_for()
    expect(second.page.locator("ol.plans")).to_have_count(0)


def test_a_move_against_a_computer_is_taken_back_at_once(ana):
    ana.open_table("goofspiel", "", ["random"])
    ana.wait_for_turn(0, mine=True)
    ana.act()
    ana.wait_for_turn(2, mine=True)
    ana.press(button(ana, "Take back"))
    expect(ana.page.locator("#table[data-turn='0']")).to_be_visible()
    ana.act()
    ana.wait_for_turn(2, mine=True)


def test_two_play_a_series_and_meet_again_at_the_next_hand(ana, ben):
    path = ana.open_table("kuhn-poker", "", ["open"], hands="2")
    ben.join(path)
    for person in (ana, ben):
        person.page.locator("#table.board").wait_for()
    play_to_end((ana, ben))
    expect(ben.page.locator(".finale .of-series")).to_have_text("Hand 1 of 2")
    ana.press(button(ana, "Next hand"))
    for person in (ana, ben):
        expect(person.page.locator("#table.board:not(.over)")).to_be_visible()
        expect(person.page.locator(".table-title .of-series")).to_have_text("hand 2 of 2")
    assert ben.page.url == ana.page.url
    play_to_end((ana, ben))
    expect(ben.page.locator(".finale .headline")).to_contain_text("series")
    expect(button(ben, "Rematch (a new series)")).to_be_visible()
    for person in (ana, ben):
        assert not person.complaints


PHONE_NOTIFICATIONS = """
window.Notification = class {
  static permission = "granted";
  constructor() { throw new TypeError("Illegal constructor"); }
};
Object.defineProperty(document, "hidden", { get: () => true });
localStorage.setItem("upcard-notify", "yes");
"""
MY_TURN = """async () => {
  await navigator.serviceWorker.ready;
  const turn = document.querySelector("#table .turn");
  for (const isMine of [false, true]) {
    turn.classList.toggle("mine", isMine);
    turn.append(document.createElement("i"));
    await new Promise(requestAnimationFrame);
  }
}"""
TITLES = """async () => {
  const notes = await (await navigator.serviceWorker.ready).getNotifications();
  return notes.map((x) => `${x.title}: ${x.body}, ${x.tag}`).join();
}"""


@LATE
def test_a_phone_is_notified_by_the_service_worker(chromium, server):
    """Browsers of phones refuse the notifications of pages."""
    with opened(chromium, server, "Ida", DESKTOP, service_workers="allow") as ida:
        ida.context.grant_permissions(["notifications"])
        ida.page.add_init_script(PHONE_NOTIFICATIONS)
        path = ida.open_table("goofspiel", "", ["random"])
        ida.wait_for_turn(0, mine=True)
        ida.page.evaluate(MY_TURN)
        ida.page.wait_for_function(TITLES, timeout=THINKING)
        assert ida.page.evaluate(TITLES) == f"It is your turn: Goofspiel, {path}"
        assert not ida.complaints


@LATE
def test_a_series_with_computers_and_a_watcher_continues_after_a_new_start(chromium, mortal):
    with opened(chromium, mortal, "Ana", PHONE) as ana, opened(chromium, mortal, "Eva", DESKTOP) as eva:
        path = ana.open_table("high-card", "", ["level-casual", "random"], hands="5")
        eva.go(path)
        names = set()
        for hand in range(1, 6):
            for person in (ana, eva):
                expect(person.page.locator(".table-title .of-series")).to_have_text(f"hand {hand} of 5")
            play_to_end((ana,))
            lines = ana.page.locator(".finale .series-table tbody tr")
            names.add(frozenset(lines.locator("th").all_inner_texts()))
            totals = [x.replace("−", "-") for x in lines.locator(".total").all_inner_texts()]
            assert sum(map(int, totals)) == 0
            if hand == 2:
                mortal.stop()
                mortal.start()
            if hand < 5:
                ana.press(button(ana, "Next hand"))
        assert len(names) == 1
        expect(eva.page.locator(".finale .headline")).to_contain_text("series")
        expect(button(ana, "Rematch (a new series)")).to_be_visible()
