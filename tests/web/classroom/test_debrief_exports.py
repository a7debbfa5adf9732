"""Debriefs in the files of a class: computed only for the file that has them, which says what is missing."""

import asyncio
import csv
import io
from typing import Any

import pytest
from tests.web.classes import Class, new_class

from upcard.classroom import decision_losses
from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Talk
from upcard.classroom.background_jobs import BackgroundJobs, RoomKey
from upcard.document.model import Bar, Section
from upcard.server.fair_workers import FairWorkers
from upcard.web.classroom import class_document

BAR = Bar("what a debrief shows", 0.5)


@pytest.fixture
def requested(monkeypatch):
    """The keys of all requested debriefs."""
    keys: list[RoomKey] = []
    get = BackgroundJobs.get

    def noted(jobs: BackgroundJobs, key: Any, *args: Any, **options: Any) -> Any:
        if isinstance(key, RoomKey) and isinstance(key.name, tuple) and key.name[0] == "story":
            keys.append(key)
        return get(jobs, key, *args, **options)

    monkeypatch.setattr(BackgroundJobs, "get", noted)
    for x in (class_document, decision_losses):
        monkeypatch.setattr(x, "PATIENCE", 0.2)
    return keys


def after_a_debrief(client: Any) -> Class:
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/two-buttons", matrix="stag", rounds="3")
    room.press(3)
    run = room.live.run
    assert run is not None
    room.go(next(i for i, x in activity_of(run).course if isinstance(x, Talk) and x.tell))
    return room


def figures(room: Class) -> list[str]:
    text = room.teacher.get(f"/c/{room.code}/table.csv").text
    return [x["decision"] for x in csv.DictReader(io.StringIO(text)) if x["kind"] == "figure"]


def test_only_the_table_with_figures_computes_debriefs(client, requested, monkeypatch):
    async def never(workers: FairWorkers, *args: Any, **options: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(FairWorkers, "run", never)
    room = after_a_debrief(client)
    requested.clear()
    for page in ("/decisions.csv", "/report/pupil/0"):
        assert room.teacher.get(f"/c/{room.code}{page}").status_code == 200
    assert requested == []
    assert set(figures(room)) == {"not yet computed"}
    assert requested != []


def test_the_table_waits_for_the_debriefs(client, requested, monkeypatch):
    async def soon(workers: FairWorkers, *args: Any, **options: Any) -> Any:
        await asyncio.sleep(0)
        return (Section("a debrief", bars=[BAR]),)

    monkeypatch.setattr(FairWorkers, "run", soon)
    room = after_a_debrief(client)
    room.call(_forget, room)
    assert BAR.label in figures(room)
    assert "not yet computed" not in figures(room)


async def _forget(room: Class) -> None:
    room.service.jobs.forget_results(room.code)
