"""Checks of redealt hidden cards: they agree with the knowledge of a seat, and with nothing else."""

from upcard.engine import seeds
from upcard.engine.determinization import World, check_imagined
from upcard.engine.errors import Usage
from upcard.engine.state import PlainState, canonical_key, cells_of
from upcard.testing.random_walk import Walk, unlike
from upcard.testing.zone_cells import cards


def check_imagination(walk: Walk) -> int:
    """Check that an imagined table agrees with its view, keeps every card, and can be played on."""
    if walk.state.over or not _is_imagined(walk):
        return 0
    seats = walk.some_seats()
    for p in seats:
        w = _imagined(walk, walk.state, p)
        mine, its = cells_of(walk.match.view(p)), cells_of(walk.game.view(w, p))
        walk.compare(check_imagination, f"a table that looks the same to seat {p + 1}", mine, its)
        if cards(walk.game, w) != cards(walk.game, walk.state):
            seen = f"for seat {p + 1}, {sorted(cards(walk.game, w).elements())}"
            raise walk.broken(check_imagination, "the same cards as in the game", seen)
        if not walk.game.legal_actions(w):
            seen = f"none for seat {int(w.player) + 1} after redealing the cards hidden from seat {p + 1}"
            raise walk.broken(check_imagination, "a legal action", seen)
    return len(seats)


def check_imagined_secrets(walk: Walk) -> int:
    """Check that an imagined table follows from a seat's view: other hidden cards lead to the same table."""
    if walk.state.over or not _is_imagined(walk):
        return 0
    seats = walk.some_seats()
    for p in seats:
        other = _imagined(walk, walk.state, p, stream=1)
        first, second = (_imagined(walk, s, p, stream=2) for s in (walk.state, other))
        if canonical_key(walk.game.rules, first) != canonical_key(walk.game.rules, second):
            difference = unlike(cells_of(first), cells_of(second))
            raise walk.broken(check_imagined_secrets, f"the same table for seat {p + 1}", difference)
    return len(seats)


def _is_imagined(walk: Walk) -> bool:
    """Return whether the rules can redeal hidden cards."""
    try:
        check_imagined(walk.game.rules)
    except Usage:
        return False
    return True


def _imagined(walk: Walk, s: PlainState, p: int, stream: int = 0) -> PlainState:
    """Return state `s` with the cards that seat `p` cannot see dealt again."""
    world, v = World(walk.game.rules), walk.game.view(s, p)
    seeds.open_stream(v, walk.seed, stream)
    world.imagine(v)
    return world.state
