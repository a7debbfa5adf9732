"""The turns of a class at Stoppers: what each player knew, whether a King stopped them, and what came."""

from collections.abc import Sequence
from dataclasses import dataclass

from upcard.engine.state import PlainState
from upcard.games.stoppers.rules import KEEP, NONE, STOP, SWAP, can_stop, next_living
from upcard.games.stoppers.studies.swap_statistics import LOW
from upcard.kit.ranks import KING, RANKS, SUITS, value


@dataclass(frozen=True)
class ClassTurn:
    """A turn of a player, who keeps or swaps a card."""

    place: tuple[int, int]
    """The group, and the match of the group."""
    number: int
    """The round of the match."""
    seat: int
    neighbour: int
    """The seat of the player, and that of the next one, with whom they can swap."""
    held: int
    """The value of the card before the turn."""
    is_dealer: bool
    is_swap: bool
    is_stopped: bool | None
    """Whether a King stopped the swap; None if its holder may decide, and has not answered."""
    came: int
    """The value of the card that came; 0 if none came, or if it is not known yet what the deck gave."""
    low_left: float
    chance: float
    """Among the cards that the player had not seen: the share of low ones, and of higher ones but Kings."""
    is_lost: bool | None
    """Whether the player lost a life in this round; None if it is not over."""

    @property
    def is_by_rule(self) -> bool:
        """Whether the player swapped a low card or kept a higher one."""
        return self.is_swap == (self.held <= LOW)

    @property
    def round(self) -> tuple[int, int, int]:
        """Group, match and round; turns of one round are not independent."""
        return *self.place, self.number

    @property
    def pair(self) -> tuple[int, int, int, int]:
        """Group, match, and the seats of the player and the neighbour."""
        return *self.place, self.seat, self.neighbour


def class_turns(
    steps: Sequence[tuple[PlainState, int]], last: PlainState, place: tuple[int, int] = (0, 0)
) -> list[ClassTurn | None]:
    """Return the turn at each position of a match with the action played there; None for an answer.

    `last` is the position after the last step. An answer accepts or stops a swap.
    """
    after = [*(s for s, _ in steps[1:]), last]
    turns: list[ClassTurn | None] = []
    for i, ((s, action), end) in enumerate(zip(steps, round_ends(steps, last), strict=True)):
        if s.asker != NONE or action not in (KEEP, SWAP):
            turns.append(None)
            continue
        turns.append(_turn(place, s, action, _is_stopped(s, action, after[i], steps[i + 1 : i + 2]), end))
    return turns


def round_ends(steps: Sequence[tuple[PlainState, int]], last: PlainState) -> list[PlainState | None]:
    """Return for each step the position in which its round has just ended; None if the round is not over."""
    ends: list[PlainState | None] = []
    end, after = None, last
    for s, _ in reversed(steps):
        if after.rounds != s.rounds or after.over:
            end = after
        ends.append(end)
        after = s
    return ends[::-1]


def _is_stopped(
    s: PlainState, action: int, after: PlainState, answer: Sequence[tuple[PlainState, int]]
) -> bool | None:
    """Return whether a King stopped a swap; None if its holder may decide and has not answered yet."""
    if action != SWAP or s.player == s.dealer:
        return False
    if after.asker == NONE:
        return bool(can_stop(s, next_living(s, s.player)))
    return answer[0][1] == STOP if answer else None


def _turn(
    place: tuple[int, int], s: PlainState, action: int, is_stopped: bool | None, end: PlainState | None
) -> ClassTurn:
    """Return a turn; `end` is the position after its round, None if the round is not over."""
    p = s.player
    q, is_dealer, came = next_living(s, p), p == s.dealer, 0
    if action == SWAP and is_dealer:
        came = 0 if end is None else end.showed[p]
    elif action == SWAP and is_stopped is False:
        came = value(s.card[q])
    unseen = [SUITS - s.used[k] - (k == s.card[p]) for k in range(RANKS)]
    low, higher = (sum(x) / max(1, sum(unseen)) for x in (unseen[:LOW], unseen[s.card[p] + 1 : KING]))
    return ClassTurn(
        place=place,
        number=int(s.rounds),
        seat=p,
        neighbour=q,
        held=value(s.card[p]),
        is_dealer=is_dealer,
        is_swap=action == SWAP,
        is_stopped=is_stopped,
        came=came,
        low_left=low,
        chance=higher,
        is_lost=None if end is None else end.life[p] < s.life[p],
    )
