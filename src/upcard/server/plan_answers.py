"""Possible plans of a seat: the actions that others may play before its next turn, and the legal answers.

Only what the seat sees counts: the cards hidden from it are redealt, and the others try every legal action.
Where chance or hidden cards decide, or a new round begins, any plan may come true.

The search takes up to some seconds, so it runs in a thread, once for each position and its plans.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

from upcard.engine.determinization import World
from upcard.engine.errors import Illegal, Usage
from upcard.engine.game import Game
from upcard.engine.heuristics import round_counter
from upcard.engine.state import PlainState, apply_action
from upcard.language.messages import gettext as _
from upcard.server.fair_threads import in_thread
from upcard.server.live_table import LiveTable
from upcard.server.repository import PlannedMove

WORLDS, MOST_STATES = 24, 1000
"""Number of redealt tables, and maximum number of positions that are searched."""

ANYTHING = ""
"""The condition that every action meets."""


class _TooMany(Exception):
    """There are too many positions to search."""


@dataclass
class PlanAnswers:
    """The possible conditions of a plan, and the legal answers to each.

    Attributes
    ----------
    legal : dict of str to set of str
        Answers by condition, in lower case; with aliases.
    uncertain : set of str
        Conditions after which chance or hidden cards decide, so that other answers are possible, too.
    is_complete : bool
        Whether no other conditions are possible.
    words : set of str
        The words of all these actions as people read them, without aliases.
    """

    legal: dict[str, set[str]] = field(default_factory=dict)
    uncertain: set[str] = field(default_factory=set)
    is_complete: bool = True
    words: set[str] = field(default_factory=set)

    def add(self, conditions: Iterable[str], answers: Iterable[str]) -> None:
        """Add the legal answers after actions of others."""
        for x in (ANYTHING, *conditions):
            self.legal.setdefault(x, set()).update(answers)

    def joined(self, other: "PlanAnswers") -> "PlanAnswers":
        """Return what is possible at either of two redealt tables: certain only where they agree."""
        legal = {x: self.legal.get(x, set()) | other.legal.get(x, set()) for x in {*self.legal, *other.legal}}
        both = self.legal.keys() & other.legal.keys()
        uncertain = self.uncertain | other.uncertain | {x for x in both if self.legal[x] != other.legal[x]}
        is_complete = self.is_complete and other.is_complete and len(both) == len(legal)
        return PlanAnswers(legal, uncertain, is_complete, self.words | other.words)

    def check(self, condition: str, action: str) -> None:
        """Raise Illegal if a plan can never be played at the seat's next turn."""
        if condition in self.uncertain or (condition not in self.legal and not self.is_complete):
            return
        if not self.legal:
            raise Illegal(_("you have no further turn, whatever the others play; there is nothing to plan"))
        if condition not in self.legal:
            expected = self._listed(self.legal)
            message = _("your next turn cannot come after {condition}; plan an answer to: {expected}")
            raise Illegal(message.format(condition=repr(condition), expected=expected))
        if action not in self.legal[condition]:
            message = (
                _("you cannot play {action} after {condition}; plan one of: {expected}")
                if condition
                else _("you cannot play {action} at your next turn; plan one of: {expected}")
            )
            expected = self._listed(self.legal[condition])
            raise Illegal(message.format(action=repr(action), condition=repr(condition), expected=expected))

    def pairs(self) -> list[tuple[str, list[str]]]:
        """Return the conditions with the answers to each, without aliases; all words where chance decides."""
        conditions = sorted({ANYTHING, *self.words} & set(self.legal))
        return [
            (x, sorted(self.legal[x] & self.words) if x not in self.uncertain else []) for x in conditions
        ]

    def _listed(self, words: Iterable[str]) -> str:
        return ", ".join(sorted(self.words.intersection(words))[:8])


@dataclass(frozen=True)
class _Way:
    """A position that others may reach, and the words of their actions since the seat's last turn."""

    state: PlainState
    words: frozenset[str]


class _Search:
    """The search from a seat's view of a table."""

    def __init__(self, game: Game, seat: int, count: int = 0) -> None:
        self.game, self.seat, self.round_of = game, seat, round_counter(game.rules)
        self.answers, self.count = PlanAnswers(), count

    def names(self, s: PlainState, actions: Sequence[int]) -> dict[int, set[str]]:
        """Return the words and aliases of actions of the player to move, in lower case."""
        words, aliases = self.game.words(self.game.view(s, s.player), actions), self.game.aliases
        self.answers.words.update(x.lower() for x in words.values())
        return {a: {words[a].lower(), *aliases.get(a, ())} for a in actions}

    def arrive(self, ways: list[_Way]) -> list[_Way]:
        """Return the positions at the seat's next turn; raises _TooMany."""
        arrived = []
        while ways:
            way = ways.pop()
            if way.state.player == self.seat:
                arrived.append(way)
                continue
            for a, names in self.names(way.state, self.game.legal_actions(way.state)).items():
                ways += self.step(way, a, way.words | names)
        return arrived

    def step(self, way: _Way, action: int, words: frozenset[str]) -> list[_Way]:
        """Return the position after an action, if it can be computed; raises _TooMany."""
        self.count += 1
        if self.count > MOST_STATES:
            raise _TooMany
        before, s = way.state, way.state.copy(chance=way.state.chance.copy())
        apply_action(self.game.rules, s, action)
        if s.over:
            return []
        if (s.at, s.step) != (before.at, before.step) or self.round_of(s) != self.round_of(before):
            self.answers.add(words, ())
            self.answers.uncertain |= {ANYTHING, *words}
            self.answers.is_complete &= s.player == self.seat
            return []
        return [_Way(s, words)]

    def follow(self, ways: list[_Way], condition: str, action: str) -> list[_Way]:
        """Return the positions after an earlier plan was played."""
        after = []
        for way in self.arrive(ways):
            if condition and condition not in way.words:
                continue
            for a, names in self.names(way.state, self.game.legal_actions(way.state)).items():
                if action in names:
                    after += self.step(way, a, frozenset())
        return after

    def finish(self, ways: list[_Way]) -> PlanAnswers:
        """Return the answers at the seat's next turn."""
        for way in self.arrive(ways):
            legal = self.names(way.state, self.game.legal_actions(way.state))
            self.answers.add(way.words, set[str]().union(*legal.values()))
        return self.answers


async def plan_answers(live: LiveTable, seat: int) -> PlanAnswers | None:
    """Return the possible plans for the next turn of a seat; None at its turn, or after too long a search.

    Raises Busy if too many computations wait.
    """
    if not is_searched(live, seat):
        moment = _moment(live, seat)
        past = frozenset(m.words.lower() for m in live.moves_since_last(seat) if m.words)
        state = live.match.state.copy(chance=live.match.state.chance.copy())  # the match may go on meanwhile
        answers = await in_thread(_searched, live.game, state, seat, past, live.plans_of(seat))
        live.plan_answers[seat] = moment, answers
    return known_answers(live, seat)


def known_answers(live: LiveTable, seat: int) -> PlanAnswers | None:
    """Return what :func:`plan_answers` has computed for the present position; None if nothing."""
    moment, answers = live.plan_answers.get(seat, (None, None))
    is_present = moment is not None and moment == _moment(live, seat)
    return cast("PlanAnswers | None", answers) if is_present else None


def is_searched(live: LiveTable, seat: int) -> bool:
    """Return whether :func:`plan_answers` has nothing to compute for the present position."""
    moment = _moment(live, seat)
    return moment is None or live.plan_answers.get(seat, (None, None))[0] == moment


def _moment(live: LiveTable, seat: int) -> Hashable:
    """Return the position and the plans of a seat as a key; None if it can act now or never again."""
    if live.session is None or live.is_over or seat in (live.mover, *live.ahead()):
        return None
    return live.turn, live.row.taken_back, tuple(live.plans_of(seat))


def _searched(
    game: Game, state: PlainState, seat: int, past: frozenset[str], plans: Sequence[PlannedMove]
) -> PlanAnswers | None:
    """Return the plans that are possible at all redealt tables; differences are uncertain."""
    try:
        world = World(game.rules)
    except Usage:  # its hidden numbers cannot be imagined
        return None
    view, answers, count = game.view(state, seat), None, 0
    for _world in range(1 if game.rules.GAME.perfect_information else WORLDS):
        world.imagine(view)
        search = _Search(game, seat, count)
        ways = [_Way(world.state.copy(chance=world.state.chance.copy()), past)]
        try:
            for x in plans:
                ways = search.follow(ways, x.condition, str(x.action))
            if search.answers.uncertain or (plans and not ways):  # nothing is known after the earlier plans
                return None
            result = search.finish(ways)
        except _TooMany:
            return None
        count = search.count
        result.words |= past
        answers = result if answers is None else answers.joined(result)
    return answers
