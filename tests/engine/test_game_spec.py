"""A game that is named is looked up once, wherever its name comes from."""

import pytest

import upcard as uc
from upcard.cli.root import upcard as group
from upcard.engine import registry
from upcard.engine.errors import Usage
from upcard.engine.game_spec import GameSpec
from upcard.play.position_address import game_from_address


@pytest.fixture
def lookups(monkeypatch):
    """The names that are looked up by the game's module or its spec."""
    names = []
    find = registry.find_rules

    def count(name):
        names.append(name)
        return find(name)

    for module in ("game", "game_spec", "registry"):
        monkeypatch.setattr(f"upcard.engine.{module}.find_rules", count)
    return names


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "kuhn-poker", "--json"],
        ["simulate", "lama", "--strategy", "random", "--strategy", "same-first", "--games", "10", "--json"],
        ["simulate", "kuhn-poker", "--games", "10"],
    ],
)
def test_a_command_looks_its_game_up_once(words, lookups, capsys):
    with pytest.raises(SystemExit):
        group.main(words)
    assert lookups.count(words[1]) == 1
    assert capsys.readouterr().out


def test_python_and_addresses_look_it_up_once(lookups):
    uc.game("lama", players=3, target=60)
    assert lookups == ["lama"]
    game_from_address("LAMA", {"players": "3", "option-target": "60"})
    assert lookups == ["lama", "LAMA"]


def test_a_spec_is_a_game_with_its_players_preset_and_options():
    game = GameSpec("lama", 3, "paper", {"target": "1e2"}).game()
    assert (game.name, game.players, game.options["target"]) == ("lama", 3, 100)
    assert repr(game) == repr(uc.game("lama", 3, "paper", target=100))


def test_options_are_added_only_where_none_is_chosen():
    spec = GameSpec("lama", options={"target": 60})
    assert spec.with_options({"target": 40, "count": "every_card"}).options == {
        "target": 60,
        "count": "every_card",
    }
    assert spec.with_options({}) is spec
    assert (spec.chooses, GameSpec("lama").chooses) == (True, False)


def test_a_form_that_names_every_option_may_set_others_by_a_text():
    game = uc.game("beat-it-or-eat-it")
    every = {name: str(x) for name, x in game.option_words().items()}
    with pytest.raises(Usage, match="has no option 'bridge'"):
        GameSpec(game.name, options=every | {"bridge": "1"}).without_usual().game()
    assert GameSpec(game.name, options=every).without_usual().game().options == game.options
