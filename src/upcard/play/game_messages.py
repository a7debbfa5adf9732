"""All texts of a game that pages show, as messages for translators.

Rules files declare some texts, and make others from a position. These come from random matches with the usual
options, every preset, every word of an option, and the smallest and largest tables.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from random import Random
from types import ModuleType

from upcard.engine.errors import Usage
from upcard.engine.game import Game, Match, game_with
from upcard.engine.option_values import OptionValue, sentence_of, short_options, spoken_option
from upcard.engine.result_words import score_text
from upcard.kit.cards import NOBODY
from upcard.language.messages import NamedText, has_words, parts_of, template_of
from upcard.play.card_moves import moment_between
from upcard.play.choices import reasons_of
from upcard.play.first_game import LEARNER, FirstGame, first_game, presets_with_first_game
from upcard.play.past_words import translatable_past
from upcard.play.playable_zones import hands_of
from upcard.play.player_texts import labels_of, paragraphs_of, rules_text, sentences_of
from upcard.play.round_summary import Rounds
from upcard.play.scene import Scene, make_scene
from upcard.play.zones import Quantity

USUAL, PRESET, OTHERS, LONGEST = 400, 250, 80, 60
"""Number of actions in random matches with the usual options, with each preset and with other options, and
maximum of each match."""

TOUCHED = 12
"""Number of positions of which one is searched for reasons why cards cannot be played, which takes long."""


def game_messages(rules: ModuleType) -> dict[str, str]:
    """Return the messages of a game, each with a text that it stands for: ``play {0}`` with ``play 7``.

    The words of options have contexts, see :func:`option_messages`.
    """
    messages = dict[str, str]()
    for text in (*_declared_texts(rules), *_coach_texts(rules), *_position_texts(rules)):
        *parts, last = parts_of(text.source if isinstance(text, NamedText) else text)
        for part in (*(f"{x}." for x in parts), last):
            message = template_of(part)[0]
            if has_words(message):
                messages.setdefault(message, part)
    return messages


def option_messages(rules: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield the words of all options, each with the description of its option as the context."""
    for option in rules.OPTIONS:
        yield from ((option.words, text) for x in option.values if has_words(text := spoken_option(x)))


def _declared_texts(rules: ModuleType) -> Iterator[str]:
    """Yield the texts that a rules file declares, and the options in force as sentences."""
    header = rules.GAME
    yield from (header.goal, *header.played_in, *getattr(rules, "LABELS", {}).values())
    yield from (score_text(rules, x) for x in (1, 2) if any(header.scored_in))
    yield from (x.words for x in rules.MEASURES) if hasattr(rules, "MEASURES") else ()
    yield from (x.label or x.name.replace("_", " ") for x in rules.STATE)
    yield from (x.words for x in rules.OPTIONS)
    yield from map(spoken_option, rules.PRESETS)
    for game in _games(rules):
        words = game.option_words()
        yield from (sentence_of(x, words[x.name]) for x in short_options(rules.OPTIONS))
        text = rules_text(game) or ""
        yield from (x for paragraph in paragraphs_of(text) for x in sentences_of(paragraph))
        yield from labels_of(text)


def _games(rules: ModuleType) -> Iterator[Game]:
    """Yield a game with its usual options, every preset, and single options, at small and large tables."""
    header, sets = rules.GAME, [{}, *rules.PRESETS.values(), *_single_options(rules)]
    for players in dict.fromkeys((header.usual, header.table_sizes[0], header.table_sizes[-1])):
        yield from _allowed_games(rules, players, sets)


def _single_options(rules: ModuleType) -> Iterator[Mapping[str, OptionValue]]:
    for option in short_options(rules.OPTIONS):
        numbers = sorted({option.low, min(option.low + 1, option.high), option.high})
        yield from ({option.name: x} for x in option.values or numbers)


def _allowed_games(
    rules: ModuleType, players: int, sets: Iterable[Mapping[str, OptionValue]]
) -> Iterator[Game]:
    """Yield a game with each of several sets of options, unless the rules refuse it."""
    for options in sets:
        with suppress(Usage):
            yield game_with(rules, players, None, options)


def _coach_texts(rules: ModuleType) -> Iterator[str]:
    """Yield the texts of the first games."""
    for preset in ("", *presets_with_first_game(rules)):
        if first := first_game(rules.GAME.name, preset):
            yield from _first_game_texts(first)


def _first_game_texts(first: FirstGame) -> Iterator[str]:
    yield first.players[LEARNER]
    for step in first.steps:
        yield step.title
        for text in (step.text, *step.replies.values()):
            yield from (*paragraphs_of(text), *labels_of(text))
    for question in first.questions:
        yield from (question.ask, *question.answers)


def _position_texts(rules: ModuleType) -> Iterator[str]:
    """Yield the texts of positions in random matches."""
    header = rules.GAME
    words = [{x.name: word} for x in short_options(rules.OPTIONS) for word in x.values[1:]]
    for game in _allowed_games(rules, header.usual, rules.PRESETS.values()):
        yield from _texts_of_matches(game, PRESET)
    for game in _allowed_games(rules, header.usual, words):
        yield from _texts_of_matches(game, OTHERS)
    for players, actions in {
        header.players[0]: OTHERS,
        header.players[1]: OTHERS,
        header.usual: USUAL,
    }.items():
        for game in _allowed_games(rules, players, [{}]):
            yield from _texts_of_matches(game, actions)


def _texts_of_matches(game: Game, actions: int) -> Iterator[str]:
    """Yield the texts of random matches with some number of actions in all."""
    for seed in count():
        match = game.match(seed)
        yield from _texts_of_match(match, seed)
        actions -= len(match.actions)
        if actions <= 0:
            break


def _texts_of_match(match: Match, seed: int) -> Iterator[str]:
    """Play a match at random and yield its texts."""
    game, rounds, random = match.game, Rounds(match.game), Random(seed)
    first = before = match.state.copy(chance=match.chance.copy())
    for number in range(LONGEST):
        yield from _texts_now(match, has_touches=number % TOUCHED == 0)
        if match.is_over:
            break
        before = match.state.copy(chance=match.chance.copy())
        action = random.choice(match.legal())
        match.do(action)
        rounds.note(number, match, first, before, action)
        yield moment_between(game, before, match.state).words
    for _, end in rounds.ends:
        yield from (end.verdict, *(text for _, text in end.lines))
        yield from (name.replace("_", " ") for _, name, _ in end.cards)
        yield from (q.name.replace("_", " ").removeprefix("last ") for _, q, _ in end.amounts)


def _texts_now(match: Match, has_touches: bool) -> Iterator[str]:
    """Yield the texts of a position with open cards, for the player to move and for the next one."""
    game, me = match.game, match.player
    yield from _scene_texts(make_scene(game, match.state, None, is_touched=False))
    if match.is_over:
        return
    view = match.view(me)
    scene = make_scene(game, view, me, is_touched=has_touches)
    yield from _scene_texts(scene)
    if has_touches:
        yield from reasons_of(game.rules, view, scene.zones, scene.choices, hands_of(game)).values()
    other = (me + 1) % game.players
    yield from _scene_texts(make_scene(game, match.view(other), other, is_touched=False))


def _scene_texts(scene: Scene) -> Iterator[str]:
    yield from (*scene.says, *(x for badges in scene.badges for x in badges))
    for choice in scene.choices:
        yield from (choice.words, translatable_past(choice.words))
    yield from (x for q in scene.quantities for x in _number_texts(q))
    for zone in scene.zones:
        if not zone.is_quiet:
            yield from (zone.name.replace("_", " "), zone.words)
    for spot in (x for row in scene.board for x in row):
        yield from (spot.words, *spot.notes)
    yield from scene.square.labels.values() if scene.square else ()


def _number_texts(q: Quantity) -> tuple[str, ...]:
    return () if q.is_quiet or q.sight is NOBODY else (q.label, q.text, q.words)
