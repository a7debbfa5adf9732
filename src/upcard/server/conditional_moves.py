"""Conditional moves: simultaneous choices that wait for their turn, and plans for correspondence games.

A plan names an action, and the action of another player that it answers. Plans are followed in order. When
the next one does not fit, all are deleted, since they were made for another course of the match.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from upcard.engine.errors import Unreadable, UpcardError
from upcard.engine.game import Game, Match
from upcard.language.messages import gettext as _
from upcard.play.action_words import action_text, vocabulary, words_at, words_shown
from upcard.server.live_table import LiveTable
from upcard.server.plan_answers import known_answers
from upcard.server.repository import CHOSEN, PlannedMove


@dataclass(frozen=True)
class DuePlan:
    """The action that a plan plays now, -1 for none, and the numbers of the plans that are used up."""

    action: int
    used: tuple[int, ...]


def due_plan(live: LiveTable, seat: int) -> DuePlan:
    """Return the planned action that the player to move plays now."""
    plans = live.snapshot.plans.get(seat, ())
    chosen = [x for x in plans if x.turn is not None]
    if chosen:
        return DuePlan(int(chosen[0].action), (CHOSEN,))
    if not plans or live.session is None:
        return DuePlan(-1, ())
    first = min(plans, key=lambda x: x.number)
    action = _action_of(live, seat, first)
    return DuePlan(action, (first.number,) if action >= 0 else tuple(x.number for x in plans))


def _action_of(live: LiveTable, seat: int, plan: PlannedMove) -> int:
    """Return the action of a plan if it fits, or -1."""
    if live.session is None or (plan.condition and not _has_happened(live, seat, plan.condition)):
        return -1
    try:
        return live.session.match.verify(plan.action)
    except UpcardError:
        return -1


def _has_happened(live: LiveTable, seat: int, condition: str) -> bool:
    """Return whether another player has played the condition of a plan since the seat last acted."""
    for m in live.moves_since_last(seat):
        aliases = live.game.aliases.get(live.match.actions[m.number - 1], ())
        if m.words is not None and condition in (m.words.lower(), *aliases):
            return True
    return False


def verify_ahead(live: LiveTable, seat: int, action: int | str) -> int:
    """Return the number of an action that a seat chooses while it is another player's turn.

    Raises UpcardError if the action cannot be read or would not be legal.
    """
    match = Match(live.game, live.match.seed, 0, live.row.dealt, ())
    match.state = live.ahead()[seat]
    return match.verify(action)


def check_plan(live: LiveTable, seat: int, condition: str, action: str) -> PlannedMove:
    """Return the plan that a condition and an action describe; its number is set by the caller.

    Raises Unreadable if the action or the condition is not an action of this game, and Illegal if it was
    computed, see :mod:`upcard.server.plan_answers`, that the plan is never played.
    """
    if live.session is None:
        raise Unreadable(_("the cards have not been dealt yet; make plans after the deal"))
    words = vocabulary(live.game) | set(words_at(live.game, live.session.match.view(seat)))
    action, condition = " ".join(action.lower().split()), " ".join(condition.lower().split())
    for text in (action, condition or action):
        if text not in words:
            examples = ", ".join(sorted(words_shown(live.game))[:8])
            message = _("{text} is not an action of this game; write one such as: {examples}")
            raise Unreadable(message.format(text=repr(text[:40]), examples=examples))
    if possible := known_answers(live, seat):
        possible.check(condition, action)
    return PlannedMove(0, None, condition, action)


def unused_sentence(game: Game, plans: Sequence[PlannedMove]) -> str:
    """Return a sentence about plans that were deleted because the first one did not fit."""
    first = min(plans, key=lambda x: x.number)
    then, condition = action_text(game, str(first.action)), action_text(game, first.condition)
    words = _("If they play {condition}, I play {action}") if condition else _("I play {action}")
    plan = words.format(condition=condition, action=then)
    if len(plans) > 1:
        return _(
            "Your plan “{plan}” could not be used. Your later plans were deleted, too. Choose your move now.",
            plan=plan,
        )
    return _("Your plan “{plan}” could not be used. Choose your move now.", plan=plan)
