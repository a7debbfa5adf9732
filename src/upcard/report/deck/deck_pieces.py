"""The pieces of a game: its cards, and the coins, chips or lives that it needs."""

import re
from collections import Counter
from functools import partial

from upcard.engine.card_notation import SUITS
from upcard.engine.game import Game
from upcard.engine.observation import all_cards
from upcard.play.zones import Face, make_face
from upcard.report.card_art import find_pack, pack_names
from upcard.report.card_faces import draw_face, face_svg, is_ranked, look_of
from upcard.report.piece_images import THINGS, worths_of


def card_svgs(game: Game, style: str) -> list[str]:
    """Draw every card of a game as an ``<svg>`` element, each as often as it occurs.

    The style is one of :data:`upcard.report.card_faces.STYLES`; a special pack has only one style. Repeated
    cards come in sets, one after the other; a special pack has its own order.
    """
    if game.name in pack_names():
        return [face_svg(game, card, style) for card in find_pack(game.name).CARDS]
    pack = +all_cards(game)  # without the kinds of which there is none
    if _lacks_suits(game, pack):
        look = look_of(style)
        draw = partial(draw_face, look=look, is_rank=True)
        faces = (_suited(make_face(game.rules, k), suit) for suit in SUITS.values() for k in sorted(pack))
        return list(map(draw, faces))
    sets = range(max(pack.values(), default=0))
    return [face_svg(game, k, style) for i in sets for k in sorted(pack) if pack[k] > i]


def _lacks_suits(game: Game, pack: Counter[int]) -> bool:
    """Return whether it is a standard pack without suits: every rank occurs as often as there are suits."""
    has_none = all(not make_face(game.rules, k).suit for k in pack)
    return has_none and is_ranked(game) and set(pack.values()) == {len(SUITS)}


def _suited(face: Face, suit: str) -> Face:
    return Face(face.card, f"{face.rank}{suit}", face.rank, suit)


def things_of(game: Game) -> list[str]:
    """Return the pieces besides cards that a rules file mentions, such as ``penny`` or ``chip-10``."""
    rules = game.rules
    texts = [rules.__doc__ or "", *(o.words for o in rules.OPTIONS), *(f.words for f in rules.STATE)]
    worths = [f"chip-{n}" for x in texts for n in worths_of(x)]
    words = re.findall(r"\w+", " ".join(texts).lower())
    things = dict.fromkeys(THINGS[w] for w in words if w in THINGS and not (worths and THINGS[w] == "chip"))
    return [*things, *dict.fromkeys(worths)]
