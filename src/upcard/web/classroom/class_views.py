"""Values for the templates of a class: for pupils, the strip above a table, teacher's board and projector."""

import time
from collections.abc import Mapping
from typing import Any

from upcard.classroom.activity_registry import activities, activity_of
from upcard.classroom.activity_steps import (
    BEFORE,
    Choose,
    Contest,
    Gather,
    Play,
    Poll,
    Step,
    Talk,
    Write,
)
from upcard.classroom.background_jobs import RoomKey
from upcard.classroom.background_tasks import step_parts
from upcard.classroom.best_scores import best_score
from upcard.classroom.class_board import board_of, group_tally, roles_of
from upcard.classroom.class_record import Story
from upcard.classroom.class_repository import FROZEN, ROOM, Pupil, Run, Sitting
from upcard.classroom.countdowns import Countdown, countdown_of
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.next_presses import AT_END, presses_of, readers, reading_seconds, waits_until
from upcard.classroom.pairings import matrix_of, matrix_play
from upcard.classroom.poll_results import PollResult, poll_results
from upcard.classroom.recording import story_of
from upcard.classroom.retention import day_text, deleted_at, is_soon
from upcard.classroom.return_requests import requests_of
from upcard.classroom.review_gate import last_played, opens_at
from upcard.classroom.submissions import place_name, rule_version, step_name, writer_of
from upcard.classroom.wall_state import (
    NEXT,
    hidden_texts,
    is_anonymous,
    of_room,
    shows_results,
    without_names,
)
from upcard.document.model import Section
from upcard.engine.errors import Usage
from upcard.engine.sight import WATCHER
from upcard.engine.wording import join_names
from upcard.language.messages import LANGUAGE
from upcard.language.messages import gettext as _
from upcard.server.live_table import LiveTable
from upcard.web.classroom.class_requests import RoomAtServer, RoomRequest
from upcard.web.classroom.contest_views import (
    contest_values,
    entries_of,
    own_contest_part,
    prepare_contests,
    rank_of,
    rule_text,
    trial_values,
    without_groups,
)
from upcard.web.classroom.matrix_views import choose_values, matrix_values, story_of_matrix
from upcard.web.classroom.projector_view import wall_values
from upcard.web.http.request_context import Refusal


async def pupil_values(here: RoomRequest, refusal: Refusal | None = None) -> dict[str, Any]:
    """Return the values of a pupil's page, with the entries of a refused form."""
    room, pupil = here.room, here.pupil
    group = room.group_of(pupil)
    members = room.run.groups[group] if room.run and pupil and group is not None else ()
    mates = [room.name_of(x) for x in members if pupil and x != pupil.number]
    values: dict[str, Any] = {
        "room": room,
        "pupil": pupil,
        "step": room.step,
        "countdown": countdown_of(room),
        "group": group,
        "at": place_name(room, pupil) if isinstance(room.step, Write) else step_name(room),
        "mates": join_names(mates),
        "team": join_names([_("you"), *mates]) if mates else _("only you"),
        "kind": room.step.kind if room.step else "",
        "moment": room.version_for(pupil),
        "has_secret_partner": False,
        "last": await last_of(here) if isinstance(room.step, Contest | Talk) else None,
        "sections": (),
        "is_waiting": False,
    }
    if pupil is not None and isinstance(room.step, Poll) and room.run is not None:
        values["is_revealed"] = shows_results(room)
        values["polls"] = polls_of(room, room.step, room.run, room.run.step)
    if isinstance(room.step, Write) and group is not None:
        values |= written_values(room, room.step, group, refusal)
        values |= await trial_values(here, room.step, group)
    if isinstance(room.step, Contest) and room.run is not None:
        values["contest"] = await contest_values(here, room.step, room.run, room.run.step)
        values["rank"], values["group_bar"] = rank_of(values["contest"]["bars"], group)
        values["own_parts"] = own_contest_part(values["contest"]["result"], room.step, group)
    if isinstance(room.step, Talk) and room.step.on_phones and room.run is not None and shows_results(room):
        has_names = not is_anonymous(room)
        values |= await step_values(here, room.run, room.run.step, room.step, has_names)
    if isinstance(room.step, Choose):
        values |= choose_values(matrix_of(room), room, pupil)
    return values


async def last_of(here: RoomRequest) -> Sitting | None:
    """Return the match to show a pupil: the last finished one, preferably one in which they played."""
    if here.pupil is None:
        return None
    room, me = here.room, here.pupil.number
    sittings = [x for x in room.sittings(room.row.run) if me in x.pupils]
    over = {x: (await here.classes.rooms.tables.find(x.table_id)).is_over for x in sittings}
    return max(sittings, key=lambda x: (over[x] and me in x.seats, over[x], x.step, x.match), default=None)


def written_values(room: LiveRoom, step: Write, group: int, refusal: Refusal | None) -> dict[str, Any]:
    """Return the stored text of a group, and the entries of its form: the stored or the refused ones."""
    stored = room.answers("rule").get(group)
    written: dict[str, Any] = stored.value if stored else {"words": "", "rule": None}
    values: dict[str, Any] = {
        "written": written,
        "seen": rule_version(stored),
        "saved_by": "",
        "is_replaced": False,
        "is_taken_back": stored is not None and not _has_content(written),
    }
    if stored is not None and _has_content(written):
        values["saved_by"] = writer_of(room, stored)
        values["saved_words"] = f"{written['words']} {rule_text(step, written['rule'])}".strip()
    if refusal is not None and refusal.form == "rule":
        rule = rule_chosen(step, refusal.fields)
        values |= {"is_replaced": True, "written": {"words": refusal.fields.get("words", ""), "rule": rule}}
    usual = {x.name: x.usual or x.choices[0][0] for x in step.menus}
    values["is_words_only"] = bool(step.menus and not written["rule"])
    values["menus"] = _as_text(values["written"]["rule"] or usual)
    return values


def rule_chosen(step: Write, form: Mapping[str, str]) -> dict[str, str] | None:
    """Return the rule in a form, if it should play in the contest.

    It should if its box is ticked, or if its menus were changed: without scripts, a change ticks nothing.
    """
    chosen = menus_sent(step, form)
    is_other = form.get("menus", "") not in ("", _as_text(chosen))
    return chosen if "with-rule" in form or is_other else None


def check_written(room: LiveRoom, pupil: Pupil, step: Write, strategy: Mapping[str, Any]) -> None:
    """Raise Usage if a strategy has neither words nor a rule, unless it replaces a stored strategy."""
    stored = room.answers("rule").get(-1 if (group := room.group_of(pupil)) is None else group)
    if not _has_content(strategy) and not (stored and _has_content(stored.value)):
        if step.menus:
            raise Usage(
                _("nothing was written; describe how you play, or tick “our rule plays in the contest”")
            )
        raise Usage(_("nothing was written; describe how you play"))


def menus_sent(step: Write, form: Mapping[str, str]) -> dict[str, str]:
    """Return the choices in the menus of a form."""
    return {x.name: form.get(f"menu-{x.name}", "") for x in step.menus}


def _as_text(chosen: Mapping[str, str]) -> str:
    return "|".join(chosen.values())


async def strip_values(here: RoomRequest, live: LiveTable) -> dict[str, Any]:
    """Return the values of the strip above a table of a room."""
    room, pupil, step = here.room, here.pupil, here.room.step
    sitting = room.sitting_at(live.row.id)
    is_now = sitting is not None and room.latest().get(sitting.group) == sitting
    is_mine = sitting is not None and room.group_of(pupil) == sitting.group
    values: dict[str, Any] = {
        "room": room,
        "pupil": pupil,
        "live": live,
        "step": step,
        "leads": here.leads,
        "countdown": countdown_of(room),
        "moment": room.version_for(pupil),
        "opens": "" if here.leads else review_closed_until(room, sitting),
        "is_reviewed": here.context.request.url.path.endswith("/review") or "reviewed" in here.context.query,
        "is_now": is_now,
        "is_mine": is_mine,
        "has_pressed": False,
        "is_earlier": is_mine and not is_now and sitting in room.sittings(),
        "since": None if room.place_of(pupil) == f"/t/{live.row.id}" else place_name(room, pupil),
        "sitting": sitting,
        "role": "",
        "others": [],
        "part": None,
        "best": "",
        "tally": None,
    }
    if sitting is not None and pupil is not None:
        tables = here.classes.rooms.tables
        values["best"] = (await best_score(tables, room, pupil.number, sitting, live)).sentence
    if sitting is None or not isinstance(step, Play) or not is_now:
        return values
    people = list(zip((*sitting.seats, *sitting.watchers), roles_of(step, sitting), strict=True))
    me = pupil.number if pupil else ROOM - 1
    is_seated = me in sitting.seats and not live.is_over
    presses = presses_of(room, sitting)
    return values | {
        "reading": reading_seconds(room),
        "mates": [
            (room.name_of(x), presses[x].turn if x in presses else -1)
            for x in readers(room, sitting)
            if x != me
        ],
        "pressed": presses[me].turn if me in presses else -1,
        "has_pressed": me in presses and presses[me].turn == AT_END,
        "waits": Countdown(until, NEXT) if (until := waits_until(room, sitting)) else None,
        "tally": await tally_part(here, step, sitting.group) if pupil is not None else None,
        "role": next((role for x, role in people if x == me), ""),
        "is_watching": pupil is not None and me in sitting.watchers,
        "is_played_for": is_seated and live.is_taken_over(sitting.seats.index(me)),
        "others": [
            (live.seats[i].name if i < len(live.seats) else room.name_of(x), role)
            for i, (x, role) in enumerate(people)
            if x != me
        ],
        "part": step.above_table(live.game.view(live.match.state, WATCHER))
        if step.above_table and live.is_dealt
        else None,
    }


async def tally_part(here: RoomAtServer, step: Play, group: int) -> Section | None:
    """Return who of a group has won at the current step; None before the first win."""
    tally = await group_tally(here.classes.rooms.tables, here.room, step, group)
    return tally.section(_("Who has won so far")) if tally.by_pupil else None


def review_closed_until(room: LiveRoom, sitting: Sitting | None) -> str:
    """Return the title of the step that opens the review of a match; empty if it is open."""
    return "" if sitting is None else opens_at(room, sitting.run, sitting.step)


async def board_values(here: RoomRequest, is_wall: bool = False) -> dict[str, Any]:
    """Return the values of the current step for the teacher's board, or for the projector if `is_wall`."""
    room, step, played = here.room, here.room.step, last_played(here.room)
    values: dict[str, Any] = {
        "room": room,
        "step": step,
        "kind": step.kind if step else "",
        "run": room.run,
        "activity": room.activity,
        "activities": [x for x in activities().values() if x.is_listed],
        "course": room.activity.course if room.activity else [],
        "place": room.activity.position(room.run.step) if room.activity and room.run else BEFORE,
        "join": here.join_address,
        "is_out_of_reach": here.context.is_out_of_reach,
        **_return_values(room),
        "played": played,
        "opens": "" if played is None else opens_at(room, room.row.run, played),
        "sections": (),
        "is_waiting": False,
        "texts": step.texts(room.run.settings) if room.run is not None and step is not None else [],
        "shows_results": room.run is not None and shows_results(room),
        "is_anonymous": is_anonymous(room),
        "countdown": countdown_of(room),
        "reading": reading_seconds(room),
        "is_frozen": bool(of_room(room, FROZEN)),
        "hidden": hidden_texts(room),
        "deleted_on": day_text(deleted_at(room.snapshot, here.classes.usual_days)),
        "is_deleted_soon": is_soon(room.snapshot, here.classes.usual_days, time.time()),
    }
    values["story"] = story_of_matrix(room)
    if room.run is not None and step is not None:
        await prepare_contests(here)
        has_names = not (is_wall and is_anonymous(room))
        values |= await step_values(here, room.run, room.run.step, step, has_names)
    wall = values
    if values["is_anonymous"] and "bars" in values:
        wall = values | {"bars": without_groups(values["bars"]), "tables": ()}
    return (wall if is_wall else values) | wall_values(room, wall)


def _return_values(room: LiveRoom) -> dict[str, Any]:
    """Return the phones that ask to be a pupil again, and whether several ask for the same place."""
    returns = requests_of(room)
    return {"returns": returns, "is_contested": len({x.number for x, _ in returns}) < len(returns)}


async def step_values(
    here: RoomAtServer, run: Run, number: int, step: Step, has_names: bool = True
) -> dict[str, Any]:
    """Return the results of a step, even of one that the class has not reached, with names or without."""
    room, service, place = here.room, here.classes.rooms.tables, activity_of(run).position
    is_reached = place(number) <= place(run.step)
    match step:
        case Gather():
            members = [join_names([room.name_of(x) for x in group]) for group in run.groups]
            return {"teams": [(i, names) for i, names in enumerate(members, 1) if names]}
        case Play():
            board = await board_of(service, here.classes.jobs, room, number, run.number)
            return {"board": board if has_names else board.without_names()}
        case Poll():
            return {"polls": polls_of(room, step, run, number)}
        case Write():
            return {"rules": rules_of(room, step, run.number, number)}
        case Contest() if is_reached or len(entries_of(room, step, run)) > len(step.known):
            return await contest_values(here, step, run, number)
        case Choose():
            pressed = {(x.question, x.pupil): x.value for x in room.answers_at(run.number, number)}
            return matrix_values(matrix_play(step, run.settings, pressed))
        case Talk() if step.tell is not None:
            story = await story_of(service, room, run, number)
            if is_reached or story.matches or story.answers:
                story = story if has_names else without_names(story, room.snapshot.pupils)
                return story_values(here, run, story)
    return {}


def story_values(here: RoomAtServer, run: Run, story: Story) -> dict[str, Any]:
    """Return the results of a step, or that they are being computed."""
    matches = hash(tuple(story.matches))
    answers = hash(tuple(sorted(map(repr, story.answers.items()))))
    language, place = LANGUAGE.get(), (run.number, story.step)
    name = ("story", language, *place, matches, answers, story.names)  # every change is a new key
    key = RoomKey(here.room.code, name)
    step = activity_of(run).step_at(story.step)
    is_on_phones = isinstance(step, Talk) and step.on_phones
    then = here.room.notify_all if is_on_phones else here.room.notify_boards
    parts = here.classes.jobs.get(key, step_parts, story, language, then=then)
    return {"sections": parts or (), "is_waiting": parts is None}


def is_written(step: Step | None) -> bool:
    """Return whether pupils write at a step, so that their page must not reload itself."""
    return isinstance(step, Write) or (isinstance(step, Poll) and any(not x.choices for x in step.questions))


def polls_of(room: LiveRoom, step: Poll, run: Run, number: int) -> list[PollResult]:
    """Return the results of a poll, without the texts that the teacher has hidden."""
    return poll_results(room, step, run, number, hidden_texts(room, run.number, number))


def rules_of(room: LiveRoom, step: Write, run: int, number: int) -> list[tuple[int, str, str]]:
    """Return the strategy of each group: its number from 1, its words, and its rule in words."""
    answers = room.answers("rule", run, number).items()
    return [
        (group + 1, x.value["words"], rule_text(step, x.value["rule"]))
        for group, x in sorted(answers)
        if group >= 0 and _has_content(x.value)
    ]


def _has_content(written: Mapping[str, Any]) -> bool:
    """Return whether a strategy has words or a rule."""
    return bool(written["words"] or written["rule"])
