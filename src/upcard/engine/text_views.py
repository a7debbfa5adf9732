"""Texts that ``print`` and ``repr`` show of matches, states and views, for authors of strategies.

The text of a view lists its cells, as a strategy reads them, so it contains nothing that is hidden from the
seat. The text of a match lists actions but no cards; it leaves out the seed, which determines all cards.
"""

from typing import Any

from upcard.engine.wording import counted

NOT_SHOWN = ("at", "step", "me", "seats", "actions", "w", "chance")
MOST_ACTIONS, LONGEST_RUN = 8, 8


def actions_in_words(match: Any) -> list[tuple[int, str]]:
    """Return the seat, from 0, and the words of every action of a ``Match``, by playing it again."""
    again = match.from_start()
    actions = []
    for a in match.actions:
        actions.append((again.player, again.words(a)))
        again.do(a)
    return actions


def match_text(match: Any) -> str:
    """Return a ``Match`` in one line: the game with its options, the last actions, and the seat to move."""
    end = f"over, scores {match.scores()}" if match.is_over else f"seat {match.player} to move"
    return f"<match of {repr(match.game)[1:-1]}: {_actions(match)}; {end}>"


def _actions(match: Any) -> str:
    count = counted(len(match.actions), "action")
    try:
        texts = [f"seat {p} {words}" for p, words in actions_in_words(match)]
    except Exception:  # noqa: BLE001 - the actions may mean nothing any more if the state was changed by hand
        texts = [f"seat {p} action {a}" for p, a in zip(match.movers, match.actions, strict=False)]
    more = ["…"] if len(texts) > MOST_ACTIONS else []
    return f"{count} ({', '.join(more + texts[-MOST_ACTIONS:])})" if texts else count


def state_text(s: object) -> str:
    """Return a state or a view in one line: its title, then its fields."""
    return f"<{_title(s)}: {', '.join(f'{name} {text}' for name, text in _fields(s).items())}>"


def state_lines(s: object) -> str:
    """Return the title of a state or a view, then a line for each field."""
    fields = _fields(s)
    width = max(map(len, fields))
    return "\n".join([_title(s), *(f"  {name:<{width}}  {text}" for name, text in fields.items())])


def cells_text(cells: Any) -> str:
    """Return the cells of a table or of a row in brackets; equal cells at the end are counted."""
    texts = [cells_text(x) if hasattr(x, "cells") else str(x) for x in cells]
    run = next((i for i, x in enumerate(reversed(texts)) if x != texts[-1]), len(texts))
    if run > LONGEST_RUN:
        texts[-run:] = [f"{texts[-1]} × {run}"]
    return f"[{', '.join(texts)}]"


def _title(s: object) -> str:
    """Return the title of the game and the seat of a view; only a view's chance refers to a state."""
    chance = vars(s)["chance"]
    rules = getattr(chance, "rules", None)
    game = rules.GAME.title if rules is not None else "a game"
    is_view = getattr(chance, "state", None) is not None
    return f"{game} as seat {vars(s)['me']} sees it, -1 is hidden or empty" if is_view else game


def _fields(s: object) -> dict[str, str]:
    seats = vars(s)["seats"]
    return {name: _field_text(x, seats) for name, x in vars(s).items() if name not in NOT_SHOWN}


def _field_text(x: Any, seats: int) -> str:
    if not hasattr(x, "cells"):
        return str(x)
    rows = list(x)
    has_seats = len(x.shape) == 2  # the rows of seats that nobody has taken are left out
    return cells_text(rows[: max(1, seats)] if has_seats else rows)
