"""Checks of what people see: the optional ``scene(v)`` of a rules file, and numbers that are codes."""

import re
from collections.abc import Iterator
from dataclasses import replace

from upcard.engine.hand import cards_in_zone
from upcard.engine.sight import WATCHER
from upcard.kit.cards import EMPTY, EVERYBODY, NOBODY, Picture
from upcard.play.scene import picture_of
from upcard.play.simultaneous import simultaneous_choosers
from upcard.testing.random_walk import Walk

CODE = re.compile(
    r"(?:^|[:;,] |\bfrom )-?\d (?:if|when|while|for|before|after|until|means)\b|\b0 [a-z][^,;]*, 1 [a-z]"
)
"""Part of a description that explains single values, as in ``0 nothing yet, 1 kept``."""


def check_number_words(walk: Walk) -> int:
    """Check that people never read a raw code: a drawn number that is one has a word for each value."""
    rules, seat = walk.game.rules, walk.state.player
    picture = picture_of(rules, walk.state if walk.state.over else walk.match.view(seat))
    drawn = [
        f for f in rules.STATE if not f.is_zone and f.sight is not NOBODY and f.name not in picture.quiet
    ]
    for f in drawn:
        if CODE.search(f.words) and not f.shown and f.name not in picture.shown:
            wanted = "words for the values of a number that is drawn: number(..., shown={1: ...})"
            raise walk.broken(check_number_words, wanted, f"{f.name} is described as {f.words!r}")
    return len(drawn)


def check_scene(walk: Walk) -> int:
    """Check that the scene of a rules file names only existing fields, actions, places and cards."""
    add = getattr(walk.game.rules, "scene", None)
    if add is None:
        return 0
    picture = add(walk.state if walk.state.over else walk.match.view(walk.match.player))
    if not isinstance(picture, Picture):
        raise walk.broken(check_scene, "a Picture", repr(picture))
    for seen in _strange(walk, picture):
        raise walk.broken(check_scene, "only names and numbers that exist", seen)
    for who, other in _other_pictures(walk, picture):
        for seen in _strange_sizes(walk, other):
            raise walk.broken(check_scene, "only names and numbers that exist", f"{who} is shown {seen}")
    return 1


def _other_pictures(walk: Walk, movers: Picture) -> Iterator[tuple[str, Picture]]:
    """Yield the pictures for everybody but the mover, and for seats that choose ahead."""
    game, state = walk.game, walk.state
    if state.over:
        return
    has_sizes = bool(movers.sizes)
    for seat in (x for x in (*walk.seats, WATCHER) if x != state.player):
        picture = picture_of(game.rules, walk.seen_again(seat))
        has_sizes |= bool(picture.sizes)
        yield "a spectator" if seat == WATCHER else f"seat {seat + 1}", picture
    for seat, early in simultaneous_choosers(game, state).items() if has_sizes else ():
        picture = picture_of(game.rules, game.view(early, seat))
        drawn = {name: sizes for name, sizes in picture.sizes.items() if name not in picture.quiet}
        yield f"seat {seat + 1}, who chooses ahead,", replace(picture, sizes=drawn)


def _strange(walk: Walk, picture: Picture) -> Iterator[str]:
    """Yield names in a picture that do not exist."""
    fields = {f.name: f for f in walk.game.rules.STATE}
    places = [place for row in picture.board for place in row]
    yield from (f"a sentence {x!r}" for x in picture.says if not x.strip())
    yield from (f"the quiet field {name!r}" for name in picture.quiet if name not in fields)
    yield from (f"a badge for seat {p}" for p in picture.badges if p not in range(walk.game.players))
    yield from _strange_words(walk, picture)
    yield from _strange_sizes(walk, picture)
    known = {f.name for f in fields.values() if f.is_zone} | {place.words for place in places}
    for a, where in picture.touches.items():
        if not 0 <= a < walk.game.rules.ACTIONS or where not in known:
            yield f"touching {where!r} for action {a}"
    for place in places:
        yield from (f"card {c} in {place.words}" for c in place.cards if c != EMPTY and c not in walk.deck)


def _strange_words(walk: Walk, picture: Picture) -> Iterator[str]:
    numbers = {f.name: f for f in walk.game.rules.STATE if not f.is_zone}
    for name, words in picture.shown.items():
        if name not in numbers:
            yield f"words for {name!r}, which is not a number of the rules"
        elif not isinstance(words, str):
            wanted = walk.game.players if numbers[name].per_seat else 1
            if len(words) < wanted:
                yield f"{words!r} for {name}; expected a text for each of {wanted}"


def _strange_sizes(walk: Walk, picture: Picture) -> Iterator[str]:
    """Yield the wrong numbers of hidden cards in a picture."""
    if not picture.sizes:
        return
    hidden = {f.name: f for f in walk.game.rules.STATE if f.is_zone and f.sight is not EVERYBODY}
    for name, sizes in picture.sizes.items():
        if name not in hidden:
            yield f"sizes of {name!r}, which is not a zone of hidden cards"
            continue
        x = getattr(walk.state, name)
        zones = [x[p] for p in range(walk.game.players)] if hidden[name].per_seat else [x]
        lie = [sum(c != EMPTY for c in cards_in_zone(hidden[name], zone)) for zone in zones]
        if len(sizes) < len(lie) or any(n not in (None, m) for n, m in zip(sizes, lie, strict=False)):
            yield f"{[*sizes]!r} cards in {name}; there are {lie}"
