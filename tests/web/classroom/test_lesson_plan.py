"""The plan of a lesson: its entry in the list, its minutes with the settings, and the sheet to print."""

from collections.abc import Hashable

import pytest
from tests.web.browsing import attribute, csrf, soup_of
from tests.web.classes import new_class, text_at

from upcard.classroom.activity_registry import activities, find_activity
from upcard.classroom.activity_steps import Choose, Play, Poll
from upcard.classroom.background_jobs import GivenUp
from upcard.classroom.lesson_time import PLANNED, count_taps, step_minutes, tap_job
from upcard.classroom.progress import check_settings


def work_at_once(client, *kinds):
    """Compute the jobs of some kinds at once, and none of the others."""
    jobs = client.app.state.classes.jobs
    jobs.get = lambda key, work, *args, **_: work(*args) if key[0] in kinds else ()


@pytest.mark.parametrize("number", ["0", "12", "x"])
def test_a_number_of_matches_that_cannot_be_planned_is_refused(client, number):
    room = new_class(client, "Ana")
    answer = client.get(f"/c/{room.code}/teach/plan/stoppers", params={PLANNED: number})
    assert "matches cannot be planned; expected a number from 1 to 9" in answer.text


def test_the_page_before_an_activity_shows_the_minutes_and_the_sheet(client):
    work_at_once(client, "sheet")
    room = new_class(client, "Ana")
    page = soup_of(client.get(f"/c/{room.code}/teach/begin/two-buttons").text)
    assert "including 3 for joining" in text_at(page, "#plan")
    answer = client.get(f"/c/{room.code}/teach/plan/two-buttons", params={"rounds": "20"})
    plan = soup_of(answer.text)
    assert "12 minutes" in plan.select("li")[1].text
    sheet = soup_of(client.get(attribute(plan, "a", "href")).text)
    assert "Rounds with the same partner: 20" in sheet.text
    assert "Equilibrium: both choose" in sheet.text  # computed from the matrix


def test_the_minutes_on_the_page_follow_from_taps_matches_and_settings(client):
    work_at_once(client, "taps")
    room = new_class(client, "Ana")
    path = f"/c/{room.code}/teach/plan/stoppers"
    short, long = (
        soup_of(client.get(path, params={"lives": lives, PLANNED: "2"}).text).select("li")[1].text
        for lives in ("1", "4")
    )
    assert "2 matches of about" in short
    assert int(short.split()[1]) < int(long.split()[1])


def test_the_minutes_change_with_the_settings():
    play = Play("Play", minutes=9, matches=3, seconds=20.0)
    assert [step_minutes(play, {}, taps) for taps in (6.0, 12.0, 25.0, None)] == [6, 12, 25, 9]
    assert step_minutes(play, {PLANNED: "1"}, 12.0) == 4
    again = next(x for x in find_activity("two-buttons").steps if isinstance(x, Choose) and x.rounds > 1)
    assert step_minutes(again, {"rounds": "20"}) > step_minutes(again, {"rounds": "3"})


@pytest.mark.parametrize("name", [x.name for x in activities().values() if x.is_listed])
def test_the_usual_minutes_of_a_step_are_those_of_its_usual_settings(name):
    activity = find_activity(name)
    settings = check_settings(activity, {})
    for step in activity.steps:
        taps = None
        if isinstance(step, Play) and step.seconds:
            taps = count_taps(tap_job(step, settings, activity.group_size(settings)))
        assert abs(step_minutes(step, settings, taps) - step.minutes) <= 2, step.title


def test_taps_are_counted_by_playing_and_choices_at_the_same_time_count_once():
    play = next(x for x in find_activity("smallsum").steps if isinstance(x, Play))
    few, many = (count_taps(tap_job(play, {"rounds": n}, 3)) for n in ("3", "6"))
    assert (few, many) == (3.0, 6.0)  # both hide their pennies at the same time


def test_a_sheet_whose_theory_took_too_long_says_so_and_computes_it_again_on_request(client):
    jobs = client.app.state.classes.jobs
    asked: list[Hashable] = []
    again: list[Hashable] = []

    def get(key: Hashable, *_: object, **__: object) -> GivenUp | None:
        asked.append(key)
        return None if key in again else GivenUp()

    jobs.get = get
    jobs.try_again = again.append
    page = soup_of(client.get("/prepare/stoppers?lives=2").text)
    assert "The theory is missing here, because computing it took too long." in page.text
    assert not page.select('meta[http-equiv="refresh"]')
    client.get("/prepare/stoppers?lives=2&again=1")
    assert not again  # only a form changes anything
    action = attribute(page, 'form[action^="/prepare/"]', "action")
    assert text_at(page, 'form[action^="/prepare/"] button') == "Compute it again"
    assert client.post(action, data={"csrf": "forged"}).status_code == 403
    assert not again
    answer = client.post(action, data={"csrf": csrf(client, "/prepare/stoppers?lives=2")})
    assert answer.url.query == b"lives=2"  # loading the page once more does not begin again
    assert set(again) & set(asked)
    assert "took too long" not in answer.text
    assert "Computing" in answer.text


@pytest.mark.parametrize("name", list(activities()))
def test_the_sheet_of_every_activity_has_its_steps_and_questions(client, name):
    work_at_once(client)
    activity = activities()[name]
    page = soup_of(client.get(f"/prepare/{name}").text)
    assert text_at(page, "h1") == activity.title
    assert len(page.select(".prepare-steps > tbody > tr")) == 1 + len(activity.steps)
    asked = [q for x in activity.steps if isinstance(x, Poll) for q in x.questions]
    assert all(q.words in page.text and q.right_text in page.text for q in asked)
    assert len(page.select("td ol li")) == len({q.words for q in asked})
