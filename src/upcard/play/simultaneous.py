"""Who may choose at the same moment.

Games let one player choose after the other also where people choose at once. If another has a choice, and
nothing of what a player sees depends on it, he need not wait for it. A single legal action counts as a choice
where the player cannot see that it is the only one, such as a last card that lies face down.
"""

from upcard.engine.game import Game, Match
from upcard.engine.state import PlainState, apply_action
from upcard.play.move_log import is_told

MOST_WAYS = 64
"""So many ways of what others may choose are looked through."""


def choosers_ahead(game: Game, state: PlainState) -> dict[int, PlainState]:
    """The players who may choose now though it is another's turn.

    Parameters
    ----------
    game : Game
        What is played.
    state : PlainState
        The state now, which stays as it is.

    Returns
    -------
    dict of int to PlainState
        By seat, a state in which it is his turn: whatever the others choose, he sees and may do the same.
        What the others have in it is made up.
    """
    found: dict[int, PlainState] = {}
    ways = [] if state.over else [state]
    while ways and len(found) < game.players - 1:
        waited = int(ways[0].player)
        before, ways = ways, _after_all(game, ways)
        if not ways or not _is_blind(game, state, ways):
            break
        seat = int(ways[0].player)
        if seat in found or seat in (waited, state.player):
            break
        if len(ways) <= len(before) and not all(_is_secret(game, s, seat) for s in before):
            break
        found[seat] = ways[0]
    return found


def _is_secret(game: Game, state: PlainState, seat: int) -> bool:
    """Whether a seat cannot tell that whose turn it is has a single legal action, nor which it is."""
    (only,) = game.legal_actions(state)
    return not is_told(game, state, (only,), seat)


def _after_all(game: Game, ways: list[PlainState]) -> list[PlainState]:
    """The states after every legal action in each of some states; none if there are too many."""
    actions = [game.legal_actions(s) for s in ways]
    if sum(map(len, actions)) > MOST_WAYS:
        return []
    after = []
    for s, legal in zip(ways, actions, strict=True):
        for a in legal:
            other = s.copy(chance=s.chance.copy())
            apply_action(game.rules, other, a)
            after.append(other)
    return after


def _is_blind(game: Game, state: PlainState, ways: list[PlainState]) -> bool:
    """Whether nothing was drawn, and the same player is to choose and sees the same in all of some states."""
    players = {int(s.player) for s in ways}
    if len(players) > 1 or any(s.over or (s.at, s.step) != (state.at, state.step) for s in ways):
        return False
    seat = players.pop()
    first = game.sight(ways[0], seat)
    legal = game.legal_actions(ways[0])
    return all(game.sight(s, seat) == first and game.legal_actions(s) == legal for s in ways[1:])


def ends_with(match: Match, action: int) -> bool:
    """Whether a match is over after an action; it stays as it is."""
    s = match.state.copy(chance=match.chance.copy())
    apply_action(match.game.rules, s, action)
    return bool(s.over)
