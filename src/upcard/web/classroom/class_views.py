"""What the pages of a class show: to a pupil, above a table, on the teacher's board and on the projector."""

from collections.abc import Mapping, Sequence
from typing import Any

from upcard.classroom.activity_registry import activities, find_activity
from upcard.classroom.activity_steps import Choose, Contest, Gather, Play, Poll, Talk, Write
from upcard.classroom.background_tasks import LOOKS, ContestEntry, contest, step_parts
from upcard.classroom.class_board import board_of, roles_of
from upcard.classroom.class_matrices import coin_words, counted_cells, course_of, left_bar, lefts_of
from upcard.classroom.class_record import Story
from upcard.classroom.class_repository import ROOM, Pupil, Run, Sitting
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.mean_bars import count_bars
from upcard.classroom.pairings import COIN, WORDS, MatrixPlay, matrix_of
from upcard.classroom.recording import story_of
from upcard.classroom.review_gate import last_played, opens_at
from upcard.classroom.submissions import place_name, rule_version, step_name, writer_of
from upcard.document.model import Bar, Section
from upcard.engine.errors import Usage
from upcard.engine.view import WATCHER
from upcard.engine.wording import join_names
from upcard.server.live_table import LiveTable
from upcard.solving.matrix2x2 import COLUMN, ROW, Bimatrix
from upcard.web.classroom.class_requests import RoomRequest
from upcard.web.classroom.projector_view import wall_values
from upcard.web.http.request_context import Refusal


async def pupil_values(here: RoomRequest, refusal: Refusal | None = None) -> dict[str, Any]:
    """What a pupil is shown on the page of the room, with what he wrote where it was refused."""
    room, pupil = here.room, here.pupil
    group = room.group_of(pupil)
    members = room.run.groups[group] if room.run and pupil and group is not None else ()
    mates = [room.name_of(x) for x in members if pupil and x != pupil.number]
    values: dict[str, Any] = {"room": room, "pupil": pupil, "step": room.step, "group": group}
    values |= {
        "at": place_name(room, pupil) if isinstance(room.step, Write) else step_name(room),
        "mates": join_names(mates),
        "team": join_names(["you", *mates]) if mates else "only you",
        "kind": room.step.kind if room.step else "",
        "moment": room.moment_of(pupil),
        "last": await last_of(here) if isinstance(room.step, Contest | Talk) else None,
    }
    if pupil is not None and isinstance(room.step, Poll):
        values["questions"] = [
            (x, own.value if (own := room.answers(x.name).get(pupil.number)) else None)
            for x in room.step.questions
        ]
    if isinstance(room.step, Write) and group is not None:
        values |= written_values(room, room.step, group, refusal)
    if isinstance(room.step, Contest) and room.run is not None:
        values["contest"] = contest_values(here, room.step, room.run)
        values["place"], values["own"] = own_place(values["contest"]["bars"], group)
    if isinstance(room.step, Choose):
        values |= choose_values(matrix_of(room), room, pupil)
    return values


async def last_of(here: RoomRequest) -> Sitting | None:
    """The match of the activity at which a pupil looks back: the last that ended, best one that he played."""
    if here.pupil is None:
        return None
    room, me = here.room, here.pupil.number
    own = [x for x in room.sittings(room.row.run) if me in x.pupils]
    over = {x: (await here.classes.rooms.tables.find(x.table_id)).is_over for x in own}
    return max(own, key=lambda x: (over[x] and me in x.seats, over[x], x.step, x.match), default=None)


def written_values(room: LiveRoom, step: Write, group: int, refusal: Refusal | None) -> dict[str, Any]:
    """What a group has kept, and what stands in the form: that, or what was refused there."""
    kept = room.answers("rule").get(group)
    written: dict[str, Any] = kept.value if kept else {"words": "", "rule": None}
    values: dict[str, Any] = {
        "written": written,
        "seen": rule_version(kept),
        "kept_by": "",
        "is_replaced": False,
        "is_taken_back": kept is not None and not _says(written),
    }
    if kept is not None and _says(written):
        values["kept_by"] = writer_of(room, kept)
        values["kept_words"] = f"{written['words']} {rule_text(step, written['rule'])}".strip()
    if refusal is not None and refusal.form == "rule":
        rule = rule_chosen(step, refusal.fields)
        values |= {"is_replaced": True, "written": {"words": refusal.fields.get("words", ""), "rule": rule}}
    usual = {x.name: x.usual or x.choices[0][0] for x in step.menus}
    values["is_words_only"] = bool(step.menus and not written["rule"])
    values["menus"] = _as_text(values["written"]["rule"] or usual)
    return values


def rule_chosen(step: Write, form: Mapping[str, str]) -> dict[str, str] | None:
    """The rule of a form that was sent, if it is to play.

    That is where its box is ticked, or where something else was chosen in its menus than they held, which
    without scripts ticks nothing.
    """
    chosen = menus_sent(step, form)
    is_other = form.get("menus", "") not in ("", _as_text(chosen))
    return chosen if "with-rule" in form or is_other else None


def check_written(room: LiveRoom, pupil: Pupil, step: Write, told: Mapping[str, Any]) -> None:
    """Refuse what says nothing, where nothing is kept that it would take back.

    Raises
    ------
    Usage
        If there are neither words nor a rule.
    """
    kept = room.answers("rule").get(-1 if (group := room.group_of(pupil)) is None else group)
    if not _says(told) and not (kept and _says(kept.value)):
        box = ", or tick “our rule plays in the contest”" if step.menus else ""
        raise Usage(f"nothing was written; describe how you play{box}")


def menus_sent(step: Write, form: Mapping[str, str]) -> dict[str, str]:
    """What was chosen in the menus of a form that was sent."""
    return {x.name: form.get(f"menu-{x.name}", "") for x in step.menus}


def _as_text(chosen: Mapping[str, str]) -> str:
    return "|".join(chosen.values())


def choose_values(game: MatrixPlay, room: LiveRoom, pupil: Pupil | None) -> dict[str, Any]:
    """What a pupil is shown of a matrix: his side of it, the round, and what came before."""
    me = pupil.number if pupil else ROOM
    plays = pupil is not None and me in game.players
    number = game.round_of(me) if plays else 0
    held = game.complete_meetings(me) if plays else []
    pair = game.meeting(number or 1, me) if plays else None
    side = pair.index(me) if pair else ROW
    lines = [(x.number, *_mine(x.players.index(me), x)) for x in held]
    return {
        "matrix": own_matrix(game.game, side),
        "plays": plays,
        "number": number,
        "rounds": game.rounds,
        "has_chosen": plays and game.has_chosen(me),
        "is_pressed_for": me in room.by_coin,
        "other": _other(room, pair[1 - side]) if pair else "",
        "lines": lines,
        "total": number_text(sum(x[3] for x in lines)),
    }


def _other(room: LiveRoom, player: int) -> str:
    """Whom a pupil meets in a matrix, where a coin chooses for who is missing."""
    return room.name_of(player) if player in {x.number for x in room.pupils} else COIN


def _mine(side: int, x: Any) -> tuple[str, str, Any, Any]:
    mine, theirs = (f"{WORDS[x.cell[s]]}{' (coin)' if x.coins[s] else ''}" for s in (side, 1 - side))
    return mine, theirs, x.payoffs[side], x.payoffs[1 - side]


def own_matrix(game: Bimatrix, side: int) -> list[list[tuple[str, str]]]:
    """The matrix as a player sees it: his own choices by row, and in each cell his payoff and the other's."""
    seen = game if side == ROW else game.transposed()
    return [
        [(number_text(seen.payoff(ROW, (i, j))), number_text(seen.payoff(COLUMN, (i, j)))) for j in (0, 1)]
        for i in (0, 1)
    ]


def number_text(x: Any) -> str:
    """A number with a real minus."""
    return str(x).replace("-", "−")


def strip_values(here: RoomRequest, live: LiveTable) -> dict[str, Any]:
    """What stands above a table of a room."""
    room, pupil, step = here.room, here.pupil, here.room.step
    sitting = room.sitting_at(live.row.id)
    values: dict[str, Any] = {"room": room, "pupil": pupil, "live": live, "sitting": sitting, "step": step}
    values |= {"leads": here.leads, "moment": room.moment_of(pupil), "role": "", "others": [], "part": None}
    values["is_now"] = sitting is not None and room.latest().get(sitting.group) == sitting
    values["opens"] = "" if here.leads else review_closed_until(room, sitting)
    values["is_reviewed"] = (
        here.asked.request.url.path.endswith("/review") or "reviewed" in here.asked.request.query_params
    )
    values["is_earlier"] = (
        sitting is not None
        and not values["is_now"]
        and room.group_of(pupil) == sitting.group
        and sitting in room.sittings()
    )
    values["since"] = None if room.place_of(pupil) == f"/t/{live.row.id}" else place_name(room, pupil)
    values["is_mine"] = sitting is not None and room.group_of(pupil) == sitting.group
    if sitting is None or not isinstance(step, Play) or not values["is_now"]:
        return values
    roles = roles_of(step, sitting)
    people = list(zip((*sitting.seats, *sitting.watchers), roles, strict=True))
    me = pupil.number if pupil else ROOM - 1
    values["role"] = next((role for x, role in people if x == me), "")
    values["is_watching"] = pupil is not None and me in sitting.watchers
    values["is_played_for"] = (
        me in sitting.seats and not live.is_over and live.is_taken_over(sitting.seats.index(me))
    )
    values["others"] = [
        (live.seats[i].name if i < len(live.seats) else room.name_of(x), role)
        for i, (x, role) in enumerate(people)
        if x != me
    ]
    if step.above_table is not None and live.is_dealt:
        values["part"] = step.above_table(live.game.view(live.match.state, WATCHER))
    return values


def review_closed_until(room: LiveRoom, sitting: Sitting | None) -> str:
    """From which step on pupils may go over a match, by its title; empty where they may now."""
    return "" if sitting is None else opens_at(room, sitting.run, sitting.step)


async def board_values(here: RoomRequest) -> dict[str, Any]:
    """What the teacher's board and the projector show of the step at which a room stands."""
    room, step = here.room, here.room.step
    service, jobs = here.classes.rooms.tables, here.classes.jobs
    values: dict[str, Any] = {"room": room, "step": step, "kind": step.kind if step else "", "parts_told": ()}
    values |= {
        "run": room.run,
        "activity": room.activity,
        "join": here.join_address,
        "is_out_of_reach": here.asked.is_out_of_reach,
        "board": None,
        "bars": (),
    }
    played = last_played(room)
    values |= {"played": played, "opens": "" if played is None else opens_at(room, room.row.run, played)}
    values |= {"activities": list(activities().values()), "is_waiting": False, "polls": [], "rules": []}
    if isinstance(step, Gather) and room.run is not None:
        values["teams"] = teams_of(room, room.run)
    elif isinstance(step, Play):
        values["board"] = await board_of(service, jobs, room)
    elif isinstance(step, Poll):
        values["polls"] = poll_parts(room, step)
    elif isinstance(step, Write):
        values["rules"] = rules_of(room, step)
    elif isinstance(step, Contest) and room.run is not None:
        values |= contest_values(here, step, room.run)
    elif isinstance(step, Choose):
        values |= matrix_values(matrix_of(room))
    elif isinstance(step, Talk) and step.tell is not None and room.run is not None:
        story = await story_of(service, room, room.run)
        parts = jobs.get(story_key(room, room.run, story), step_parts, story, then=room.notify_boards)
        values |= {"parts_told": parts or (), "is_waiting": parts is None}
    return values | wall_values(room, values)


def teams_of(room: LiveRoom, run: Run) -> list[tuple[int, str]]:
    """The groups: the number of each, from 1, and who is in it."""
    return [
        (i, join_names([room.name_of(x) for x in group])) for i, group in enumerate(run.groups, 1) if group
    ]


def story_key(room: LiveRoom, run: Run, story: Story) -> tuple[Any, ...]:
    """Under which key it is kept what a story tells: another one after every action and answer."""
    actions = sum(len(x.by) for x in story.matches)
    return (
        "told",
        room.code,
        run.number,
        story.step,
        actions,
        hash(tuple(sorted(map(repr, story.answers.items())))),
    )


def poll_parts(
    room: LiveRoom, step: Poll, run: int | None = None, number: int | None = None
) -> list[tuple[Section, int]]:
    """Each question with how often each choice was answered, and how many have answered."""
    found = []
    for x in step.questions:
        given = [a.value for a in room.answers(x.name, run, number).values()]
        bars = count_bars(x.choices, [x.choices[i] for i in given if i in range(len(x.choices))])
        found.append((Section(x.words, bars=bars), len(given)))
    return found


def rules_of(
    room: LiveRoom, step: Write, run: int | None = None, number: int | None = None
) -> list[tuple[int, str, str]]:
    """What each group has written: its number from 1, its words, and its rule in words."""
    answers = room.answers("rule", run, number).items()
    return [
        (group + 1, x.value["words"], rule_text(step, x.value["rule"]))
        for group, x in sorted(answers)
        if group >= 0 and _says(x.value)
    ]


def _says(written: Mapping[str, Any]) -> bool:
    """Whether there are words or a rule in what was written."""
    return bool(written["words"] or written["rule"])


def rule_text(step: Write, chosen: dict[str, str] | None) -> str:
    """A rule that was made from menus, as a sentence."""
    if not chosen:
        return ""
    words = [f"{m.words} {dict(m.choices).get(chosen.get(m.name, ''), '')}".strip() for m in step.menus]
    return f"{' '.join(words)}.".replace(" We match", ". We match")


def group_name(group: int) -> str:
    """What a group is called in a contest."""
    return f"Group {group + 1}"


def contest_values(here: RoomRequest, step: Contest, run: Run) -> dict[str, Any]:
    """How the rules of the class did, as far as it is played."""
    room, jobs = here.room, here.classes.jobs
    entries, bars, done, found = entries_of(room, step, run), (), 0, None
    for part in LOOKS:
        matches = round(part * step.matches)
        asked = (step.game, dict(step.options), entries, matches, step.together)
        found = jobs.get(("contest", repr(asked)), contest, *asked, then=room.notify_all)
        if not found:
            break
        bars, done = found, matches
    is_alone = step.of is not None and len(entries) == len(step.known)
    return {
        "bars": bars,
        "matches": done,
        "wanted": step.matches,
        "is_waiting": found is None,
        "is_alone": is_alone,
    }


def own_place(bars: Sequence[Bar], group: int | None) -> tuple[int, Bar | None]:
    """The place of a group in a contest, from 1, and its bar; 0 and None where it has no rule there."""
    name = "" if group is None else group_name(group)
    return next(((i, x) for i, x in enumerate(bars, 1) if x.label == name), (0, None))


def entries_of(room: LiveRoom, step: Contest, run: Run) -> list[ContestEntry]:
    """Who plays in a contest: the known strategies, and the rules that groups have made."""
    entries = [ContestEntry(words, x, True, step.rules.get(x, "")) for words, x in step.known]
    asked = find_activity(run.activity).steps[step.of] if step.of is not None else None
    if isinstance(asked, Write) and asked.strategy is not None:
        for group, x in sorted(room.answers("rule", run.number, step.of).items()):
            if x.value["rule"]:
                chosen = x.value["rule"]
                entries.append(
                    ContestEntry(group_name(group), asked.strategy(chosen), rule=rule_text(asked, chosen))
                )
    return entries


def matrix_values(game: MatrixPlay) -> dict[str, Any]:
    """How a matrix was played so far."""
    held = game.complete_meetings()
    counts = counted_cells(held)
    waiting = sum(game.round_of(p) > 0 and not game.has_chosen(p) for p in game.players)
    lefts, chosen = lefts_of(held)
    bars = [left_bar(held)] if game.rounds == 1 else []
    charts = [course_of(game)] if game.rounds > 1 else []
    chosen_part = Section("Choices of the class", coin_words(held), figures=charts, bars=bars)
    return {
        "matrix": own_matrix(game.game, ROW),
        "matrix_name": game.name,
        "counts": [[counts[i, j] for j in (0, 1)] for i in (0, 1)],
        "held": len(held),
        "waiting": waiting,
        "lefts": lefts,
        "chosen": chosen,
        "lefts_told": chosen_part if held else None,
        "players": len(game.players),
    }
