"""Texts on pages about positions, puzzles and opponents of a game, which translators translate too."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import permutations, starmap
from random import Random
from types import ModuleType
from typing import Any

from upcard.engine.game import Game, Match, game_with
from upcard.engine.placed_state import wrong_size
from upcard.engine.registry import part, strategies_for
from upcard.language.messages import NamedText, has_words, template_of
from upcard.play.pair_count import counting_hint
from upcard.play.player_texts import sentences_of
from upcard.play.zones import make_face
from upcard.report.card_faces import Art
from upcard.report.position_insight import document, insight_of, reason_of
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.puzzle import Puzzle, puzzles_of
from upcard.web.board.small_board import decision_scene
from upcard.web.illustrated_text import card_numbers
from upcard.web.pages.game_gallery import tiles
from upcard.web.pages.puzzle_pages import names_for

TWO_SIDES = re.compile(r".* for row, .* for column")
"""A type of a game that is not the same for both players: its parts are translated one by one."""

MATCHES, LONGEST, STEP = 2, 30, 5
"""Number of random matches, maximum number of actions of each, and of how many positions one is analysed."""

JUDGED, MOST_JUDGED, MOST_LEGAL = 60, 60, 12
"""Number of random matches in which actions are compared, and maximum of positions and of actions of each."""


def analysis_messages(rules: ModuleType) -> dict[str, str]:
    """Return the messages for these pages, each with a text that it stands for."""
    game = game_with(rules, None, None, {})
    name = rules.GAME.name
    texts = (
        *_cards(game), *_tile(name), *_opponents(rules), *_judges(rules), *_puzzles(name), *_positions(game),
        *_reasons(game),
    )  # fmt: skip
    messages = {template_of(x)[0]: x for x in reversed(texts)}
    return {message: text for message, text in messages.items() if has_words(message)}


def _cards(game: Game) -> list[str]:
    """Return the names of the cards, as they are read aloud."""
    return [Art(game).name(make_face(game.rules, k)) for k in card_numbers(game).values()]


def _tile(name: str) -> list[str]:
    """Return the description of a game, and the number of hands that one click opens."""
    tile = next(x for x in tiles() if x.name == name)
    return [tile.line, tile.words, tile.hands]


def _opponents(rules: ModuleType) -> Iterator[str]:
    for module in strategies_for(rules).values():
        yield from (module.STRATEGY.words, *(x.words for x in module.STRATEGY.parameters))


def _judges(rules: ModuleType) -> Iterator[str]:
    """Yield by what the moves are judged, with the usual options and with each preset."""
    for options in ({}, *rules.PRESETS.values()):
        judge = evaluator_for(game_with(rules, None, None, options))
        yield from (judge.source, getattr(judge, "source_of_review", ""))


def _puzzles(name: str) -> Iterator[str]:
    if part(name, "puzzles"):
        for puzzle in puzzles_of(name):
            yield puzzle.why
            yield from _puzzle_words(puzzle)
            yield from (text for x in puzzle.words.values() for text in (x, f"It {x}."))


def _puzzle_words(puzzle: Puzzle) -> Iterator[str]:
    """Yield the sentences about a position that name the players ``you`` and ``your opponent``."""
    match = puzzle.match()
    scene = decision_scene(match, names=names_for(match.player, match.game.players))
    yield from (str(x) for x in scene.says if isinstance(x, NamedText))


def _positions(game: Game) -> Iterator[str]:
    """Yield the texts of examples, and of positions in random matches."""
    for example in getattr(part(game.name, "positions"), "EXAMPLES", ()):
        yield from (example.title, example.words)
    yield from _sizes(game)
    yield counting_hint(game.rules)
    for seed in range(MATCHES if part(game.name, "insights") else 0):
        match, random = game.match(seed), Random(seed)
        for number in range(LONGEST):
            if match.is_over:
                break
            if number % STEP == 0:
                yield from _texts_of(match)
            match.do(random.choice(match.legal()))


def _sizes(game: Game) -> Iterator[str]:
    """Yield that a zone of an edited position has a wrong number of cards, for every zone."""
    if hasattr(part(game.name, "positions"), "misfit"):
        return
    for f in (x for x in game.rules.STATE if x.is_zone):
        yield wrong_size(f, 0 if f.per_seat else None, 2, 3)


def _texts_of(match: Match) -> Iterator[str]:
    """Yield the texts on a position, under every assumption, and why one action is better than another."""
    first = document(insight_of(match))
    choice = first.get("choice") or {"label": "", "options": ()}
    yield choice["label"]
    for value, words in choice["options"]:
        yield words
        yield from _texts_in(document(insight_of(match, value)))
    yield from _texts_in(first)


def _reasons(game: Game) -> Iterator[str]:
    """Yield why one action is better than another, for all pairs in all positions of random matches."""
    for seed in range(JUDGED if part(game.name, "insights") else 0):
        match, random = game.match(seed), Random(seed)
        for _ in range(MOST_JUDGED):
            if match.is_over:
                break
            for reason in starmap(partial(reason_of, game, match.view(match.player)), _pairs(match)):
                yield from sentences_of(reason)
            match.do(random.choice(match.legal()))


def _pairs(match: Match) -> Iterator[tuple[int, int]]:
    return permutations(match.legal()[:MOST_LEGAL], 2)


def _texts_in(values: dict[str, Any]) -> Iterable[str]:
    """Yield the texts of an insight."""
    yield values.get("title", "")
    yield from (sentence for x in values.get("says", ()) for sentence in sentences_of(x))
    yield from (x["title"] for x in values.get("drawings", ()))
    for table in values.get("tables", ()):
        yield from (table["caption"], *table["head"])
        for cell in (x for row in table["rows"] for x in row):
            yield from cell.split(", ") if TWO_SIDES.fullmatch(cell) else [cell]
