"""Checks of views: they hide hidden cells, and show a player everything that a legal decision needs."""

from typing import Any

from upcard.engine.sight import WATCHER, has_condition, sees
from upcard.engine.state import PlainState, cells_of, fields_of
from upcard.kit.cards import HIDDEN, Field, Kind
from upcard.testing.random_walk import Walk
from upcard.testing.zone_cells import lines, scrambled, seen_cells


def check_view(walk: Walk) -> int:
    """Check that a view shows what its seat may see and hides everything else."""
    seats = walk.some_seats()
    for p in seats:
        v = walk.match.view(p)
        for f in fields_of(walk.game.rules):
            for (owner, real), (_, shown) in zip(lines(f, walk.state), lines(f, v), strict=True):
                wanted = _wanted(walk, f, owner, real, p)
                if shown != wanted:
                    seen = f"seat {p + 1} sees {f.name} as {shown}"
                    raise walk.broken(check_view, f"{wanted}, with {HIDDEN} for what is hidden", seen)
    return len(seats)


def _wanted(walk: Walk, f: Field, owner: int, real: list[int], seat: int) -> list[int]:
    """Return the cells that a view should show of a line."""
    there = real[0] + 1 if f.kind is Kind.ROW else len(real)  # behind the last card of a row lies nothing
    seen = max(0, min(there, seen_cells(walk.game, walk.state, f, owner, seat, len(real))))
    return real[:seen] + [HIDDEN] * (len(real) - seen)


def check_view_again(walk: Walk) -> int:
    """Check that a view that is filled again and again shows the same as a new one."""
    again = [walk.seen_again(p) for p in walk.seats]
    seats = walk.some_seats()
    for p in seats:
        mine = cells_of(walk.match.view(p))
        walk.compare(check_view_again, "equal views", mine, cells_of(again[p]), f"for seat {p + 1}, ")
    return len(seats)


def check_secrets(walk: Walk) -> int:
    """Check that changing what a seat may not see changes nothing in its view."""
    seats = walk.some_seats()
    for p in seats:
        other = scrambled(walk.game, walk.state, p, sorted(walk.deck), walk.chances)
        mine, its = cells_of(walk.match.view(p)), cells_of(walk.game.view(other, p))
        walk.compare(check_secrets, "the same view", mine, its, f"for seat {p + 1}, ")
    return len(seats)


def check_visibility(walk: Walk) -> int:
    """Check that who sees a field follows from what the seat itself sees, and for spectators from theirs."""
    rules, conditional = walk.game.rules, [f for f in walk.game.rules.STATE if has_condition(f)]
    for p in (*walk.some_seats(), WATCHER) if conditional else ():
        v, who = walk.game.view(walk.state, p), "a spectator" if p == WATCHER else f"seat {p + 1}"
        for f in conditional:
            for q in walk.seats if f.per_seat else (None,):
                wanted, seen = (sees(rules, s, f, p, q) for s in (walk.state, v))
                if wanted != seen:
                    what = f.name if q is None else f"{f.name} of seat {q + 1}"
                    by_state, by_view = ("sees" if x else "does not see" for x in (wanted, seen))
                    what_differs = f"{who} {by_state} {what} by the state and {by_view} it by the view"
                    raise walk.broken(
                        check_visibility, "the same from the view as from the state", what_differs
                    )
    return len(conditional)


def check_knowledge(walk: Walk) -> int:
    """Check that legal actions, their words and reasons against others follow from the player's view."""
    if walk.state.over:
        return 0
    p = int(walk.state.player)
    other = scrambled(walk.game, walk.state, p, sorted(walk.deck), walk.chances)
    real = walk.state.copy()
    real.me = other.me = p
    wanted = _known(walk, walk.match.view(p))
    for what, s in (("the state", real), ("the state with other hidden cards", other)):
        for a, (mine, its) in enumerate(zip(wanted, _known(walk, s), strict=True)):
            if mine != its:
                seen = f"legal, words and reason of action {a} are {mine} by the view and {its} by {what}"
                raise walk.broken(check_knowledge, f"the same for seat {p + 1} from what it sees", seen)
    return len(wanted)


def _known(walk: Walk, s: PlainState) -> list[tuple[Any, ...]]:
    """Return for every action whether it is legal, its words, and the reason against it."""
    rules = walk.game.rules
    why = getattr(rules, "why", None)
    return [
        (bool(rules.legal(s, a)), rules.action_text(s, a), why(s, a) if why else "")
        for a in range(rules.ACTIONS)
    ]
