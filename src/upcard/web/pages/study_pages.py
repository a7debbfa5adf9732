"""Pages of studies: those in the visitor's browser, and those that the server stores under a link.

Anyone with the link reads a study. Only the browser that stored it, or another one with the same private
link, can change or delete it.
"""

import json
import time
from dataclasses import asdict, replace

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from upcard.engine.errors import Unknown, Unreadable
from upcard.language.messages import gettext
from upcard.server.clock import DAY
from upcard.server.database import Conflict
from upcard.server.shared_studies import (
    CHANGED,
    LONGEST_COMMENT,
    LONGEST_TITLE,
    SharedStudy,
    StudyPosition,
    add_study,
    change_study,
    checked_content,
    checked_name,
    checked_positions,
    checked_text,
    load_study,
    note_visit,
    remove_study,
    studies_of,
)
from upcard.web.http.request_context import (
    CurrentForm,
    CurrentRequest,
    Form,
    RequestContext,
    Stranger,
    count_study_change,
)

STEPS = {"up": -1, "down": 1}
"""How far a button moves a position."""

router = APIRouter(prefix="/study", include_in_schema=False)


@router.get("")
async def studies(context: CurrentRequest) -> Response:
    """Show the studies in the visitor's browser, and links to those that they share."""
    shared = await context.site.tables.read(lambda c: studies_of(c, context.visitor.persons))
    return context.page("study.html.jinja", shared=shared)


@router.post("")
async def store(context: CurrentRequest, form: CurrentForm) -> Response:
    """Store the study that a browser sends, as a new one or in place of the one that it has stored before."""
    name, positions = _content(form["study"])
    count_study_change(context.site)
    if form["id"]:
        study = await _own_study(context, form["id"], form)
        changed = await context.site.tables.write(lambda c: change_study(c, study, name, positions))
    else:
        author = context.visitor.person
        changed = await context.site.tables.write(lambda c: add_study(c, author, name, positions))
    return JSONResponse({"id": changed.id, "version": changed.version})


@router.get("/{study_id}")
async def show_study(context: CurrentRequest, study_id: str) -> Response:
    """Show a study: to its author with fields to change it, to everybody else read-only."""
    study = await context.site.tables.read(lambda c: load_study(c, study_id))
    if time.time() - study.seen_at > DAY:
        await context.site.tables.write(lambda c: note_visit(c, study.id))
    return context.page(
        "shared_study.html.jinja",
        study=study,
        is_mine=study.author in context.visitor.persons,
        link=f"{context.base}/study/{study.id}",
        longest=LONGEST_COMMENT,
        longest_name=LONGEST_TITLE,
    )


@router.post("/{study_id}")
async def rename_study(context: CurrentRequest, form: CurrentForm, study_id: str) -> Response:
    """Change the name of a study."""
    study = await _own_study(context, study_id, form)
    return await _change(context, replace(study, name=checked_name(form["name"])))


@router.post("/{study_id}/positions/{number}")
async def change_position(context: CurrentRequest, form: CurrentForm, study_id: str, number: int) -> Response:
    """Change the comment on a position, by its number from 1, move it, or remove it."""
    study = await _own_study(context, study_id, form)
    if not 1 <= number <= len(study.positions):
        raise Unknown(gettext("the study has no position {number}; reload the page", number=number))
    positions = list(study.positions)
    old = positions.pop(number - 1)
    comment = checked_text(form["comment"].replace("\r\n", "\n"), "a comment", LONGEST_COMMENT)
    at = min(max(number - 1 + STEPS.get(form["do"], 0), 0), len(positions))
    if form["do"] != "remove":
        positions.insert(at, replace(old, comment=comment))
    where = f"#position-{min(at + 1, len(positions))}" if positions else ""
    return await _change(context, replace(study, positions=tuple(positions)), where)


@router.post("/{study_id}/delete")
async def delete_study(context: CurrentRequest, form: CurrentForm, study_id: str) -> Response:
    """Delete a study from the server; copies in browsers stay."""
    study = await _own_study(context, study_id)
    await context.site.tables.write(lambda c: remove_study(c, study.id))
    return context.go_to("/study")


async def _change(context: RequestContext, study: SharedStudy, where: str = "") -> Response:
    """Store the new content of a study, and show it at an anchor."""
    count_study_change(context.site)
    checked_positions([asdict(x) for x in study.positions])  # all comments together have a limit, too
    await context.site.tables.write(lambda c: change_study(c, study, study.name, study.positions))
    return context.go_to(f"/study/{study.id}{where}")


async def _own_study(context: RequestContext, study_id: str, form: Form | None = None) -> SharedStudy:
    """Return a study of the visitor; raises Stranger if it is not theirs.

    Raises Conflict if it is not in the version that the form shows.
    """
    study = await context.site.tables.read(lambda c: load_study(c, study_id))
    if study.author not in context.visitor.persons:
        raise Stranger(
            gettext("only the browser that stored this study can change it; copy it into this browser")
        )
    if form is not None and form.number_or(-1, "version") != study.version:
        raise Conflict(CHANGED)
    return study


def _content(text: str) -> tuple[str, tuple[StudyPosition, ...]]:
    """Return the name and the positions of a study from the text that a browser sends."""
    try:
        study = json.loads(text)
    except (ValueError, RecursionError):
        study = None
    if not isinstance(study, dict):
        raise Unreadable(gettext("the study cannot be read; send it again from its page"))
    return checked_content(study.get("name", ""), study.get("positions"))
