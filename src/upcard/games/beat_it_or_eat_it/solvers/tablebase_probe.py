"""Probing a tablebase of Beat It Or Eat It: every move of a position with its verdict, the best first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from upcard.engine.errors import Unreadable
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import PLIES
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable
from upcard.games.beat_it_or_eat_it.certificates.round_analysis import RoundAnalysis
from upcard.games.beat_it_or_eat_it.rules import (
    BEATEN,
    EAT,
    EXAMPLE,
    KINDS,
    MOVERS,
    NOWHERE,
    OTHERS,
    RANK_NAMES,
    TOP,
    card_text,
    cards_of,
    cards_text,
    lowest,
    misfit,
    rank,
    read_position,
    size_of,
    suit,
    with_the_rest,
    write_position,
)
from upcard.games.beat_it_or_eat_it.rules import SUITS as MOST_SUITS

ACE = RANK_NAMES.index("A")


@dataclass(frozen=True)
class ProbedMove:
    """A legal move and its result."""

    action: int
    """The number of the action in the rules."""
    text: str
    """The move in words: ``lead s5``, ``beat with hK``, ``eat``."""
    verdict: str
    """``win``, ``loss`` or ``draw``, which is endless play, for the player to move."""
    distance: int
    """Plies to the end, this one included; 0 for a draw. Beating and leading are one ply. By a table that
    counts rounds, 2 k - 1 for a win and 2 k for a loss before somebody eats for the k-th time."""


def probe(table: LeadTable, position: str) -> tuple[ProbedMove, ...]:
    """Return all moves of a position, the best first: short wins, long wins, draws, long and short losses.

    The position is written as the option ``position`` of the rules: the hand of the player to move, the other
    hand and the table. If it is one hand alone, the rest is the other hand.

    Raises
    ------
    Unreadable
        If the text is not a position of the size of the tablebase.
    """
    places = places_of(position, (table.suits, table.length))
    wrong = misfit(table.suits, table.length, places)
    if wrong:
        raise Unreadable(wrong)
    return probe_places(table, places)


def places_of(position: str, size: tuple[int, int] | None = None) -> list[int]:
    """Return the place of every card in a text; if it names one hand alone, the rest is the other hand.

    `size` is the suits and length of the game, if they are known.

    Raises
    ------
    Unreadable
        If the text is not a position, or is a hand that does not determine the other hand.
    """
    try:
        if size is None or "/" in position:
            places = read_position(position)
            if not any(places):
                raise ValueError(f"it names no cards; expected something like {EXAMPLE}")
            return places
        return with_the_rest(read_position(f"{position}/-"), size)
    except ValueError as fault:
        raise Unreadable(f"{position!r} is not a position: {fault}") from None


def why_no_position(places: Sequence[int]) -> str:
    """Return why these cards do not form a position of any size; empty if they do."""
    suits, length = size_of(places)
    wrong = misfit(suits, length, places)
    if not wrong or " leaves " in wrong:
        return wrong
    lacking = [k for k in cards_of(suits, length) if places[k] == NOWHERE]
    laid = [k for k in range(KINDS) if places[k] != NOWHERE]
    used = sorted({suit(k) for k in laid})
    others = {
        "with other suits it would be": {k: k - suit(k) + used.index(suit(k)) for k in laid},
        "the rank of A is 14; with rank 1 it would be": {k: suit(k) if rank(k) == ACE else k for k in laid},
    }
    moved = {words: _moved(places, to) for words, to in others.items()}
    hints = (f"; {words} {write_position(x)}" for words, x in moved.items() if not misfit(*size_of(x), x))
    return (
        "every card must be in a hand or on the table; "
        f"{cards_text(lacking)} {'is' if len(lacking) == 1 else 'are'} missing, with suits={suits} and "
        f"length={length}{next(hints, '')}"
    )


def _moved(places: Sequence[int], to: Mapping[int, int]) -> list[int]:
    """Return the position with each card replaced; `to` maps the cards to the new ones."""
    out = [NOWHERE] * KINDS + [0, places[BEATEN]]
    for k, other in to.items():
        out[other] = places[k]
    out[TOP] = to[places[TOP] - 1] + 1 if places[TOP] else 0
    return out


def probe_places(table: LeadTable, places: Sequence[int]) -> tuple[ProbedMove, ...]:
    """Return all moves as :func:`probe` does; `places` is a position as ``read_position`` returns it."""
    hand, other = (hand_of(table, places, whose) for whose in (MOVERS, OTHERS))
    of_round = RoundAnalysis(table)
    numbers = {_bit(table, k): k for k in _cards(places, MOVERS)}
    if places[TOP] == 0 or places[BEATEN]:
        verb, cells = "lead", {card: of_round.after_lead(hand, other, card) for card in numbers}
    else:
        verb, cells = "beat with", of_round.answers(hand, other, _bit(table, places[TOP] - 1))
    moves = [_move(numbers.get(card, EAT), verb, cell) for card, cell in cells.items()]
    return tuple(sorted(moves, key=lambda move: (-PLIES.score_of(move.distance), move.action)))


def _cards(places: Sequence[int], whose: int) -> list[int]:
    return [k for k in range(KINDS) if places[k] == whose != NOWHERE]


def _bit(table: LeadTable, k: int) -> int:
    """Return the bit that stands for card `k` of the rules."""
    return 1 << ((k // MOST_SUITS - lowest(table.length)) * table.suits + k % MOST_SUITS)


def hand_of(table: LeadTable, places: Sequence[int], whose: int) -> int:
    """Return a hand of a position as bits; `whose` is ``MOVERS`` or ``OTHERS``."""
    return sum(_bit(table, k) for k in _cards(places, whose))


def _move(action: int, verb: str, distance: int) -> ProbedMove:
    verdict = "draw" if distance == 0 else "win" if distance % 2 == 1 else "loss"
    return ProbedMove(action, "eat" if action == EAT else f"{verb} {card_text(action)}", verdict, distance)
