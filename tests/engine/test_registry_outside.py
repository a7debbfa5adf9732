"""Games and strategies of other packages, and files that are broken: they are left out and named."""

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from upcard.engine import registry as catalog
from upcard.engine.discovery import forget
from upcard.engine.entrants import make_entrant
from upcard.engine.errors import BrokenRules, Usage
from upcard.engine.game import make_game
from upcard.engine.registry import (
    file_faults,
    find_rules,
    game_modules,
    skipped_files,
    strategies_for,
    strategy_modules,
)
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.games.lama.strategies import folding, same_first
from upcard.games.leduc_poker import rules as leduc_poker


@pytest.fixture
def fresh_catalog():
    """Games and strategies are looked for again, before and after."""
    forget()
    yield
    forget()


RULES = Path(kuhn_poker.__file__).read_text()


def install(monkeypatch, group, **entries):
    """Pretend that packages with these entry points are installed."""
    points = [EntryPoint(name, value, group) for name, value in entries.items()]
    monkeypatch.setattr(catalog, "entry_points", lambda group: [e for e in points if e.group == group])


@pytest.mark.usefixtures("fresh_catalog")
def test_a_game_of_another_package_is_found_by_its_entry_point(tmp_path, monkeypatch):
    (tmp_path / "other_poker.py").write_text(RULES.replace("kuhn-poker", "other-poker"))
    monkeypatch.syspath_prepend(tmp_path)
    install(monkeypatch, "upcard.rules", any_name="other_poker")
    assert game_modules()["other-poker"].__name__ == "other_poker"
    assert find_rules("kuhn-poker") is kuhn_poker


def refused_there(tmp_path, monkeypatch, text):
    """Why a rules file of another package with this text is refused; the games there are stay the same."""
    monkeypatch.delitem(sys.modules, "their_poker", raising=False)
    (tmp_path / "their_poker.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    install(monkeypatch, "upcard.rules", theirs="their_poker")
    assert game_modules()["kuhn-poker"] is kuhn_poker
    with pytest.raises(BrokenRules) as fault:
        find_rules("theirs")
    assert skipped_files() == (str(fault.value),)
    return str(fault.value)


@pytest.mark.usefixtures("fresh_catalog")
def test_a_game_with_the_name_of_another_is_left_out_with_both_files(tmp_path, monkeypatch):
    assert refused_there(tmp_path, monkeypatch, RULES) == (
        "'kuhn-poker' is the name of both upcard.games.kuhn_poker.rules and their_poker; rename one"
    )


@pytest.mark.usefixtures("fresh_catalog")
def test_a_broken_game_of_another_package_is_left_out_with_the_reason(tmp_path, monkeypatch):
    sentence = refused_there(tmp_path, monkeypatch, RULES.replace("def score(", "def points("))
    assert sentence.startswith("the rules file their_poker.py cannot be used:\n  score is missing; expected")


@pytest.mark.usefixtures("fresh_catalog")
def test_a_file_of_another_package_that_cannot_be_imported_is_left_out_with_the_reason(tmp_path, monkeypatch):
    sentence = refused_there(tmp_path, monkeypatch, "import no_such_module_at_all\n")
    assert sentence.startswith(
        "the entry point theirs = their_poker cannot be loaded: their_poker.py line 1: "
        "there is no module 'no_such_module_at_all'; install it, or fix the import"
    )


@pytest.mark.usefixtures("fresh_catalog")
def test_an_entry_point_that_is_no_module_is_left_out_with_the_reason(monkeypatch):
    install(monkeypatch, "upcard.strategies", mine="upcard.games.lama.strategies.folding:choose")
    assert strategy_modules()["folding"] is folding
    with pytest.raises(BrokenRules) as fault:
        make_entrant("mine", lama)
    assert skipped_files() == (str(fault.value),)
    assert str(fault.value) == (
        "the entry point mine = upcard.games.lama.strategies.folding:choose is not a module; name the file"
    )


@pytest.mark.usefixtures("fresh_catalog")
def test_an_entry_point_that_leads_nowhere_is_left_out_with_the_reason(monkeypatch):
    install(monkeypatch, "upcard.rules", gone="no_such_module_at_all")
    (sentence,) = skipped_files()
    assert sentence == (
        "the entry point gone = no_such_module_at_all cannot be loaded: "
        "there is no module 'no_such_module_at_all'; install it, or fix the import"
    )


@pytest.mark.usefixtures("fresh_catalog")
def test_a_broken_game_of_another_package_is_also_known_by_the_name_it_declares(tmp_path, monkeypatch):
    text = RULES.replace("kuhn-poker", "her-poker").replace("def score(", "def points(")
    (tmp_path / "her_file.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    install(monkeypatch, "upcard.rules", hers="her_file")
    for name in ("hers", "her-poker", "Her_Poker"):
        with pytest.raises(BrokenRules, match=r"her_file\.py cannot be used:\n  score is missing"):
            find_rules(name)


def test_of_two_games_with_one_name_the_copy_that_was_not_renamed_yet_is_left_out(own_file):
    own_file("games", "copied_poker", RULES)
    assert game_modules()["kuhn-poker"] is find_rules("kuhn-poker") is kuhn_poker
    assert game_modules()["leduc-poker"] is leduc_poker
    with pytest.raises(BrokenRules) as fault:
        find_rules("copied-poker")
    assert str(fault.value) == (
        "'kuhn-poker' is the name of both upcard.games.kuhn_poker.rules and upcard.games.copied_poker.rules; "
        "rename one"
    )


BROKEN_GAMES = {
    "without GAME": (
        RULES.replace("GAME = ", "PLAY = "),
        "used:\n  GAME is missing or of the wrong kind; expected GAME = Header(name=..., title=..., ...)",
    ),
    "with something else as GAME": (
        RULES.replace("GAME = Header(", "GAME = dict("),
        "used:\n  GAME is missing or of the wrong kind; expected GAME = ",
    ),
    "with a line that cannot be read": (
        "x = 1\ndef f(:\n",
        "loaded: line 2: invalid syntax; fix this line",
    ),
    "without a module": (
        "\nimport no_such_module_at_all\n",
        "loaded: line 2: there is no module 'no_such_module_at_all'; install it, or fix the import",
    ),
    "with a word of the kit that does not exist": (
        "from upcard.kit.cards import pile\n",
        "loaded: line 1: ImportError: cannot import name 'pile'",
    ),
    "with an attribute that does not exist": (
        RULES.replace("zero_sum=", "zerosum="),
        "loaded: line 29: TypeError: Header.__init__() got an unexpected "
        "keyword argument 'zerosum'; expected Header(name, title, players, usual, zero_sum, ",
    ),
    "with a declaration that fails in the kit": (
        'from upcard.kit.cards import OWNER, row\n\nSTATE = (row("fan", OWNER, "3", "cards"),)\n',
        "loaded: line 3: row(...): capacity is '3', expected a whole number; fix this line",
    ),
    "that ends the program": (
        "raise SystemExit(3)\n",
        "loaded: line 1: SystemExit: 3; fix this line",
    ),
    "with impossible players": (
        RULES.replace("players=(2, 2)", "players=(5, 2)"),
        "used:\n  GAME.players is (5, 2); expected two whole numbers, ",
    ),
    "that shows a hidden card": (
        RULES.replace('slot("card", OWNER,', 'slot("card", "owner",'),
        "used:\n  field 'card': sight is 'owner'; expected EVERYBODY, OWNER, OTHERS, TEAM, BY_RULE or NOBODY",
    ),
}


@pytest.mark.parametrize("case", BROKEN_GAMES)
def test_a_broken_file_in_the_folder_keeps_no_other_game_from_being_played(own_file, case):
    text, sentence = BROKEN_GAMES[case]
    assert text != RULES
    own_file("games", "broken_one", text.replace("kuhn-poker", "broken-one"))
    assert "broken-one" not in game_modules()
    assert find_rules("lama") is lama
    for ask in (find_rules, make_game):
        with pytest.raises(BrokenRules) as fault:
            ask("broken-one")
        assert str(fault.value).startswith(f"the rules file broken_one/rules.py cannot be {sentence}")
    assert skipped_files() == (str(fault.value),)


STRATEGY = Path(same_first.__file__).read_text()
BROKEN_STRATEGIES = {
    "without STRATEGY": (
        STRATEGY.replace("STRATEGY = ", "PLAN = "),
        "used:\n  STRATEGY is missing or of the wrong kind; expected ",
    ),
    "with a line that cannot be read": (
        "def f(:\n",
        "loaded: line 1: invalid syntax; fix this line",
    ),
    "without the comma of its games": (
        STRATEGY.replace('("lama",)', '("lama")'),
        "used:\n  STRATEGY.games is 'lama'; expected a tuple of names",
    ),
    "with an attribute that does not exist": (
        STRATEGY.replace("words=", "word="),
        "loaded: line ",
    ),
}


@pytest.mark.parametrize("case", BROKEN_STRATEGIES)
def test_a_broken_file_in_the_folder_keeps_no_other_strategy_from_playing(own_file, case):
    text, sentence = BROKEN_STRATEGIES[case]
    assert text != STRATEGY
    own_file("strategies", "broken_one", text.replace("same-first", "broken-one"))
    assert "broken-one" not in strategies_for(lama)
    assert make_entrant("same-first", lama).choose is same_first.choose
    with pytest.raises(BrokenRules) as fault:
        make_entrant("broken-one", lama)
    assert str(fault.value).startswith(f"the strategy file broken_one.py cannot be {sentence}")
    assert skipped_files() == (str(fault.value),)


def test_a_file_in_the_folders_that_holds_what_several_need_is_no_game_and_no_strategy(own_file):
    own_file("games", "counting_of_suits", "SUITS = 4\n\n\ndef card_text(k):\n    return str(k)\n")
    own_file("strategies", "weighing", "def weigh(v):\n    return 1\n")
    assert skipped_files() == ()
    with pytest.raises(Usage, match="there is no game 'counting-of-suits'"):
        find_rules("counting-of-suits")
    with pytest.raises(Usage, match="there is no strategy 'weighing'"):
        make_entrant("weighing", lama)


def test_a_file_that_the_user_says_is_a_game_is_told_what_it_lacks(home):
    (home / "games" / "weighing.py").write_text('"""Nothing of a game."""\n')
    (sentence,) = skipped_files()
    assert "GAME is missing" in sentence


def test_the_file_that_is_named_is_the_one_to_mend(own_file):
    own_file("games", "broken_deck", "import no_such_module_at_all\n")
    own_file("games", "its_user", "from upcard.games.broken_deck.rules import DECK\n")
    assert skipped_files()[1].startswith(
        "the rules file its_user/rules.py cannot be loaded: broken_deck/rules.py line 1: there is no module "
    )


def test_all_that_is_wrong_is_told_also_where_only_functions_are(own_file):
    assert file_faults() == []
    own_file(
        "games",
        "listing",
        RULES.replace("kuhn-poker", "listing").replace("s.player = ", "s.x = []\n    s.player = "),
    )
    own_file("strategies", "listed", STRATEGY.replace("same-first", "listed") + "\n\nchoose = len\n")
    own_file(
        "strategies",
        "dreaming",
        STRATEGY.replace("same-first", "dreaming") + "\n\ndef choose(v):\n    return v.dream\n",
    )
    assert skipped_files() == (file_faults()[0],)
    assert sorted(x.splitlines()[0] for x in file_faults()) == [
        "the rules file listing/rules.py cannot be used:",
        "the strategy file dreaming.py cannot be used:",
        "the strategy file listed.py cannot be used:",
    ]


def test_what_nobody_expected_of_a_file_is_told_too(own_file, monkeypatch):
    def surprised(rules):
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("upcard.engine.registry._hold_to_contract", catalog.in_sentence(surprised))
    with pytest.raises(
        BrokenRules, match=r"lama/rules\.py cannot be used: ZeroDivisionError: division by zero"
    ):
        find_rules("lama")


def test_one_game_and_one_strategy_are_found_without_a_look_at_all_the_others():
    look = (
        "import sys; from upcard.engine.entrants import make_entrant; "
        "from upcard.engine.registry import find_rules; "
        "print(make_entrant('Same-First', find_rules('LAMA')).label, "
        "*sorted(m for m in sys.modules if m.count('.') > 2 and m.startswith('upcard.games.')))"
    )
    found = subprocess.run(
        [sys.executable, "-c", look], capture_output=True, text=True, check=True
    ).stdout.split()
    assert found == [
        "same-first", "upcard.games.lama.rules", "upcard.games.lama.strategies",
        "upcard.games.lama.strategies.same_first",
    ]  # fmt: skip
