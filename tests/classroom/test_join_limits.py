"""How many places of a class one network takes: a school as many as it needs, one phone few."""

import contextlib
from types import SimpleNamespace
from typing import Any

import pytest

from upcard.classroom.join_limits import AT_ONCE, MOST_UNSEEN, OPENING_SECONDS, SECONDS_EACH, JoinLimit
from upcard.engine.errors import Illegal


def room(code: str = "AAAAA") -> Any:
    return SimpleNamespace(code=code, pupils=[], unconfirmed={})


def joins(limit: JoinLimit, live: Any, now: float, opens: bool = True, address: str = "a") -> None:
    """One more pupil comes, whose phone opens the page, or not."""
    with limit.place(live, address, now) as new:
        number = len(live.pupils)
        live.pupils.append(SimpleNamespace(number=number, joined_at=now))
        new.append(number)
    if opens:
        live.unconfirmed.pop(number)


def test_a_class_of_sixty_behind_one_address_comes_in_within_two_minutes():
    limit, live, now = JoinLimit(), room(), 0.0
    while len(live.pupils) < 60:
        try:
            joins(limit, live, now)
        except Illegal:
            now += 1.0
    assert 60.0 < now <= 120.0


def test_all_of_a_class_may_join_in_the_moment_before_their_pages_open():
    limit, live = JoinLimit(), room()
    for _ in range(AT_ONCE):
        joins(limit, live, 0.0, opens=False)
    with pytest.raises(Illegal, match="many pupils have just joined from your network; try again in 5 s"):
        joins(limit, live, 0.0)
    joins(limit, live, OPENING_SECONDS - 1.0)
    with pytest.raises(Illegal, match="20 pupils from your network have joined without opening their page"):
        joins(limit, live, OPENING_SECONDS)


def test_who_joins_too_fast_waits_and_others_do_not():
    limit, live = JoinLimit(), room()
    for _ in range(AT_ONCE):
        joins(limit, live, 0.0)
    with pytest.raises(Illegal, match="many pupils have just joined from your network; try again in 5 s"):
        joins(limit, live, 0.0)
    joins(limit, live, 0.0, address="b")
    joins(limit, room("BBBBB"), 0.0)
    joins(limit, live, SECONDS_EACH)


def test_a_program_that_opens_no_page_takes_few_places():
    limit, live = JoinLimit(), room()
    for _ in range(MOST_UNSEEN):
        joins(limit, live, 0.0, opens=False)
    with pytest.raises(Illegal, match="20 pupils from your network have joined without opening their page"):
        joins(limit, live, 100.0)
    joins(limit, live, 100.0, address="b")
    live.pupils.clear()  # the teacher removes them
    joins(limit, live, 200.0)


def test_places_count_while_they_are_taken_and_not_if_the_name_is_refused():
    limit, live = JoinLimit(), room()
    for _ in range(3 * AT_ONCE):
        with limit.place(live, "a", 0.0):
            pass
    with contextlib.ExitStack() as stack:
        for _ in range(AT_ONCE):
            stack.enter_context(limit.place(live, "a", 0.0))
        with pytest.raises(Illegal), limit.place(live, "a", 0.0):
            pass
    joins(limit, live, 0.0)
