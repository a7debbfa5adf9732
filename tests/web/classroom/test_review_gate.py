"""When pupils may go over a match of their class: after the class has looked for the answer itself."""

import pytest
from tests.web.browsing import csrf, soup_of
from tests.web.classes import Class, new_class, strip, text_at


def played(client, activity: str = "smallsum") -> tuple[Class, str]:
    """A class whose matches have ended, and the table of its first pupil."""
    room = new_class(client, "Ana", "Ben")
    room.lead(f"begin/{activity}", **({"deal_of": "short"} if activity == "beat-it-or-eat-it" else {}))
    room.play()
    return room, room.pupils[0].look(room.code)[0]


def is_open(room: Class, table: str) -> bool:
    """Whether a pupil may go over the match; the links of the pages must agree."""
    ana = room.pupils[0].client
    page, replay = (soup_of(ana.get(f"{table}{x}").text) for x in ("", "/replay"))
    found = ana.get(f"{table}/review").status_code == 200
    assert bool(page.select(f"a[href='{table}/review']")) == found
    assert bool(replay.select(f"p a[href='{table}/review']")) == found
    assert bool(replay.select("a[href^='/analysis/']")) == found
    return found


def test_the_review_opens_with_the_contest_after_groups_have_written(client):
    room, table = played(client)
    assert not is_open(room, table)
    ana = room.pupils[0]
    assert "You can review this match from the step “Smallsum: the contest” on." in strip(
        ana.look(room.code)[1]
    )
    refused = ana.client.get(f"{table}/review")
    assert refused.status_code == 403
    assert "Your class is still looking for the best moves" in refused.text
    room.go(1)
    assert not is_open(room, table)
    room.go(2)
    assert is_open(room, table)
    assert ana.look(room.code)[1].select(f"#place a[href='{table}']")
    room.go(0)
    room.lead("finish")
    assert is_open(room, table)


def test_the_teacher_always_goes_over_a_match_and_may_let_pupils_before(client):
    room, table = played(client)
    assert room.teacher.get(f"{table}/review").status_code == 200
    page = soup_of(room.teacher.get(f"/c/{room.code}/teach").text)
    assert "from the step “Smallsum: the contest” on" in text_at(page, ".going-over")
    page = room.lead("over", run="0", step="0")
    assert not page.select(".going-over")
    assert is_open(room, table)
    room.go(3)
    room.play(most=1)
    page = soup_of(room.teacher.get(f"/c/{room.code}/teach").text)
    assert "from the step “Smallsum Choice: the contest” on" in text_at(page, ".going-over")
    assert "going over" not in room.teacher.get(f"/c/{room.code}/decisions.csv").text


def test_where_all_have_the_same_deal_nobody_reads_how_it_is_won_before_the_talk(client):
    room, table = played(client, "beat-it-or-eat-it")
    assert not is_open(room, table)
    room.go(1)
    assert is_open(room, table)


@pytest.mark.parametrize(
    "form", [{"run": "7", "step": "0"}, {"run": "0", "step": "1"}, {"run": "0", "step": "99"}]
)
def test_only_matches_of_what_goes_on_are_opened(client, form):
    room, table = played(client)
    sent = room.teacher.post(f"/c/{room.code}/teach/over", data=form | {"csrf": csrf(room.teacher)})
    assert sent.status_code == 409
    assert not is_open(room, table)
