"""The rules in each contest of a step, so that a group sees whether its rule has improved since."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Contest, Write
from upcard.classroom.background_tasks import FormerEntry
from upcard.classroom.class_repository import FIELDS, ROOM, RULE, PupilAnswer, Run
from upcard.classroom.live_room import LiveRoom

ContestField = Mapping[str, str]
"""The strategies in a contest, by the number of the group as text."""


def present_field(live: LiveRoom, run: Run, step: Contest) -> ContestField:
    """Return the strategies of the groups that have a rule now, for a contest."""
    write = activity_of(run).steps[step.of] if step.of is not None else None
    if not isinstance(write, Write) or write.strategy is None:
        return {}
    rules = live.answers(RULE, run.number, step.of)
    return {
        str(group): write.strategy(x.value["rule"]) for group, x in sorted(rules.items()) if x.value["rule"]
    }


def fields_of(live: LiveRoom, run: int, step: int) -> list[ContestField]:
    """Return the rules in all contests of a step so far, in order."""
    return list(live.snapshot.answer((run, step, FIELDS, ROOM)) or ())


def field_for(live: LiveRoom, run: Run) -> list[PupilAnswer]:
    """Return the rules of the contest that begins now, as an answer; none if they are those of the last."""
    step: Any = activity_of(run).step_at(run.step)
    if not isinstance(step, Contest):
        return []
    earlier, now = fields_of(live, run.number, run.step), present_field(live, run, step)
    if not now or (earlier and dict(earlier[-1]) == dict(now)):
        return []
    return [PupilAnswer(run.number, run.step, FIELDS, ROOM, [*earlier, now], time.time())]


def former_entries(
    fields: Sequence[ContestField], now: ContestField, name_of_group: Mapping[str, str]
) -> list[FormerEntry]:
    """Return for each group that has changed its rule the one of the last contest with another rule."""
    former = []
    for group, strategy in now.items():
        others = [(i, x[group]) for i, x in enumerate(fields, 1) if x.get(group, strategy) != strategy]
        if others:
            number, earlier = others[-1]
            former.append(FormerEntry(name_of_group[group], earlier, number))
    return former
