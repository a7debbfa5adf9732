"""First games and rules for players are shown in the language of their reader."""

from collections.abc import Iterator
from random import Random
from types import ModuleType

import pytest
from bs4 import BeautifulSoup
from starlette.testclient import TestClient
from tests.language.catalogues import shipped_games
from tests.language.pseudo_language import untranslated_texts

from upcard.engine.game import Game, game_with
from upcard.engine.option_values import sentence_of, short_options
from upcard.language.messages import NamedText, has_words, parts_of, template_of
from upcard.play.first_game import first_game
from upcard.play.game_messages import game_messages
from upcard.play.past_words import past_words
from upcard.play.player_texts import paragraphs_of, rules_text, sentences_of
from upcard.play.scene import make_scene
from upcard.web.illustrated_text import rules_for_players

GAMES = ("lama", "four-cell")
SHIPPED = shipped_games()
MATCHES, LONGEST, SEED = 3, 40, 100


def untranslated_parts(page: str, parts: str) -> list[str]:
    """Return the untranslated texts of parts of a page."""
    elements = BeautifulSoup(page, "html.parser").select(parts)
    assert elements
    return untranslated_texts("".join(map(str, elements)))


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("name", GAMES)
def test_every_step_of_a_first_game_is_translated(client: TestClient, name: str):
    first = first_game(name)
    assert first
    for number, step in enumerate(first.steps, 1):
        path = f"/learn/{name}/first?step={number}"
        assert untranslated_parts(client.get(path).text, "h1, #coach") == []
        if step.play:
            match, right = first.session(number).match, first.right_move(number)
            tried = next(x for x in match.legal() if x != right)
            assert untranslated_parts(client.get(f"{path}&tried={tried}").text, "#coach .reply") == []


@pytest.mark.usefixtures("pseudo")
def test_the_questions_after_a_first_game_are_translated(client: TestClient):
    path = "/learn/smallsum/first?preset=alternate&step=check"
    for answers in ("", "&q0=1", "".join(f"&q{i}=1" for i in range(5))):
        assert untranslated_parts(client.get(path + answers).text, "main") == []


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("rules", SHIPPED, ids=lambda x: x.GAME.name)
def test_the_rules_for_players_are_translated(rules: ModuleType):
    assert untranslated_texts(str(rules_for_players(game_with(rules, None, None, {}), "classic"))) == []


def games_to_play(rules: ModuleType) -> Iterator[Game]:
    """Yield a game with its usual options and with each preset."""
    for options in ({}, *rules.PRESETS.values()):
        yield game_with(rules, None, None, options)


def texts_of(game: Game) -> Iterator[str]:
    """Yield what a few random matches say, and the rules and options for players."""
    for seed in range(SEED, SEED + MATCHES):
        match, random = game.match(seed), Random(seed)
        for _ in range(LONGEST):
            if match.is_over:
                break
            scene = make_scene(game, match.view(match.player), match.player, is_touched=False)
            yield from (x.source if isinstance(x, NamedText) else x for x in scene.says)
            yield from (x for badges in scene.badges for x in badges)
            for choice in scene.choices:
                yield from (choice.words, past_words(choice.words))
            match.do(random.choice(match.legal()))
    chosen = game.option_words()
    yield from (sentence_of(x, chosen[x.name]) for x in short_options(game.rules.OPTIONS))
    for paragraph in paragraphs_of(rules_text(game) or ""):
        yield from sentences_of(paragraph)


@pytest.mark.parametrize("rules", SHIPPED, ids=lambda x: x.GAME.name)
def test_everything_that_a_game_says_is_collected_for_translators(rules: ModuleType):
    messages = game_messages(rules)
    texts = {x for game in games_to_play(rules) for text in texts_of(game) for x in parts_of(text)}
    wanted = {template_of(x)[0] for x in texts}
    assert {x for x in wanted if has_words(x) and not {x, f"{x}."} & messages.keys()} == set()
