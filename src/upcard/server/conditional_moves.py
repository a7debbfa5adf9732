"""What players want to be done in their place: choices of the same moment, and plans by correspondence.

A plan says what to do, and on what another's action it is an answer. Plans are followed in their order; when
the next one does not fit what happened, all are forgotten, since they were made for another course.
"""

from dataclasses import dataclass

from upcard.engine.errors import Unreadable, UpcardError
from upcard.engine.game import Match
from upcard.play.action_words import vocabulary, words_at
from upcard.server.live_table import LiveTable
from upcard.server.repository import CHOSEN, Plan


@dataclass(frozen=True)
class Step:
    """What a plan comes to now: an action, or -1 for none, and the numbers of the plans that are used up."""

    action: int
    used: tuple[int, ...]


def next_step(live: LiveTable, seat: int) -> Step:
    """What the plans of the player whose turn it is come to now."""
    plans = live.kept.plans.get(seat, ())
    chosen = [x for x in plans if x.turn is not None]
    if chosen:
        return Step(int(chosen[0].action), (CHOSEN,))
    if not plans or live.table is None:
        return Step(-1, ())
    first = min(plans, key=lambda x: x.number)
    action = _action_of(live, seat, first)
    return Step(action, (first.number,) if action >= 0 else tuple(x.number for x in plans))


def _action_of(live: LiveTable, seat: int, plan: Plan) -> int:
    """The action of a plan where it fits, or -1."""
    if live.table is None or (plan.condition and not _has_happened(live, seat, plan.condition)):
        return -1
    try:
        return live.table.match.verify(plan.action)
    except UpcardError:
        return -1


def _has_happened(live: LiveTable, seat: int, condition: str) -> bool:
    """Whether somebody did what a plan is the answer to, since the player's own last action."""
    done = live.moves_since_own(seat)
    return any(m.words is not None and m.words.lower() == condition for m in done)


def verify_ahead(live: LiveTable, seat: int, action: int | str) -> int:
    """The number of an action that is chosen at the same moment as the mover's.

    Raises
    ------
    UpcardError
        If it cannot be read or would not be legal.
    """
    match = Match(live.game, live.row.seed, 0, live.row.dealt, ())
    match.state = live.ahead()[seat]
    return match.verify(action)


def check_plan(live: LiveTable, seat: int, condition: str, action: str) -> Plan:
    """A plan of a seat from what was written, with the next free number.

    Raises
    ------
    Unreadable
        If the action or the condition is nothing that is ever said in this game.
    """
    if live.table is None:
        raise Unreadable("the cards are not dealt yet; make plans when the game goes on")
    words = vocabulary(live.game) | set(words_at(live.game, live.table.match.view(seat)))
    wanted, asked = " ".join(action.lower().split()), " ".join(condition.lower().split())
    for what, text in (("action", wanted), ("condition", asked)):
        if text not in words and not (what == "condition" and not text):
            some = ", ".join(sorted(words)[:8])
            raise Unreadable(f"{text[:40]!r} is no {what} of this game; write its words, such as: {some}")
    return Plan(0, None, asked, wanted)
