"""The page on which a teacher writes questions of their own for an activity."""

from fastapi import APIRouter
from starlette.responses import Response

from upcard.classroom import own_questions, progress
from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import BEFORE
from upcard.engine.errors import UpcardError
from upcard.engine.read_number import plain_number_or
from upcard.language.messages import gettext as _
from upcard.web.classroom.class_requests import RoomRequest, TeachersRoom
from upcard.web.http.request_context import CurrentForm, Form, Refusal

router = APIRouter(prefix="/c/{code}/teach/questions/{name}", include_in_schema=False)
FIRST = "first"
"""Value of the field with the place of a question before the first step."""


@router.get("")
async def questions(here: TeachersRoom, name: str) -> Response:
    """Show the teacher's questions for an activity, and a form for another one."""
    return _questions_page(here, name)


@router.post("")
async def add(form: CurrentForm, here: TeachersRoom, name: str) -> Response:
    """Add a question, and perhaps ask it now."""
    rooms, code, run = here.classes.rooms, here.room.code, here.room.run
    try:
        places = [_place(form[x]) for x in ("after", "again") if form[x]]
        question = own_questions.read_question(form)
        step = await own_questions.add_question(rooms, code, name, places, question)
        if step is not None and run is not None and "now" in form:
            await progress.go_to_step(rooms, code, run.number, step)
            return here.go("/teach")
    except UpcardError as fault:
        return _questions_page(here, name, Refusal("question", form, fault))
    return here.go(f"/teach/questions/{name}")


@router.post("/remove")
async def remove(form: CurrentForm, here: TeachersRoom, name: str) -> Response:
    """Remove a question."""
    await own_questions.remove_question(here.classes.rooms, here.room.code, name, form["question"])
    return here.go(f"/teach/questions/{name}")


def _place(text: str) -> int:
    """Return the number of the step before a question; a number of no step is refused later."""
    return BEFORE if text == FIRST else plain_number_or(BEFORE - 1, text)


def _questions_page(here: RoomRequest, name: str, refusal: Refusal | None = None) -> Response:
    activity, run = find_activity(name), here.room.run
    stored = own_questions.own_polls_of(here.room, name)
    after = {i: _("after “{step}”", step=_(x.title)) for i, x in enumerate(activity.steps)}
    return here.context.page(
        "class_questions.html.jinja", refusal=refusal, room=here.room, activity=activity, stored=stored,
        entries=refusal.fields if refusal else Form(), kinds=own_questions.KINDS, first=FIRST,
        is_running=run is not None and run.activity == name, now=0 if run is None else run.step,
        titles={BEFORE: _("before the first step"), **after},
    )  # fmt: skip
