"""Listing and explaining games."""

import pytest

from upcard.engine.registry import find_rules, game_modules, strategies_for

GAMES = sorted(game_modules())


def test_the_list_names_every_game_with_what_it_needs(run):
    result = run("games")
    assert result.exit_code == 0
    for name, rules in game_modules().items():
        line = next(x for x in result.stdout.splitlines() if x.startswith(name + " "))
        assert rules.GAME.title in line
        assert all(preset in result.stdout for preset in rules.PRESETS)


@pytest.mark.parametrize("width", [30, 45, 60, 66, 80, 100])
def test_a_name_is_never_broken_in_the_list(run, width):
    lines = run("games", env={"COLUMNS": str(width)}).stdout.splitlines()
    assert max(map(len, lines)) <= width
    words = {w.rstrip(",.") for line in lines for w in line.split()}
    for name, rules in game_modules().items():
        assert {name, *rules.PRESETS, *strategies_for(rules)} <= words


def test_a_narrow_list_still_says_how_many_play(run):
    text = run("games", env={"COLUMNS": "60"}).stdout
    assert "L.A.M.A., 2 to 8 players\n" in text
    assert "presets: official, paper\n" in text


@pytest.mark.parametrize("width", [45, 60, 80])
def test_a_name_is_never_broken_in_the_rules(run, width):
    words = run("rules", "lama", env={"COLUMNS": str(width)}).stdout.split()
    rules = find_rules("lama")
    assert {x.name for x in (*rules.OPTIONS, *rules.STATE, *rules.MEASURES)} <= set(words)
    assert {*rules.PRESETS, *strategies_for(rules)} <= set(words)


def test_a_default_is_told_with_all_its_digits(run):
    assert "12.24196" in run("rules", "lama").stdout


def test_the_list_as_json_names_players_presets_and_strategies(document):
    games = {g["name"]: g for g in document("games", "--json")["games"]}
    assert sorted(games) == GAMES
    assert games["lama"]["players"] == [2, 8]
    assert games["lama"]["sizes"] == [2, 3, 4, 5, 6, 7, 8]
    assert games["lama"]["presets"] == ["official", "paper"]
    assert games["lama"]["strategies"] == sorted(strategies_for(find_rules("lama")))


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_in_words_say_everything_the_file_declares(run, name):
    text = " ".join(run("rules", name).stdout.split())
    rules = find_rules(name)
    parts = [rules.GAME.title, rules.GAME.source, *rules.PRESETS]
    parts += [x.name for x in (*rules.OPTIONS, *rules.STATE, *getattr(rules, "MEASURES", ()))]
    parts += [o.words for o in rules.OPTIONS] + [f.words for f in rules.STATE]
    parts += [f.source for f in getattr(rules, "FACTS", ())]
    for module in strategies_for(rules).values():
        parts += [module.STRATEGY.name, module.STRATEGY.words, *(p.words for p in module.STRATEGY.parameters)]
    for sentence in (rules.__doc__ or "").split("\n\n"):
        parts.append(sentence.replace("``", ""))
    wide = " ".join(run("rules", name, env={"COLUMNS": "400"}).stdout.split())
    for part in parts:
        assert " ".join(part.split()) in wide
    assert rules.GAME.title in text


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_rules_fit_the_terminal(run, name, width):
    lines = run("rules", name, env={"COLUMNS": str(width)}).stdout.splitlines()
    assert max(map(len, lines)) <= width
    assert not any(line != line.rstrip() for line in lines)


def test_values_and_defaults_of_options_are_told(run):
    text = run("rules", "lama").stdout
    assert "each_kind, every_card" in text
    assert "40 (from 1 to 10,000)" in text


def test_actions_are_told_in_words(run):
    assert (
        "play 1, play 2, play 3, play 4, play 5, play 6, play llama, draw, quit"
        in run("rules", "lama").stdout
    )


def test_who_sees_which_zone_is_told(run):
    line = next(x for x in run("rules", "lama").stdout.splitlines() if "face-down stock" in x)
    assert line.endswith("nobody; everybody sees how many")


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_as_json_hold_the_whole_declaration(document, name):
    facts, rules = document("rules", name, "--json"), find_rules(name)
    assert facts["name"] == name
    assert facts["text"] == (rules.__doc__ or "").strip()
    assert facts["presets"] == rules.PRESETS
    assert [f["name"] for f in facts["fields"]] == [f.name for f in rules.STATE]
    assert len(facts["actions"]) == rules.ACTIONS
    assert {s["name"] for s in facts["strategies"]} == set(strategies_for(rules))
    assert [f["value"] for f in facts["facts"]] == [f.value for f in getattr(rules, "FACTS", ())]


def test_a_parameter_of_a_strategy_comes_with_its_range_and_default(document):
    folding = next(s for s in document("rules", "lama", "--json")["strategies"] if s["name"] == "folding")
    assert folding["parameters"][0] == {
        "name": "A",
        "default": 17.576,
        "low": -100,
        "high": 100,
        "words": "what a hand of one kind takes off",
        "whole": False,
    }
