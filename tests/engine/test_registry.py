"""Games and strategies are found, and what does not exist is refused with a suggestion."""

import dataclasses
from pathlib import Path

import pytest

import upcard
from upcard.engine.entrants import make_entrant
from upcard.engine.errors import Usage
from upcard.engine.registry import (
    find_rules,
    game_modules,
    part,
    part_modules,
    parts,
    skipped_files,
    strategies_for,
    strategy_modules,
)
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.games.lama.strategies import folding, same_first
from upcard.games.leduc_poker import rules as leduc_poker
from upcard.kit.strategy import legal
from upcard.strategies import random

SOURCE = Path(upcard.__file__).parent


def files_with(declaration, *patterns):
    """Names of the modules that declare at the beginning of a line what they are."""
    files = [
        p for pattern in patterns for p in SOURCE.glob(pattern) if f"\n{declaration} = " in p.read_text()
    ]
    return {".".join(("upcard", *p.relative_to(SOURCE).with_suffix("").parts)) for p in files}


def test_every_file_in_the_folders_is_found():
    games = {m.__name__ for m in game_modules().values()}
    strategies = {m.__name__ for m in strategy_modules().values()}
    assert games >= files_with("GAME", "games/*/rules.py")
    assert strategies >= files_with("STRATEGY", "strategies/*.py", "games/*/strategies/*.py")
    assert skipped_files() == ()


def test_games_and_strategies_are_found_by_their_names():
    assert find_rules("lama") is lama
    assert all(m.GAME.name == name for name, m in game_modules().items())
    assert all(m.STRATEGY.name == name for name, m in strategy_modules().items())


def test_a_game_that_does_not_exist_is_refused_with_a_suggestion():
    with pytest.raises(Usage) as fault:
        find_rules("lamma")
    assert str(fault.value).startswith("there is no game 'lamma'; did you mean 'lama'? known: ")
    assert ", ".join(sorted(game_modules())) in str(fault.value)


@pytest.mark.parametrize("name", ["lama", "Lama", "LAMA"])
def test_capitals_in_the_name_of_a_game_do_not_matter(name):
    assert find_rules(name) is lama


@pytest.mark.parametrize(
    ("title", "name"),
    [("L.A.M.A.", "lama"), ("l.a.m.a", "lama"), ("Kuhn poker", "kuhn-poker"), ("leduc_pokr", "leduc-poker")],
)
def test_a_game_given_by_its_title_is_suggested_by_its_name(title, name):
    with pytest.raises(Usage, match=f"there is no game {title!r}; did you mean {name!r}"):
        find_rules(title)


def test_a_title_that_is_nothing_like_the_name_is_understood(monkeypatch):
    other = dataclasses.replace(lama.GAME, title="Drama Queens")
    monkeypatch.setattr(lama, "GAME", other)
    with pytest.raises(Usage, match="there is no game 'drama queen'; did you mean 'lama'"):
        find_rules("drama queen")


def test_nothing_is_suggested_that_is_not_close():
    with pytest.raises(Usage) as fault:
        find_rules("xyzzy")
    assert str(fault.value).startswith("there is no game 'xyzzy'; known: ")


def test_who_has_no_game_of_his_own_is_told_where_they_are_looked_for(home):
    told = "your Upcard folder has no games: `upcard doctor` says where it is"
    with pytest.raises(Usage, match=rf"no game 'xyzzy'; known: .*; {told}$"):
        find_rules("xyzzy")
    with pytest.raises(Usage, match=r"no game 'lamma'; did you mean 'lama'. known: [^;]*$"):
        find_rules("lamma")
    (home / "games" / f"{home.name}.py").write_text("")
    with pytest.raises(Usage, match=r"no game 'xyzzy'; known: [^;]*$"):
        find_rules("xyzzy")


def test_a_strategy_plays_the_games_it_names_and_one_that_names_none_plays_all():
    assert strategies_for(kuhn_poker)["random"] is random
    assert strategies_for(leduc_poker)["random"] is random
    assert strategies_for(lama)["folding"] is folding
    assert "folding" not in strategies_for(kuhn_poker)


def test_a_strategy_by_name_is_ready_for_its_game():
    e = make_entrant("same-first", lama)
    assert (e.label, e.choose, e.parameters, e.compiles) == ("same-first", same_first.choose, (), True)


def test_capitals_in_the_name_of_a_strategy_do_not_matter_and_those_of_parameters_do():
    e = make_entrant("Folding:A=3", lama)
    assert e == make_entrant("folding:A=3", lama)
    assert e.label == "folding:A=3"
    with pytest.raises(Usage, match="folding has no parameter 'a'; did you mean 'A'"):
        make_entrant("FOLDING:a=3", lama)
    with pytest.raises(Usage, match="the strategy 'same-first' plays lama, not kuhn-poker"):
        make_entrant("Same-First", kuhn_poker)


def test_parameters_take_their_defaults_and_the_given_values_in_declared_order():
    declared = folding.STRATEGY.parameters
    assert make_entrant("folding", lama).parameters == tuple(float(p.default) for p in declared)
    assert make_entrant("folding:", lama).parameters == make_entrant("folding", lama).parameters
    e = make_entrant("folding:C=-5,A=1e1", lama)
    expected = {p.name: float(p.default) for p in declared} | {"A": 10.0, "C": -5.0}
    assert e.parameters == tuple(expected.values())
    assert e.label == "folding:C=-5,A=1e1"


def test_a_whole_parameter_is_given_as_a_whole_number():
    declared = folding.STRATEGY.parameters
    given = make_entrant("folding:A=10", lama).parameters
    assert [type(x) for x in given] == [int if p.whole else float for p in declared]
    assert any(p.whole for p in declared)
    assert not all(p.whole for p in declared)


WRONG = [
    ("foldin", "there is no strategy 'foldin'; did you mean 'folding'? known: "),
    ("folding:E=1", "folding has no parameter 'E'; known: A, B, C, D, each_kind, others"),
    ("Same First", "there is no strategy 'Same First'; did you mean 'same-first'? known: "),
    (
        "folding:each-kind=1",
        "folding has no parameter 'each-kind'; did you mean 'each_kind'? known: ",
    ),
    ("folding:A", "'A' is not a parameter; write folding:key=value,key=value"),
    ("folding:A=1,", "'' is not a parameter; write folding:key=value,key=value"),
    ("folding:A=101", "parameter A was given '101'; expected a number from -100 to 100"),
    ("folding:A=-100.5", "parameter A was given '-100.5'; expected a number from -100 to 100"),
    ("folding:A=nan", "parameter A was given 'nan'; expected a number from -100 to 100"),
    ("folding:A=inf", "parameter A was given 'inf'; expected a number from -100 to 100"),
    ("folding:A=many", "parameter A was given 'many'; expected a number from -100 to 100"),
    ("folding:A=", "parameter A was given ''; expected a number from -100 to 100"),
    ("folding:others=0.5", "parameter others was given '0.5'; expected a whole number from 0 to 1"),
    ("folding:A=1=2", "parameter A was given '1=2'; expected a number from -100 to 100"),
    ("same-first:A=1", "same-first has no parameter 'A'; known: none"),
    ("", "there is no strategy ''; known: "),
    (
        "my.py",
        "'my.py' is a file; use the name that the strategy declares, and put its file into the "
        "folder strategies in your Upcard folder, which `upcard doctor` names; docs/how-to/add-a-strategy.md",
    ),
    ("./My.PY:patient", "'./My.PY' is a file; use the name that the strategy declares"),
]


@pytest.mark.parametrize(("given", "sentence"), WRONG)
def test_a_wrong_strategy_or_parameter_is_refused_with_what_is_expected(given, sentence):
    with pytest.raises(Usage) as fault:
        make_entrant(given, lama)
    assert str(fault.value).startswith(sentence)


def test_a_strategy_of_another_game_is_refused_with_those_there_are():
    with pytest.raises(Usage) as fault:
        make_entrant("same-first", kuhn_poker)
    assert str(fault.value) == (
        "the strategy 'same-first' plays lama, not kuhn-poker; "
        f"for kuhn-poker there are: {', '.join(sorted(strategies_for(kuhn_poker)))}"
    )


def bets(v):
    return 1


def makes_a_list(v):
    return max([a for a in range(v.actions) if legal(v, a)])


class Bettor:
    """A strategy that is an object."""

    def __call__(self, v):
        return 1


def test_a_function_of_the_subset_compiles_and_any_other_is_interpreted():
    made = make_entrant(bets, kuhn_poker)
    assert (made.label, made.choose, made.parameters, made.compiles) == ("bets", bets, (), True)
    assert make_entrant(makes_a_list, kuhn_poker).compiles is False
    assert make_entrant(lambda v: 1, kuhn_poker).compiles is False


def test_an_object_that_can_be_called_is_interpreted():
    e = make_entrant(Bettor(), kuhn_poker)
    assert (e.label, e.compiles) == ("function", False)
    assert e.choose(None) == 1


def test_a_function_that_uses_another_module_is_interpreted(module):
    """A person's own strategy may use whatever Python has."""
    m = module("own", "import random\n\n\ndef choose(v):\n    return random.Random(v.turns).randrange(2)\n")
    assert make_entrant(m.choose, kuhn_poker).compiles is False


def test_a_part_of_a_game_is_found_by_its_fixed_name():
    assert part("kuhn-poker", "rules") is kuhn_poker
    assert part("kuhn-poker", "evaluator") is None
    assert part("no-such-game", "rules") is None
    assert {"smallsum", "stoppers"} <= set(parts("evaluator"))
    assert folding in part_modules("strategies")


def test_the_parts_of_a_game_of_another_package_are_found():
    assert part("high-card", "rules") is find_rules("high-card")
    assert "low-swapper" in strategies_for(find_rules("high-card"))
