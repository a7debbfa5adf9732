"""What somebody sees who prints a match, a state or a view, above all while a strategy is written.

A view is shown cell by cell, as a strategy reads it, and so holds nothing that its seat may not see. A match
is shown with what was done and not with its cards; its seed is left out, since it tells all of them.
"""

from typing import TYPE_CHECKING, Any

from upcard.engine.wording import counted

if TYPE_CHECKING:
    from upcard.engine.game import Match
    from upcard.engine.state import PlainState

NOT_SHOWN = ("at", "step", "me", "seats", "actions", "w", "chance")
MOST_ACTIONS, LONGEST_RUN = 8, 8


def said(match: "Match") -> list[tuple[int, str]]:
    """The actions of a match: the seat of each, from 0, and its words; found by playing it again."""
    again = match.from_start()
    told = []
    for a in match.actions:
        told.append((again.player, again.words(a)))
        again.do(a)
    return told


def match_text(match: "Match") -> str:
    """A match in a line: the game with its options, the last actions, how it stands."""
    end = f"over, scores {match.scores()}" if match.is_over else f"seat {match.player} to move"
    return f"<match of {repr(match.game)[1:-1]}: {_actions(match)}; {end}>"


def _actions(match: "Match") -> str:
    count = counted(len(match.actions), "action")
    try:
        told = [f"seat {p} {words}" for p, words in said(match)]
    except Exception:  # noqa: BLE001 - where somebody has changed the state, actions may mean nothing any more
        told = [f"seat {p} action {a}" for p, a in zip(match.movers, match.actions, strict=False)]
    more = ["…"] if len(told) > MOST_ACTIONS else []
    return f"{count} ({', '.join(more + told[-MOST_ACTIONS:])})" if told else count


def state_text(s: "PlainState") -> str:
    """A state in a line: what it is, then its fields."""
    return f"<{_title(s)}: {', '.join(f'{name} {x}' for name, x in _fields(s).items())}>"


def state_lines(s: "PlainState") -> str:
    """A state with a line for each field, below what it is."""
    fields = _fields(s)
    width = max(map(len, fields))
    return "\n".join([_title(s), *(f"  {name:<{width}}  {x}" for name, x in fields.items())])


def cells_text(cells: Any) -> str:
    """The cells of a table or a row of it, in brackets; many equal ones at its end are counted."""
    told = [cells_text(x) if hasattr(x, "cells") else str(x) for x in cells]
    run = next((i for i, x in enumerate(reversed(told)) if x != told[-1]), len(told))
    if run > LONGEST_RUN:
        told[-run:] = [f"{told[-1]} × {run}"]
    return f"[{', '.join(told)}]"


def _title(s: "PlainState") -> str:
    """Which game it is of, and who looks; a view is known by the state that it was taken from."""
    own = s.__dict__
    rules = getattr(own["chance"], "rules", None)
    game = rules.GAME.title if rules is not None else "a game"
    is_view = getattr(own["chance"], "state", None) is not None
    return f"{game} as seat {own['me']} sees it, -1 is hidden or nothing" if is_view else game


def _fields(s: "PlainState") -> dict[str, str]:
    return {name: _field(s, x) for name, x in s.__dict__.items() if name not in NOT_SHOWN}


def _field(s: "PlainState", x: Any) -> str:
    if not hasattr(x, "cells"):
        return str(x)
    rows = list(x)
    is_of_seats = len(x.shape) == 2  # rows of seats that nobody has taken say nothing
    return cells_text(rows[: max(1, s.seats)] if is_of_seats else rows)
