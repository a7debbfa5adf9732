"""The API: studies that their authors share."""

from fastapi import APIRouter
from pydantic import BaseModel, Field

from upcard.server.shared_studies import load_study
from upcard.web.api.tables_api import FAULTS, CurrentSite, TableId

router = APIRouter(prefix="/api/v1/studies", tags=["studies"], responses=FAULTS)


class StudyPositionSeen(BaseModel):
    """A position of a study."""

    address: str = Field(description="The path and the query of its analysis board on this server.")
    title: str
    comment: str


class StudySeen(BaseModel):
    """A shared study."""

    name: str
    version: int = Field(description="The number of changes.")
    positions: list[StudyPositionSeen]


@router.get("/{study}")
async def read_study(site: CurrentSite, study: TableId) -> StudySeen:
    """Return a shared study with its positions and comments."""
    content = await site.tables.read(lambda c: load_study(c, study))
    positions = [
        StudyPositionSeen(address=x.address, title=x.title, comment=x.comment) for x in content.positions
    ]
    return StudySeen(name=content.name, version=content.version, positions=positions)
