"""Values for the pages of a contest of rules: shares, who beat whom, earlier contests, and trials."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from string import ascii_uppercase
from typing import Any

from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Contest, Write, class_options
from upcard.classroom.background_tasks import (
    LOOKS,
    ContestEntry,
    ContestResult,
    FormerEntry,
    contest,
    prepare_strategy,
)
from upcard.classroom.class_repository import TRIED, Run
from upcard.classroom.contest_fields import ContestField, fields_of, former_entries, present_field
from upcard.classroom.live_room import LiveRoom
from upcard.document.model import Bar, Section, Table
from upcard.engine.game import make_game
from upcard.engine.wording import duration, minus
from upcard.language.messages import SOURCE, game_words, in_language, local_number, marked
from upcard.language.messages import gettext as _
from upcard.web.classroom.class_requests import RoomAtServer, RoomRequest

GROUP = marked("Group {0}")
"""Name of a group in a contest, with its number."""

TRIAL_MATCHES = 10_000
"""Number of matches of a rule that a group tries before the contest."""

BETTER, WORSE, UNCLEAR = marked("better"), marked("worse"), marked("no clear difference")
COMPARED = {
    BETTER: marked("Your new rule is better."),
    WORSE: marked("Your earlier rule was better."),
    UNCLEAR: marked("There is no clear difference."),
}
"""How a group reads whether its new rule is better."""


async def contest_values(here: RoomAtServer, step: Contest, run: Run, number: int) -> dict[str, Any]:
    """Return the results of a contest of the class's rules at a step so far, and of earlier contests."""
    room = here.room
    entries, done, result, answer = entries_of(room, step, run), 0, None, None
    is_alone = step.of is not None and len(entries) == len(step.known)
    fields, former = [], list[FormerEntry]()
    if step.of is not None:
        fields = fields_of(room, run.number, number)
        names = {x: GROUP.format(int(x) + 1) for field in fields for x in field}
        former = former_entries(fields, present_field(room, run, step), names)
    wanted = step.matches_with(run.settings)
    entries, preparing = await ready_entries(here, step, run, entries)
    for part in LOOKS:
        matches = round(part * wanted)
        answer = contest_result(here, step, run, entries, matches, former)
        if not answer:
            break
        result, done = answer, matches
    return {
        "result": result,
        "bars": result.bars if result else (),
        "tables": contest_tables(result, step) if result else (),
        "earlier": await earlier_contests(here, step, run, fields[:-1]) if result and done == wanted else (),
        "matches": done,
        "wanted": wanted,
        "is_waiting": answer is None,
        "is_alone": is_alone,
        "preparing": preparing,
    }


async def ready_entries(
    here: RoomAtServer, step: Contest, run: Run, entries: Sequence[ContestEntry]
) -> tuple[list[ContestEntry], str]:
    """Return the entries that can play now, and a sentence about those whose solution is being computed.

    It is computed in a process of its own, and then the class sees the contest with all entries.
    """
    options = class_options(step, run.settings)
    players = len(entries) if step.together else 2
    game, ready, waiting = make_game(step.game, players, None, **options), list[ContestEntry](), list[str]()
    for x in entries:
        job = (x.strategy, step.game, players, options)
        seconds = await here.classes.readiness.seconds(repr(job), x.strategy, game)
        if seconds and not here.classes.jobs.has_ended(key := ("prepared", repr(job))):
            then = partial(_notify_prepared, here, repr(job))
            here.classes.jobs.get(key, prepare_strategy, *job, then=then, is_long=True)
            waiting.append(
                _(
                    "{strategy} joins as soon as its solution is computed. On this server that takes about "
                    "{time}, only the first time.",
                    strategy=game_words(x.words),
                    time=duration(seconds),
                )
            )
        else:
            ready.append(x)
    return ready, " ".join(waiting)


def _notify_prepared(here: RoomAtServer, job: str) -> None:
    """Look up again whether a strategy is ready, and show the contest with it."""
    here.classes.readiness.renew(job)
    here.room.notify_all()


async def prepare_contests(here: RoomAtServer) -> None:
    """Begin to compute the solutions that the contest after the present step needs."""
    room, run = here.room, here.room.run
    if room.activity is None or run is None:
        return
    for step in room.activity.steps:
        if isinstance(step, Contest) and step.of in (run.step, run.step + 1):
            await ready_entries(here, step, run, [ContestEntry(*x, True) for x in step.known])


def contest_result(
    here: RoomAtServer, step: Contest, run: Run, entries: Sequence[ContestEntry], matches: int,
    former: Sequence[FormerEntry] = (),
) -> ContestResult | None:  # fmt: skip
    """Return the result of a contest in the language of the request; None while it is computed.

    It is empty if the computation has failed. All languages share the computed result, which is English.
    """
    options = class_options(step, run.settings)
    job = (step.game, options, entries, matches, step.together, step.per, former)
    result: ContestResult | None = here.classes.jobs.get(
        ("contest", repr(job)), contest, *job, then=here.room.notify_all
    )
    return shown_result(result, _group_rules(here.room, step, run)) if result else result


def shown_result(result: ContestResult, rules: Mapping[str, str]) -> ContestResult:
    """Return a result in the language of the request; `rules` has those of groups, by English name."""

    def shown(x: Bar) -> Bar:
        rule = rules.get(x.label) or _(x.rule)
        return replace(x, label=game_words(x.label), note=local_number(x.note), rule=rule if x.rule else "")

    former = tuple((replace(x, words=game_words(x.words)), shown(bar)) for x, bar in result.former)
    return replace(result, bars=tuple(map(shown, result.bars)), former=former)


def _group_rules(room: LiveRoom, step: Contest, run: Run) -> dict[str, str]:
    """Return the rules of all groups as sentences in the language of the request, by English name."""
    write = activity_of(run).steps[step.of] if step.of is not None else None
    if not isinstance(write, Write):
        return {}
    stored = room.answers("rule", run.number, step.of).items()
    return {GROUP.format(group + 1): rule_text(write, x.value["rule"]) for group, x in stored}


async def earlier_contests(
    here: RoomAtServer, step: Contest, run: Run, fields: Sequence[ContestField]
) -> list[Section]:
    """Return the results of earlier contests, the first one first, as far as they are computed."""
    sections = []
    for number, field in enumerate(fields, 1):
        groups = [ContestEntry(GROUP.format(int(x) + 1), strategy) for x, strategy in field.items()]
        known = [ContestEntry(words, x, True) for words, x in step.known]
        entries, preparing = await ready_entries(here, step, run, [*known, *groups])
        result = contest_result(here, step, run, entries, step.matches_with(run.settings))
        if result:
            text = [preparing] if preparing else []
            sections.append(Section(_("Contest {number}", number=number), text, bars=result.bars))
    return sections


def contest_tables(result: ContestResult, step: Contest) -> list[Section]:
    """Return the wins of each rule against each other, and whether changed rules have become better."""
    parts = []
    if result.meetings:
        names = [x.label for x in result.bars]
        numbers = [str(i) for i in range(1, len(names) + 1)]
        more = [_(step.per[2])] if step.per and result.quotients else []
        rows = [
            [
                f"{numbers[i]} {names[i]}",
                *("–" if m is None else f"{100 * m.share:.0f} %" for m in row),
                *([local_number(minus(f"{result.quotients[i]:+.3f}"))] if more else []),
            ]
            for i, row in enumerate(result.meetings)
        ]
        title = _("Wins of each rule against each other")
        parts.append(Section(title, tables=[Table(title, ["", *numbers, *more], rows)]))
    if result.former:
        now = {x.label: x for x in result.bars}
        title = _("Are the new rules better?")
        changed = [
            (
                x.words,
                _("contest {number}: {share}", number=x.number, share=bar.note),
                now[x.words].note,
                _(_verdict(bar, now[x.words])),
            )
            for x, bar in result.former
            if x.words in now  # a rule that cannot play this game has no bar
        ]
        text = _("Both rules of a group play against the same rules of all others.")
        columns = ("", _("earlier rule"), _("new rule"), "")
        parts.append(Section(title, [text], tables=[Table(title, columns, changed)]))
    return parts


def _verdict(before: Bar, now: Bar) -> str:
    """Return whether a new rule is better than an earlier one, by their intervals."""
    if now.span[0] > before.span[1]:
        return BETTER
    return WORSE if now.span[1] < before.span[0] else UNCLEAR


def own_contest_part(result: ContestResult | None, step: Contest, group: int | None) -> list[Section]:
    """Return the results of one group's rule: against each other rule, and beside its earlier rule."""
    rank, bar = rank_of(result.bars if result else (), group)
    if result is None or bar is None:
        return []
    parts = []
    if result.meetings:
        per = _(step.per[2]) if step.per and result.quotients else ""
        rows = [
            [
                other.label,
                f"{100 * m.share:.0f} %",
                *([local_number(minus(f"{m.quotient:+.3f}"))] if per and m.quotient is not None else []),
            ]
            for other, m in zip(result.bars, result.meetings[rank - 1], strict=True)
            if m is not None
        ]
        title = _("Your rule against the others")
        columns = ["", _("you won"), *([per] if per else [])]
        parts.append(Section(title, tables=[Table(title, columns, rows)]))
    for x, before in result.former:
        if x.words == bar.label:
            wins = _(
                "Against the same rules of the others, your rule of contest {number} wins {before}, and your "
                "new rule {now}.",
                number=x.number,
                before=before.note,
                now=bar.note,
            )
            verdict = _(COMPARED[_verdict(before, bar)])
            parts.append(Section(_("Your earlier rule"), [f"{wins} {verdict}"]))
    return parts


async def trial_values(here: RoomRequest, step: Write, group: int) -> dict[str, Any]:
    """Return the trial of a group's rule against the known strategies of the contest, if there can be one."""
    room, run, stored = here.room, here.room.run, here.room.answers("rule").get(group)
    later = (
        [x for x in room.activity.steps if isinstance(x, Contest) and x.of == run.step]
        if room.activity and run
        else []
    )
    rule = stored.value["rule"] if stored is not None else None
    none: dict[str, Any] = {"can_try": False, "trial": None, "is_trying": False, "preparing": ""}
    if run is None or not later or step.strategy is None or not rule:
        return none
    strategy, known = step.strategy(rule), [ContestEntry(*x, True) for x in later[0].known]
    tried = room.answers(TRIED).get(group)
    if tried is None or tried.value != strategy:
        return none | {"can_try": True}
    entries = [*known, ContestEntry(GROUP.format(group + 1), strategy)]
    entries, preparing = await ready_entries(here, later[0], run, entries)
    result = contest_result(here, later[0], run, entries, TRIAL_MATCHES)
    parts = own_contest_part(result, later[0], group) if result else []
    return {
        "can_try": False,
        "trial": parts[0] if parts else None,
        "is_trying": result is None,
        "preparing": preparing,
    }


def without_groups(bars: Sequence[Bar]) -> list[Bar]:
    """Return the bars of a contest with letters, best rule first, in place of the numbers of groups."""
    letters = (_("Rule {letter}", letter=x) for x in ascii_uppercase)
    groups = re.compile(r"\d+".join(map(re.escape, game_words(GROUP.format(1)).split("1", 1))))
    return [replace(x, label=next(letters, _("A rule"))) if groups.fullmatch(x.label) else x for x in bars]


def rank_of(bars: Sequence[Bar], group: int | None) -> tuple[int, Bar | None]:
    """Return the rank of a group in a contest, from 1, and its bar; 0 and None if it has no rule."""
    name = "" if group is None else group_name(group)
    return next(((i, x) for i, x in enumerate(bars, 1) if x.label == name), (0, None))


def entries_of(room: LiveRoom, step: Contest, run: Run) -> list[ContestEntry]:
    """Return the entries of a contest: known strategies, and the rules of groups."""
    entries = [ContestEntry(words, x, True, step.rules.get(x, "")) for words, x in step.known]
    write = activity_of(run).steps[step.of] if step.of is not None else None
    if isinstance(write, Write) and write.strategy is not None:
        for group, x in sorted(room.answers("rule", run.number, step.of).items()):
            if rule := x.value["rule"]:
                with in_language(SOURCE):
                    text = rule_text(write, rule)
                entries.append(ContestEntry(GROUP.format(group + 1), write.strategy(rule), rule=text))
    return entries


def group_name(group: int) -> str:
    """Return the name of a group in a contest, in the language of the request."""
    return game_words(GROUP.format(group + 1))


def rule_text(step: Write, chosen: dict[str, str] | None) -> str:
    """Return a rule made from menus as a sentence."""
    if not chosen:
        return ""
    sentences: list[str] = []
    for menu in step.menus:
        word = dict(menu.choices).get(chosen.get(menu.name, ""), "")
        words = f"{_(menu.words)} {_(word)}".strip()
        if sentences and not menu.words[:1].isupper():
            sentences[-1] += f" {words}"
        else:  # the words of a menu begin a sentence
            sentences.append(words)
    return f"{'. '.join(sentences)}."
