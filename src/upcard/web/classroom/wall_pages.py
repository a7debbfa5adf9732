"""The projector, and the teacher's decisions about it: results, names, texts, a countdown, a freeze."""

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import Response

from upcard.classroom import wall_state
from upcard.classroom.activity_steps import Write
from upcard.classroom.class_repository import FROZEN
from upcard.classroom.countdowns import countdown_of, start_countdown, stop_countdown
from upcard.engine.errors import Usage
from upcard.language.messages import LANGUAGE, in_language, languages
from upcard.web.classroom.class_requests import CurrentRoom, RoomRequest, TeachersRoom
from upcard.web.classroom.class_views import board_values, rules_of
from upcard.web.classroom.teacher_pages import lead_part
from upcard.web.http.request_context import CurrentForm, part_at

router = APIRouter(prefix="/c/{code}", include_in_schema=False)


@router.get("/show")
async def show(here: CurrentRoom) -> Response:
    """Show the projector page."""
    version, stamp = here.room.row.version, await here.stamp()
    return here.context.page(
        "class_show.html.jinja", room=here.room, part=await wall_part(here), version=version, stamp=stamp
    )


@router.get("/show/part")
async def show_part(here: CurrentRoom) -> Response:
    """Return the changing part of the projector page."""
    version = here.room.row.version
    return part_at(await wall_part(here), version)


@router.post("/wall/{deed}")
async def decide(form: CurrentForm, here: TeachersRoom, deed: str) -> Response:
    """Show or hide results, names or a text on the projector, freeze its picture, or start a countdown."""
    rooms, code = here.classes.rooms, here.room.code
    match deed:
        case "show" | "hide":
            await wall_state.show_results(rooms, code, is_shown=deed == "show")
        case "names" | "no-names":
            await wall_state.show_names(rooms, code, is_anonymous=deed == "no-names")
        case "hide-text" | "show-text":
            whose, is_hidden = form.number("whose"), deed == "hide-text"
            await wall_state.hide_text(rooms, code, form["question"], whose, is_hidden)
            if is_hidden and _is_frozen_at_this_step(here):
                texts = _texts(here, form["question"], whose)
                frozen = wall_state.of_room(here.room, FROZEN)
                await wall_state.freeze(rooms, code, wall_state.without_texts(frozen, texts))
        case "freeze":
            await wall_state.freeze(rooms, code, await _picture(here))
        case "unfreeze":
            await wall_state.freeze(rooms, code, "")
        case "countdown":
            await start_countdown(rooms, code, form.number_or(0, "seconds"), form["then"])
        case "reading":
            await wall_state.set_reading_seconds(rooms, code, form.number_or(-1, "seconds"))
        case "stop":
            await stop_countdown(rooms, code)
        case _:
            raise Usage(f"{deed[:20]!r} is not an action for the projector; use the buttons of the class")
    return await lead_part(here) if here.context.is_fragment else here.go("/teach")


async def wall_part(here: RoomRequest) -> Markup:
    """Return the picture on the projector: the present one, or the one that the teacher has frozen."""
    frozen = wall_state.of_room(here.room, FROZEN)
    picture = Markup(frozen) if frozen else await _picture(here)  # noqa: S704 - our own template rendered it
    clock = here.context.render("class_countdown.html.jinja", countdown=countdown_of(here.room))
    return clock + picture


def _is_frozen_at_this_step(here: RoomRequest) -> bool:
    """Return whether the frozen picture shows the current step, and perhaps a text that is hidden now."""
    run, picture = here.room.run, wall_state.of_room(here.room, FROZEN) or ""
    return run is not None and f'data-step="{run.number}.{run.step}"' in picture


def _texts(here: RoomRequest, question: str, whose: int) -> set[str]:
    """Return what a pupil has written, or a group: its strategy in words, and its rule in each language.

    The picture may be in another language than the teacher's page.
    """
    room, run, step = here.room, here.room.run, here.room.step
    if run is None or not isinstance(step, Write):
        stored = room.answers(question).get(whose)
        return set() if stored is None else {str(stored.value)}
    texts = set[str]()
    for language in languages():
        with in_language(language):
            strategies = rules_of(room, step, run.number, run.step)
        texts.update(x for group, *both in strategies if group == whose + 1 for x in both)
    return texts


async def _picture(here: RoomRequest) -> Markup:
    """Return the present picture, in the language of the class if it has one."""
    with in_language(here.room.row.language or LANGUAGE.get()):
        return here.context.render("class_shown.html.jinja", **await board_values(here, is_wall=True))
