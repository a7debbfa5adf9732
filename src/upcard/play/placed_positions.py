"""The editor of positions for every game: zones and numbers that its rules declare, as piles and fields."""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from upcard.engine.errors import Usage
from upcard.engine.game import Match
from upcard.engine.hand import cards_in_zone
from upcard.engine.placed_state import may_set_turn, placed_text, read_placed, settable_numbers, settle
from upcard.engine.state import CheckedRow, PlainState
from upcard.kit.cards import EMPTY, Field, Kind
from upcard.language.messages import game_words
from upcard.language.messages import gettext as _
from upcard.play.example_positions import CardLayout, CardPile, can_lay, layout_of
from upcard.play.input_field import InputField
from upcard.play.position_address import STATE, address_of, match_from_address

SET = "set-"


class _EditedZone(NamedTuple):
    """A zone, of one seat if each has one."""

    zone: Field
    seat: int | None

    def cells(self, s: PlainState) -> Any:
        """Return the cells of this zone in a state: a row of numbers, or a card."""
        x = getattr(s, self.zone.name)
        return x if self.seat is None else x[self.seat]

    def cards(self, s: PlainState) -> tuple[int, ...]:
        """Return the cards that lie here."""
        return tuple(c for c in cards_in_zone(self.zone, self.cells(s)) if c != EMPTY)

    @property
    def label(self) -> str:
        """Its name on the page."""
        return of_player(self.zone.label or self.zone.name.replace("_", " "), self.seat)


def of_player(name: str, seat: int | None) -> str:
    """Return the name of a zone or number of a seat, or of the table (None), in the reader's language."""
    words = game_words(name)
    return words if seat is None else _("{name} of player {n}", name=words, n=seat + 1)


def layout_of_game(game: str, query: Mapping[str, str]) -> CardLayout:
    """Return the position of a query for the editor: that of the game, if it has one, else the general one.

    Raises
    ------
    UpcardError
        If the query cannot be read.
    """
    return layout_of(game, query) if can_lay(game) else _general_layout(game, query)


def set_parts(query: Mapping[str, str]) -> tuple[str, ...]:
    """Return the parts of a query that set numbers of a position."""
    return tuple(k for k in query if k.startswith(SET))


def _general_layout(game: str, query: Mapping[str, str]) -> CardLayout:
    """Return the editor of a game from the fields that its rules declare."""
    base, s = _states(game, query)
    rules, spots = base.game.rules, _spots(base)
    for name, value in query.items():
        if name.startswith(SET) and value:
            _set_number(rules, s, name.removeprefix(SET), value)
    misfit = settle(rules, base.state, s)
    now = partial(_query_of, base)
    turn = [
        (_("player {n} to move", n=p + 1), now(_with_turn(s, p))) for p in range(s.seats) if p != s.player
    ]
    return CardLayout(
        tuple(CardPile(spot.label, spot.cards(s)) for spot in spots),
        partial(_put, base, s, spots),
        now(s),
        misfit,
        tuple(turn) if may_set_turn(rules) else (),
        tuple(_fields(rules, s)),
    )


def _states(game: str, query: Mapping[str, str]) -> tuple[Match, PlainState]:
    """Return the match as it was dealt, and the position of the query, which need not be valid yet."""
    parts = {k: x for k, x in query.items() if k != STATE and not k.startswith(SET)}
    if query.get(STATE):
        base = match_from_address(game, {**parts, "do": ""})
        s = base.state.copy()
        read_placed(base.game.rules, s, query[STATE])
        if not query.get("do"):
            return base, s
        return base, match_from_address(game, {**parts, STATE: query[STATE]}).state.copy()
    match = match_from_address(game, parts)
    return match.from_start(), match.state.copy()


def _spots(match: Match) -> list[_EditedZone]:
    """Return all zones; those of seats first."""
    zones = [f for f in match.game.rules.STATE if f.is_zone]
    seats = range(match.game.players)
    return [_EditedZone(f, p) for p in seats for f in zones if f.per_seat] + [
        _EditedZone(f, None) for f in zones if not f.per_seat
    ]


def _query_of(base: Match, s: PlainState) -> dict[str, str]:
    """Return the query of a position that was placed in the deal of a match."""
    text = placed_text(base.game.rules, base.state, s)
    parts = dict(parse_qsl(address_of(base)))
    return parts | ({STATE: text} if text else {})


def _put(
    base: Match, s: PlainState, spots: list[_EditedZone], card: int, heap: int, source: int | None = None
) -> dict[str, str]:
    """Return the query after moving a card to the zone number `heap`."""
    return _query_of(base, _moved(s.copy(), card, spots, source, heap))


def _with_turn(s: PlainState, seat: int) -> PlainState:
    new = s.copy()
    new.player = seat
    return new


def _moved(s: PlainState, card: int, spots: list[_EditedZone], source: int | None, heap: int) -> PlainState:
    """Move a card from one zone to another; a full zone gives a card back. Modifies and returns `s`."""
    holders = [i for i, spot in enumerate(spots) if card in spot.cards(s)]
    at = source if source in holders else next(iter(holders), None)
    if at is None or at == heap:
        return s
    _take(spots[at], s, card)
    if (back := _full(spots[heap], s)) is not None:
        _take(spots[heap], s, back)
        _add(spots[at], s, back)
    _add(spots[heap], s, card)
    return s


def _full(spot: _EditedZone, s: PlainState) -> int | None:
    """Return the card that a full zone gives back; None if it has room."""
    cards, f = spot.cards(s), spot.zone
    room = max(f.length, 1) if f.kind is Kind.SLOT else f.length - 1 if f.kind is Kind.ROW else len(cards) + 1
    return cards[0] if len(cards) >= room else None


def _take(spot: _EditedZone, s: PlainState, card: int) -> None:
    """Take a card out of a zone; modifies `s`."""
    x, f = spot.cells(s), spot.zone
    if f.kind is Kind.COUNTS:
        x[card] -= 1
    elif f.kind is Kind.SLOT:
        _set_slot(spot, s, card, EMPTY)
    else:
        cards = [int(x[i]) for i in range(1, x[0] + 1)]
        cards.remove(card)
        _write_row(x, cards)


def _add(spot: _EditedZone, s: PlainState, card: int) -> None:
    """Put a card into a zone that has room; modifies `s`."""
    x, f = spot.cells(s), spot.zone
    if f.kind is Kind.COUNTS:
        x[card] += 1
    elif f.kind is Kind.SLOT:
        _set_slot(spot, s, EMPTY, card)
    else:
        _write_row(x, [*(int(x[i]) for i in range(1, x[0] + 1)), card])


def _set_slot(spot: _EditedZone, s: PlainState, old: int, new: int) -> None:
    x, name = spot.cells(s), spot.zone.name
    if isinstance(x, CheckedRow):
        x[next(i for i in range(len(x)) if x[i] == old)] = new
    elif spot.seat is None:
        setattr(s, name, new)
    else:
        getattr(s, name)[spot.seat] = new


def _write_row(x: Any, cards: list[int]) -> None:
    for i in range(len(x)):
        x[i] = cards[i - 1] if 0 < i <= len(cards) else 0
    x[0] = len(cards)


def _first_number(f: Field) -> int:
    """Return 1 for a seat, which people count from 1, and 0 for other numbers."""
    return int(f.words.startswith("the seat that "))


def _fields(rules: Any, s: PlainState) -> list[InputField]:
    """Return a field for every number that may be placed."""
    fields = []
    for name, (low, high) in settable_numbers(rules).items():
        declared = next(f for f in rules.STATE if f.name == name)
        label, first = declared.label or name.replace("_", " "), _first_number(declared)
        if first:
            label = declared.words.partition(",")[0]
        for p in range(s.seats) if declared.per_seat else [None]:
            value = int(getattr(s, name)[p] if p is not None else getattr(s, name))
            place, words = name if p is None else f"{name}.{p}", of_player(label, p)
            fields.append(InputField(SET + place, words, value + first, low + first, high + first))
    return fields


def _set_number(rules: Any, s: PlainState, place: str, value: str) -> None:
    """Set a number of a position from the form; modifies `s`."""
    field = next((f for f in _fields(rules, s) if f.name == SET + place), None)
    if field is None:
        raise Usage(f"{place[:40]!r} is not a number that can be set")
    name, *seat = place.split(".", 1)
    declared = next(f for f in rules.STATE if f.name == name)
    number = int(field.read(value)) - _first_number(declared)
    if seat:
        getattr(s, name)[int(seat[0])] = number
    else:
        setattr(s, name, number)
