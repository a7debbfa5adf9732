"""Legal actions as choices: in words, by a number, and by touching a card or a zone.

Rules files do not declare which card is touched for an action. It is a card of the player without which the
action would not be legal, or else a card in a row of open slots, if the words of the action name it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from types import ModuleType
from typing import Any

from upcard.engine.legal_actions import legal_actions_of
from upcard.engine.state import PlainState
from upcard.kit.cards import EMPTY, Kind
from upcard.play.zones import Zone

FEW_ACTIONS = 20
"""In a game with at most this many actions, of which some have a number in their words, every action has the
same number throughout."""


@dataclass(frozen=True)
class Touch:
    """A card, a zone or a place on the board that can be touched to act."""

    where: str
    """The name of a zone or of a place."""
    seat: int | None = None
    """The owner of the zone; None for a common zone or a place."""
    card: int | None = None
    """The card in the zone; None for the whole zone."""


@dataclass(frozen=True)
class Choice:
    """An action that is legal now."""

    action: int
    number: int
    """The number to type instead of its words; see :func:`numbered`."""
    words: str
    touches: tuple[Touch, ...]
    """The cards and zones to touch for it; empty if there are none."""


def numbered(words: Sequence[str], legal: Sequence[int]) -> list[int]:
    """Return a number to type for each legal action.

    An action with exactly one number in its words has that number, unless other actions contain it too. The
    other actions get the smallest numbers that are in no words; in a game with few actions, all of them get a
    number then, so that it means the same throughout. If no action has a number of its own, the legal ones
    are counted from 1. `words` are those of every action of the game.
    """
    inside = [[int(w) for w in text.split() if w.isdecimal() and len(w) < 5] for text in words]
    uses = Counter(x for numbers in inside for x in set(numbers))
    from_words = {a: f[0] for a, f in enumerate(inside) if len(f) == 1 and uses[f[0]] == 1}
    counted = range(len(words)) if from_words and len(words) <= FEW_ACTIONS else legal
    free = (n for n in count(1) if n not in uses)
    numbers = from_words | {a: next(free) for a in counted if a not in from_words}
    return [numbers[a] for a in legal]


def choices_of(
    rules: ModuleType, v: PlainState, zones: Sequence[Zone], touches: Mapping[int, str]
) -> tuple[Choice, ...]:
    """Return the choices of the player to move; `touches` are those that the rules declare, by action."""
    legal = legal_actions_of(rules, v)
    words = [str(rules.action_text(v, a)) for a in range(rules.ACTIONS)]
    played = _played(rules, v, zones, legal)
    for a in legal:
        if not played[a] and a not in touches:
            played[a] = _taken(rules, v, zones, a, words[a])
    return tuple(
        Choice(a, number, words[a], _touches(a, words[a], zones, touches, played[a]))
        for a, number in zip(legal, numbered(_with_numbers(rules, words), legal), strict=True)
    )


def _with_numbers(rules: ModuleType, words: Sequence[str]) -> list[str]:
    """Return the words of every action, or an alias with a number: ``bet 0`` for ``check``."""
    aliases = getattr(rules, "ALIASES", {}) if any(map(_has_number, words)) else {}
    return [
        next((x for x in (text, *aliases.get(a, ())) if _has_number(x)), text) for a, text in enumerate(words)
    ]


def _has_number(text: str) -> bool:
    return any(map(str.isdecimal, text.split()))


def words_of(
    rules: ModuleType, v: PlainState, zones: Sequence[Zone] = (), touches: Mapping[int, str] | None = None
) -> tuple[Choice, ...]:
    """Return the legal actions with their words only: without touches, and with the number 0."""
    legal = legal_actions_of(rules, v)
    return tuple(Choice(a, 0, str(rules.action_text(v, a)), ()) for a in legal)


def _touches(
    a: int, text: str, zones: Sequence[Zone], touches: Mapping[int, str], played: list[Touch]
) -> tuple[Touch, ...]:
    if a in touches:
        return (*played, Touch(touches[a]))
    if played:
        return tuple(played)
    named = [z for z in zones if z.seat is None and z.name.lower() in text.lower().split()]
    return tuple(Touch(z.name) for z in named)


def _played(
    rules: ModuleType, v: PlainState, zones: Sequence[Zone], legal: Sequence[int]
) -> dict[int, list[Touch]]:
    """Return for each action the player's own cards that it plays: without them it would not be legal."""
    touches: dict[int, list[Touch]] = {a: [] for a in legal}
    for zone in zones:
        if zone.seat is None or zone.seat != v.me or not zone.is_open:
            continue
        for card in sorted({face.card for face in zone.faces if face}):
            without = _without(v, zone, card)
            for a in legal:
                if not _is_legal(rules, without, a):
                    touches[a].append(Touch(zone.name, zone.seat, card))
    return touches


def _taken(rules: ModuleType, v: PlainState, zones: Sequence[Zone], a: int, text: str) -> list[Touch]:
    """Return the card that an action takes from a row of open slots: the one that its words name.

    It is the only card without which the action would not be legal.
    """
    touches: list[Touch] = []
    for zone in zones:
        cards = sorted({face.card for face in zone.faces if face})
        if zone.seat is not None or not zone.is_open or zone.kind is not Kind.SLOT or len(zone.faces) < 2:
            continue
        needed = [card for card in cards if not _is_legal(rules, _without(v, zone, card), a)]
        if len(needed) == 1 and f" {rules.card_text(needed[0])} ".lower() in f" {text} ".lower():
            touches.append(Touch(zone.name, None, needed[0]))
    return touches if len(touches) == 1 else []


def _is_legal(rules: ModuleType, v: PlainState, a: int) -> bool:
    try:
        return bool(rules.legal(v, a))
    except IndexError:  # a rule that looks for the card that is gone
        return False


def _without(v: PlainState, zone: Zone, card: int) -> PlainState:
    """Return a copy of a view without one card of the viewer's zone, or of an open slot."""
    other = v.copy()
    table = getattr(other, zone.name)
    if zone.seat is None:
        for i, face in enumerate(zone.faces):
            table[i] = EMPTY if face is None or face.card == card else face.card
    elif zone.kind is Kind.COUNTS:
        table[zone.seat, card] = 0
    elif zone.kind is Kind.ROW:
        _set_row(table[zone.seat], [face.card for face in zone.faces if face and face.card != card])
    elif len(table.shape) == 1:
        table[zone.seat] = EMPTY
    else:
        for i, face in enumerate(zone.faces):
            table[zone.seat, i] = EMPTY if face is None or face.card == card else face.card
    return other


def _set_row(row: Any, cards: Sequence[int]) -> None:
    """Replace the cards of a row, in place."""
    row[0] = len(cards)
    for i, c in enumerate(cards, 1):
        row[i] = c


def reasons_of(
    rules: ModuleType,
    v: PlainState,
    zones: Sequence[Zone],
    choices: Sequence[Choice],
    hands: Iterable[str] = (),
) -> dict[Touch, str]:
    """Return sentences that say why some cards of a hand, or of a row of playable cards, cannot be played.

    The sentences come from ``why`` of the rules file, for an illegal action whose words end with the name of
    the card. `v` is the view of the player to move; `hands` come from
    :func:`upcard.play.playable_zones.hands_of`.
    """
    why = getattr(rules, "why", None)
    touched = {t for c in choices for t in c.touches}
    used = {(t.where, t.seat) for t in touched if t.card is not None} | {(name, v.me) for name in hands}
    if why is None or not used:
        return {}
    legal = {c.action for c in choices}
    wrong = {a: f" {rules.action_text(v, a)}" for a in range(rules.ACTIONS) if a not in legal}
    reasons = {}
    for zone in zones:
        for face in zone.faces if (zone.name, zone.seat) in used else ():
            if face is None or Touch(zone.name, zone.seat, face.card) in touched:
                continue
            reason = next((str(why(v, a)) for a, text in wrong.items() if text.endswith(f" {face.name}")), "")
            if reason:
                first = reason[:1] if reason.startswith(face.name) else reason[:1].upper()
                reasons[Touch(zone.name, zone.seat, face.card)] = f"{first}{reason[1:]}."
    return reasons
