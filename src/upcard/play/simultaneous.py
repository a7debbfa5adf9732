"""Simultaneous choices: the players who may choose at the same time.

Rules files let one player choose after the other, even where people choose at the same time. A player need
not wait for another player's choice if it changes nothing that they see or may do. A single legal action also
counts as a choice if the player cannot see that it is the only one, such as a last card that lies face down.
"""

from upcard.engine.game import Game, Match
from upcard.engine.state import PlainState, apply_action
from upcard.play.move_log import can_tell

MOST_WAYS = 64
"""Maximum number of combinations of other players' choices that are searched."""


def simultaneous_choosers(game: Game, state: PlainState) -> dict[int, PlainState]:
    """Return the players who may choose now although it is another player's turn, by seat.

    Each comes with a state in which it is their turn. Whatever the others choose, such a player sees the same
    and may do the same. The other players' choices in this state are arbitrary.
    """
    choosers: dict[int, PlainState] = {}
    ways = [] if state.over else [state]
    while ways and len(choosers) < game.players - 1:
        waited = int(ways[0].player)
        before, ways = ways, _after_all(game, ways)
        if not ways or not _is_blind(game, state, ways):
            break
        seat = int(ways[0].player)
        if seat in choosers or seat in (waited, state.player):
            break
        if len(ways) <= len(before) and not all(_is_secret(game, s, seat) for s in before):
            break
        choosers[seat] = ways[0]
    return choosers


def _is_secret(game: Game, state: PlainState, seat: int) -> bool:
    """Return whether a seat cannot see which action is the only legal one of the player to move."""
    (only,) = game.legal_actions(state)
    return not can_tell(game, state, (only,), seat)


def _after_all(game: Game, ways: list[PlainState]) -> list[PlainState]:
    """Return the states after every legal action in each of some states; none if there are too many."""
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
    """Return whether one player is to move in all these states and sees the same, and no chance was used."""
    players = {int(s.player) for s in ways}
    if len(players) > 1 or any(s.over or (s.at, s.step) != (state.at, state.step) for s in ways):
        return False
    seat = players.pop()
    first = game.sight(ways[0], seat)
    legal = game.legal_actions(ways[0])
    return all(game.sight(s, seat) == first and game.legal_actions(s) == legal for s in ways[1:])


def state_after(match: Match, action: int) -> PlainState:
    """Return the state after an action; the match does not change."""
    s = match.state.copy(chance=match.chance.copy())
    apply_action(match.game.rules, s, action)
    return s
