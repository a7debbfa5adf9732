"""The API: studies that their authors share.

Whoever stores a study gets its token, with which they change and delete it; anyone reads it.
"""

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field
from sqlalchemy.engine import Connection
from starlette.responses import Response

from upcard.server.database import Conflict
from upcard.server.shared_studies import (
    CHANGED,
    LONGEST_ADDRESS,
    LONGEST_COMMENT,
    LONGEST_TITLE,
    MOST_POSITIONS,
    SharedStudy,
    StudyPosition,
    add_study,
    change_study,
    checked_content,
    load_study,
    remove_study,
    studies_of,
)
from upcard.web.api.tables_api import FAULTS, HIGHEST, CurrentSite, IdempotencyKey, Strict, TableId
from upcard.web.http.request_context import Site, Stranger, count_study_change
from upcard.web.http.visitor_identity import new_person

router = APIRouter(prefix="/api/v1/studies", tags=["studies"], responses=FAULTS)

bearer = HTTPBearer(auto_error=False, scheme_name="StudyToken", description="The token of a study.")
StudyToken = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
WHICH = "The path and the query of its analysis board on this server."
VERSION = "The number of changes."


class StudyPositionSent(Strict):
    """A position for a study."""

    address: Annotated[str, Field(max_length=LONGEST_ADDRESS, description=WHICH)]
    title: Annotated[str, Field(max_length=LONGEST_TITLE)] = ""
    comment: Annotated[str, Field(max_length=LONGEST_COMMENT)] = ""


class StudySent(Strict):
    """The content of a study."""

    name: Annotated[str, Field(max_length=LONGEST_TITLE)]
    positions: Annotated[list[StudyPositionSent], Field(max_length=MOST_POSITIONS)]

    def content(self) -> tuple[str, tuple[StudyPosition, ...]]:
        """Return the name and the positions; raises Usage if they cannot be stored."""
        return checked_content(self.name, [x.model_dump() for x in self.positions])


class NewStudySent(StudySent):
    """A new study."""

    key: IdempotencyKey | None = None


class ChangedStudySent(StudySent):
    """The whole new content of a study."""

    version: Annotated[int, Field(ge=0, le=HIGHEST, description="The version that this content replaces.")]


class StudyStored(BaseModel):
    """A new study, with the token that changes and deletes it."""

    study: str
    version: int = Field(description=VERSION)
    token: str


class StudyPositionSeen(BaseModel):
    """A position of a study."""

    address: str = Field(description=WHICH)
    title: str
    comment: str


class StudySeen(BaseModel):
    """A shared study."""

    name: str
    version: int = Field(description=VERSION)
    positions: list[StudyPositionSeen]


@router.post("", status_code=201)
async def store_study(site: CurrentSite, body: NewStudySent) -> StudyStored:
    """Store a new study, and return the token of its author."""
    name, positions = body.content()
    count_study_change(site)
    author = site.signer.digest("key", [body.key, "study", 0]) if body.key else new_person()

    def job(c: Connection) -> SharedStudy:
        before = studies_of(c, {author})
        return load_study(c, before[0].id) if before else add_study(c, author, name, positions)

    study = await site.tables.write(job)
    token = site.signer.sign("study", [study.id, study.author])
    return StudyStored(study=study.id, version=study.version, token=token)


@router.get("/{study}")
async def read_study(site: CurrentSite, study: TableId) -> StudySeen:
    """Return a shared study with its positions and comments."""
    return _seen(await site.tables.read(lambda c: load_study(c, study)))


@router.put("/{study}")
async def replace_study(
    site: CurrentSite, study: TableId, body: ChangedStudySent, token: StudyToken
) -> StudySeen:
    """Replace the content of your study, unless it was changed since the version that you name."""
    before = await _own_study(site, study, token)
    name, positions = body.content()
    if body.version != before.version:
        raise Conflict(CHANGED)
    count_study_change(site)
    return _seen(await site.tables.write(lambda c: change_study(c, before, name, positions)))


@router.delete("/{study}", status_code=204)
async def delete_study(site: CurrentSite, study: TableId, token: StudyToken) -> Response:
    """Delete your study from the server."""
    mine = await _own_study(site, study, token)
    await site.tables.write(lambda c: remove_study(c, mine.id))
    return Response(status_code=204)


async def _own_study(site: Site, name: str, token: HTTPAuthorizationCredentials | None) -> SharedStudy:
    """Return the study of a token; raises Stranger for any other token, or without one."""
    study = await site.tables.read(lambda c: load_study(c, name))
    signed = site.signer.read("study", token.credentials) if token else None
    if signed != [study.id, study.author]:
        raise Stranger(
            "only the author can change this study; send the header Authorization: Bearer TOKEN with the "
            "token that you got when you stored it"
        )
    return study


def _seen(study: SharedStudy) -> StudySeen:
    positions = [
        StudyPositionSeen(address=x.address, title=x.title, comment=x.comment) for x in study.positions
    ]
    return StudySeen(name=study.name, version=study.version, positions=positions)
