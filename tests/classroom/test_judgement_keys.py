"""Results of other actions are never taken for those of a match in which as many were played."""

from types import SimpleNamespace
from typing import Any

from upcard.classroom.class_record import Played, Story
from upcard.classroom.decision_losses import judge
from upcard.web.classroom.class_views import story_values


class Jobs:
    """Jobs that note which keys are requested."""

    def __init__(self) -> None:
        self.keys: list[object] = []

    def get(self, key: object, *_: object, **__: object) -> None:
        self.keys.append(key)


def test_actions_that_replace_those_taken_back_are_judged_again(monkeypatch):
    monkeypatch.setattr("upcard.classroom.decision_losses.is_judged", lambda *_: True)
    monkeypatch.setattr("upcard.classroom.decision_losses.record_text", lambda match: match)
    jobs: Any = Jobs()
    for taken_back in (0, 2, 2):
        row = SimpleNamespace(id="table", taken_back=taken_back)
        live: Any = SimpleNamespace(row=row, turn=8, match="a record")
        room: Any = SimpleNamespace(code="ABCDE", notify_boards=None)
        judge(jobs, room, live, live)
    first, second, again = jobs.keys
    assert first != second == again


def test_a_debrief_follows_the_actions_and_the_end_of_matches_not_only_their_number():
    jobs: Any = Jobs()
    room = SimpleNamespace(code="ABCDE", notify_all=None, notify_boards=None)
    here: Any = SimpleNamespace(room=room, classes=SimpleNamespace(jobs=jobs))
    run: Any = SimpleNamespace(number=0, activity="stoppers", settings={})

    def played(record: str, is_over: bool = False) -> Played:
        return Played(1, 0, 0, ("Ana", "Ben"), ("Ana",), record, ("person",), (1.0,), is_over)

    for match in (played("keep"), played("swap"), played("swap", is_over=True), played("swap", is_over=True)):
        story_values(here, run, Story("stoppers", 2, {}, ("Ana", "Ben"), matches=[match]))
    assert len(set(jobs.keys)) == 3
