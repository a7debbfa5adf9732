"""Who plays with whom: a teacher with a phone makes groups, by keys alone, and all phones follow."""

from urllib.parse import urlsplit

from playwright.sync_api import Route, expect
from tests.browser.classroom import class_of, look_with
from tests.browser.people import PHONE, opened
from tests.night import LATE

NAMES = ("Otter", "Lynx", "Heron", "Badger", "Falcon")
TITLE = "Smallsum"


@LATE
def test_a_teacher_makes_groups_on_a_phone_by_keys_alone(chromium, server):
    with class_of(chromium, server, NAMES[:2]) as room:
        room.fill(*NAMES[2:])
        otter, lynx = room.phones
        page = room.teacher.page
        page.get_by_text("Lead from another device").click()
        link = str(page.get_by_role("link", name="your private link").get_attribute("href"))
        with opened(chromium, server, "Teacher's phone", PHONE) as leading:
            phone = leading.go(urlsplit(link).path)
            phone.locator(".activities").get_by_role("link", name=TITLE, exact=True).press("Enter")
            phone.get_by_role("button", name="See the groups first").press("Enter")
            expect(phone.locator(".teams .group-places")).to_have_text(
                ["Otter, Heron and Falcon", "Lynx and Badger"]
            )
            expect(otter.page.locator("#place")).to_contain_text("Group 1: you, Heron and Falcon.")
            expect(room.wall.locator(".group-places").first).to_have_text("Otter, Heron and Falcon")
            room.look("gather", otter)
            look_with(leading, "gather-leading")
            phone.get_by_role("link", name="Change the groups").press("Enter")
            for name, keys in (("Otter", "ArrowDown"), ("Lynx", "ArrowUp")):
                phone.get_by_label(name).press(keys)
            look_with(leading, "groups")
            phone.get_by_role("button", name="Save these groups").press("Enter")
            expect(phone.locator(".teams .group-places")).to_have_text(
                ["Lynx, Heron and Falcon", "Otter and Badger"]
            )
            expect(otter.page.locator("#place")).to_contain_text("Group 2: you and Badger.")
            expect(room.wall.locator(".group-places").last).to_have_text("Otter and Badger")
            phone.get_by_role("button", name="Next: Smallsum").press("Enter")
            expect(room.wall.locator(".wall-title")).to_have_text(TITLE)
            room.gather()
            assert len(room.tables()) == 2
            phone.get_by_role("link", name="Change the groups").press("Enter")
            phone.get_by_label("Lynx").select_option("Group 2")
            phone.get_by_role("button", name="Save these groups").press("Enter")
            expect(lynx.page.locator("#strip")).to_contain_text("Group 2, match 1.")
            expect(lynx.page.locator("#strip")).to_contain_text("You are the referee.")
            look_with(leading, "groups-played")


def test_a_new_group_stays_a_new_one_where_somebody_who_comes_has_got_its_number(chromium, server):
    with class_of(chromium, server, NAMES[:1]) as room:
        room.fill(NAMES[1])
        page = room.teacher.page
        page.locator(".activities").get_by_role("link", name="Beat It Or Eat It", exact=True).click()
        page.locator("#size").select_option("1")
        page.get_by_role("button", name="See the groups first").click()
        page.get_by_role("link", name="Change the groups").click()
        page.get_by_label("Otter").select_option("A new group")
        room.fill("Falcon")
        expect(page.get_by_label("Falcon")).to_have_count(1)
        menu = page.get_by_label("Otter")
        assert menu.evaluate("x => x.selectedOptions[0].textContent") == "A new group"


def hold(held: list[Route], asked: Route) -> None:
    """Let a request wait; what a browser calls has to be a function of Python."""
    held.append(asked)


def test_who_comes_while_a_page_is_being_drawn_is_shown_as_soon_as_it_listens(chromium, server):
    with class_of(chromium, server, ()) as room:
        room.fill(*NAMES[:2])
        page = room.teacher.page
        page.locator(".activities").get_by_role("link", name=TITLE, exact=True).click()
        with page.expect_request("**/events?**"):
            page.get_by_role("button", name="See the groups first").click()
        expect(page.locator(".teams li")).to_have_count(1)
        held: list[Route] = []
        page.route("**/events?**", lambda asked: hold(held, asked))
        for place, name in zip(("teach", "teach/groups", "show"), NAMES[2:], strict=True):
            with page.expect_request("**/events?**"):
                page.goto(f"{server.address}/c/{room.code}/{place}")
            room.fill(name)
            assert not page.get_by_text(name).count()
            held.pop().continue_()
            expect(page.get_by_text(name).first).to_be_visible()
            assert not held


def test_who_comes_while_groups_are_chosen_is_shown_and_what_was_chosen_stays(chromium, server):
    with class_of(chromium, server, NAMES[:1]) as room:
        room.fill(*NAMES[1:4])
        page = room.teacher.page
        page.locator(".activities").get_by_role("link", name=TITLE, exact=True).click()
        page.get_by_role("button", name="See the groups first").click()
        page.get_by_role("link", name="Change the groups").click()
        page.get_by_label("Otter").select_option("Group 2")
        room.fill("Falcon")
        expect(page.get_by_label("Falcon")).to_have_value("1")
        expect(page.get_by_label("Otter")).to_have_value("2")
        page.get_by_role("button", name="Save these groups").click()
        expect(page.locator(".teams .group-places")).to_have_text(
            ["Heron and Falcon", "Lynx, Badger and Otter"]
        )


@LATE
def test_the_groups_of_a_large_class_are_read_from_the_wall(chromium, server):
    with class_of(chromium, server, ("Otter",)) as room:
        room.fill(*(f"Pupil {i}" for i in range(1, 42)))
        page = room.teacher.page
        page.locator(".activities").get_by_role("link", name="Four-Cell", exact=True).click()
        page.get_by_role("button", name="See the groups first").click()
        expect(page.locator(".teams li")).to_have_count(21)
        expect(room.wall.locator(".wall-title")).to_have_text("Who plays together")
        room.look("gather-many")
        page.get_by_role("link", name="Change the groups").click()
        look_with(room.teacher, "groups-many")
