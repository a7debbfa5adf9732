"""Example positions of Beat It Or Eat It, and its position editor."""

from collections.abc import Mapping

from upcard.engine.errors import Unreadable, Usage
from upcard.engine.read_number import plain_number
from upcard.games.beat_it_or_eat_it.rules import (
    BEATEN,
    GAME,
    KINDS,
    MOVERS,
    NOWHERE,
    OTHERS,
    SUITS,
    TABLE,
    TAYLORS,
    TOP,
    is_of,
    misfit,
    position_text,
    read_position,
    suit,
    write_position,
)
from upcard.language.messages import marked
from upcard.play.example_positions import CardLayout, CardPile, ExamplePosition
from upcard.play.input_field import InputField
from upcard.play.position_address import OPTION, match_from_address

SET_UP = {"option-deal": "given"}
EXAMPLES = (
    ExamplePosition(
        "Bill Taylor's board",
        "Bill Taylor proposed this board for games by mail: you lead. As far as we know, no published answer "
        "says who wins. Upcard's table of all positions with two suits of 13 decides it: if both play "
        "perfectly, the leader wins in 65 rounds and starts with the two of spades. This is a computation "
        "that anyone can repeat, not a proof by hand. A round ends when the table has been eaten.",
        {**SET_UP, "option-position": TAYLORS},
        "tablebase",
    ),
    ExamplePosition(
        "Nobody wants to move",
        "One suit of five cards. Whoever has to lead loses: zugzwang.",
        {**SET_UP, "option-suits": "1", "option-length": "5", "option-position": "s4.2/s5.3.1/-"},
        "tablebase",
    ),
)

PLACES = (
    (MOVERS, marked("hand of the player to move")),
    (OTHERS, marked("the other hand")),
    (TABLE, marked("table, top card last")),
)
EMPTY_HAND = marked("the position leaves a hand empty, so the game would be over; put a card into each hand")
USUAL = {"suits": 2, "length": 13}


def placed_cards(query: Mapping[str, str]) -> CardLayout:
    """Return the cards of a position for the editor; cards that it does not name are in the other hand.

    Raises
    ------
    UpcardError
        If the address of the analysis board cannot be read.
    """
    suits, length = (plain_number(k, query.get(OPTION + k) or str(n)) for k, n in USUAL.items())
    if not (1 <= suits <= SUITS and 2 <= length <= KINDS // SUITS):
        message = marked(
            "suits={0}, length={1} is out of range; expected {2} to {3} suits of {4} to {5} cards"
        )
        raise Usage(message.format(suits, length, 1, SUITS, 2, KINDS // SUITS))
    places = _places(query)
    for k in range(KINDS):
        places[k] = (places[k] or OTHERS) if is_of(suits, length, k) else NOWHERE
    if places[TOP] and places[places[TOP] - 1] != TABLE:
        places[TOP] = 0
    _top(places)
    turns = [(marked("swap hands"), _query(query, _turned(places)))]
    if places[TOP]:
        unbeaten, beaten = marked("the top card still has to be beaten"), marked("the top card is beaten")
        words = unbeaten if places[BEATEN] else beaten
        turns.append((words, _query(query, [*places[:BEATEN], 1 - places[BEATEN]])))
    return CardLayout(
        tuple(CardPile(name, _heap(places, where)) for where, name in PLACES),
        lambda card, heap, source: _query(query, _put(places, card, heap)),
        _query(query, places),
        EMPTY_HAND if misfit(suits, length, places) else "",  # every card of the game has a place
        tuple(turns),
        (
            InputField(f"{OPTION}suits", marked("suits"), suits, 1, SUITS),
            InputField(f"{OPTION}length", marked("cards in a suit"), length, 2, KINDS // SUITS),
        ),
    )


def _places(query: Mapping[str, str]) -> list[int]:
    """Return where every card lies, by the position of the query or by its deal."""
    text = query.get(OPTION + "position", "")
    if not text or query.get("do") or query.get(OPTION + "deal") != "given":
        return read_position(position_text(match_from_address(GAME.name, query).state))
    try:
        return read_position(text)
    except ValueError as fault:
        raise Unreadable(f"position {text[:60]!r} cannot be read; {fault}") from None


def _heap(places: list[int], where: int) -> tuple[int, ...]:
    """Return the cards of a place, suit by suit, and the top card last."""
    cards = [k for k in range(KINDS) if places[k] == where]
    return tuple(sorted(cards, key=lambda k: (k + 1 == places[TOP], suit(k), k)))


def _put(places: list[int], card: int, heap: int) -> list[int]:
    """Return the places after moving a card to a pile; on the table it becomes the top card."""
    new = list(places)
    if card in range(KINDS) and new[card] != NOWHERE:
        new[card] = PLACES[heap][0]
        if new[card] == TABLE:
            new[TOP] = card + 1
        elif new[TOP] == card + 1:
            new[TOP] = 0
    _top(new)
    return new


def _top(places: list[int]) -> None:
    """Set the top card if there are cards on the table, and clear it otherwise. Modifies `places`."""
    lying = [k for k in range(KINDS) if places[k] == TABLE]
    places[TOP] = places[TOP] or (lying[-1] + 1 if lying else 0)
    places[BEATEN] = places[BEATEN] if lying else 0


def _turned(places: list[int]) -> list[int]:
    """Return the same position with the other player to move."""
    other = {MOVERS: OTHERS, OTHERS: MOVERS}
    return [*(other.get(x, x) for x in places[:KINDS]), *places[KINDS:]]


def _query(query: Mapping[str, str], places: list[int]) -> dict[str, str]:
    """Return the query for the address of a position, with the other chosen options."""
    options = {k: x for k, x in query.items() if k.startswith(OPTION) and x}
    return options | {OPTION + "deal": "given", OPTION + "position": write_position(places)}
