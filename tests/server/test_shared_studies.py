"""Studies on the server: what a stranger may store, the limits, and when a study is deleted."""

import time
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.database_copies import IN_POSTGRES_LATE

from upcard.engine.errors import Failure, Illegal, Unknown, Usage
from upcard.server import shared_studies as studies
from upcard.server.clock import DAY
from upcard.server.database import Conflict, Store
from upcard.server.housekeeping import Housekeeping
from upcard.server.repository import Abandoned
from upcard.server.schema import STUDIES
from upcard.server.shared_studies import StudyPosition, checked_name, checked_positions

ADDRESS = "/analysis/kuhn-poker?dealt=jack.king"
ONE = (StudyPosition(ADDRESS, "Kuhn poker", "Bet?"),)


@pytest.fixture
def url(database: str) -> str:
    return database


@pytest.fixture
def store(url: str) -> Any:
    opened = Store(url)
    yield opened
    opened.close()


def write(store: Store, job: Any) -> Any:
    return store.write(job).result(10)


@IN_POSTGRES_LATE
def test_a_study_is_stored_changed_and_deleted(store):
    study = write(store, lambda c: studies.add_study(c, "ana", "Bluffs", ONE))
    assert store.read(lambda c: studies.load_study(c, study.id)) == study
    two = (StudyPosition(ADDRESS, "", "é" * 2_000), *ONE)
    changed = write(store, lambda c: studies.change_study(c, study, "Bluffs 2", two))
    assert (changed.version, changed.positions) == (2, two)
    with pytest.raises(Conflict, match="was changed elsewhere"):
        write(store, lambda c: studies.change_study(c, study, "Bluffs 3", ONE))
    assert store.read(lambda c: studies.studies_of(c, ["ana", "ben"])) == [(study.id, "Bluffs 2")]
    assert store.read(lambda c: studies.studies_of(c, ["ben"])) == []
    write(store, lambda c: studies.remove_study(c, study.id))
    with pytest.raises(Unknown, match="its author may have deleted it"):
        store.read(lambda c: studies.load_study(c, study.id))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ("x", "needs a list of positions"),
        ([1], "cannot be read"),
        ([{}], "is not a text"),
        ([{"address": ADDRESS}] * 201, "has 201 positions; expected at most 200"),
        ([{"address": ADDRESS, "comment": "x" * 2_001}], "has 2,001 characters; expected at most 2,000"),
        ([{"address": ADDRESS, "comment": "x" * 2_000}] * 30, "bytes of text; expected at most 48,000"),
        ([{"address": f"{ADDRESS}{'x' * 4_000}"}], "expected at most 4,000"),
        ([{"address": ADDRESS, "title": "\ud800"}], "cannot be stored"),
        ([{"address": ADDRESS, "title": "a\0b"}], "cannot be stored"),
        *(
            ([{"address": x}], "is no address of an analysis board")
            for x in (
                "https://a.example/analysis/lama", "//a.example", "/t/x/resign", "/analysis/../t/x",
                "/analysis/lama/x", "/analysis/lama?a b", "/analysis/lama#x", "javascript:alert(1)",
                '/analysis/lama?"><script>', "",
            )
        ),
    ],
)  # fmt: skip
def test_what_is_no_study_is_refused(values, words):
    with pytest.raises(Usage, match=words):
        checked_positions(values)


def test_a_name_is_stripped_and_has_a_default():
    assert checked_name("  Bluffs ") == "Bluffs"
    assert checked_name("") == "Study"
    with pytest.raises(Usage, match="expected at most 100"):
        checked_name("x" * 101)


@IN_POSTGRES_LATE
def test_the_number_of_studies_is_limited(store, monkeypatch):
    monkeypatch.setattr(studies, "MOST_OF_AUTHOR", 2)
    monkeypatch.setattr(studies, "MOST_STUDIES", 3)
    for author in ("ana", "ana", "ben"):
        write(store, lambda c, x=author: studies.add_study(c, x, "S", ONE))
    with pytest.raises(Illegal, match="already share 2 studies"):
        write(store, lambda c: studies.add_study(c, "ana", "S", ONE))
    with pytest.raises(Failure, match="no room for more studies"):
        write(store, lambda c: studies.add_study(c, "ben", "S", ONE))


@IN_POSTGRES_LATE
def test_a_study_that_nobody_opens_expires(service):
    async def play(service: Any) -> None:
        new, old = [await service.write(lambda c: studies.add_study(c, "ana", "S", ONE)) for _ in range(2)]
        at = time.time() - 366 * DAY
        await service.write(lambda c: c.execute(sa.update(STUDIES).filter_by(id=old.id).values(seen_at=at)))
        await Housekeeping(service, Abandoned()).run_once()
        assert await service.read(lambda c: studies.studies_of(c, ["ana"])) == [(new.id, "S")]

    service(play)
