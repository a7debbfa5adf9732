"""Texts for players in the folders of games: pictures, options, and files that cannot be used."""

from pathlib import Path

import pytest

from upcard.engine.discovery import forget
from upcard.engine.errors import BrokenRules
from upcard.engine.game_spec import GameSpec
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.play.first_game import first_game
from upcard.web.illustrated_text import has_first_game, illustrated, rules_for_players


def folder_game(home, name, **texts):
    """A game of one's own in a folder, with files of text."""
    folder = home / "games" / name.replace("-", "_")
    folder.mkdir()
    text = Path(kuhn_poker.__file__).read_text()
    (folder / "rules.py").write_text(text.replace('name="kuhn-poker"', f'name="{name}"'))
    for file, content in texts.items():
        (folder / file.replace("__", ".")).write_text(content)
    forget()
    return GameSpec(name).game()


def test_a_picture_shows_the_card_that_the_game_calls_so():
    html = illustrated("Play ![5](card:5).", GameSpec("lama").game(), "classic")
    assert 'src="/cards/classic/lama/4.svg"' in html
    assert 'alt="5"' in html


def test_html_in_a_text_is_shown_as_text():
    assert "<script>" not in illustrated("<script>x</script>", GameSpec("lama").game(), "classic")


def test_a_card_that_a_game_lacks_is_named():
    with pytest.raises(BrokenRules, match="shows 'unicorn', which is no card of the game"):
        illustrated("![a unicorn](card:unicorn)", GameSpec("lama").game(), "classic")


def test_rules_follow_the_options():
    game = GameSpec("smallsum", None, None, {"purse": 5}).game()
    assert "Each player starts with <strong>5</strong>" in str(rules_for_players(game, "classic"))


def test_rules_name_all_suits_and_no_card_that_a_trump_beats():
    """With own trumps, the second player's hearts beat spades."""
    usual, trumps = (
        str(rules_for_players(GameSpec("beat-it-or-eat-it", 2, preset).game(), "classic"))
        for preset in (None, "svoyi-koziri")
    )
    assert "but not by" in usual
    assert "but not by" not in trumps
    assert "Clubs and diamonds are dealt the same way" in trumps
    assert "whoever eats must beat or eat again" in usual


def test_a_game_of_ones_own_may_have_both_texts(home):
    coach = 'players = ["You", "Mia"]\nsteps = [{title = "Goal", text = "Win."}]\nquestions = []\n'
    game = folder_game(home, "taught-poker", how_to_play__md="### Goal\nWin.", coach__toml=coach)
    assert "<h3>Goal</h3>" in str(rules_for_players(game, "classic"))
    assert has_first_game("taught-poker")


def test_broken_texts_of_a_game_are_logged_and_its_docstring_is_shown_instead(home, caplog):
    game = folder_game(home, "untaught-poker", how_to_play__md="{{ no_option }}", coach__toml="players = 3")
    assert rules_for_players(game, "classic") is None
    assert not has_first_game("untaught-poker")
    assert "how_to_play.md of untaught-poker cannot be used" in caplog.text
    with pytest.raises(BrokenRules, match=r"coach\.toml of untaught-poker cannot be used"):
        first_game("untaught-poker")


def test_the_rules_of_four_cell_show_a_cross_of_two_cards(client):
    html = rules_for_players(GameSpec("four-cell").game(), "classic")
    assert 'width="88" height="88" src="/cards/classic/four-cell/3-40.svg?courts=10"' in str(html)
    cross = client.get("/cards/classic/four-cell/3-40.svg?courts=10")
    assert cross.headers["content-type"].startswith("image/svg")
    assert "A cross. Below: 4S: +4, left column. Across it: 2D: −2, right column." in cross.text
    assert cross.text.count("<svg") == 1  # a card inside would have the size of a card
    assert client.get("/cards/classic/four-cell/3-99.svg").status_code == 404
    with pytest.raises(BrokenRules, match="no card of the game"):
        illustrated("![x](cross:4S.2X)", GameSpec("four-cell").game(), "classic")
