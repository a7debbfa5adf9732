"""Numbers as people write them, and options of the rules."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.cli.terminal.command_options import StrategyText, game_spec, split_options
from upcard.cli.terminal.output_paths import check_target
from upcard.engine.errors import Failure, Usage
from upcard.engine.game_spec import GameSpec
from upcard.engine.read_number import read_number

WRITTEN = {
    "1000000": 1_000_000,
    "1_000_000": 1_000_000,
    "1,000,000": 1_000_000,
    "1e6": 1_000_000,
    "1E6": 1_000_000,
    "1e+6": 1_000_000,
    "1.5e3": 1_500,
    "10k": 10_000,
    "2M": 2_000_000,
    "2.5m": 2_500_000,
    "1g": 1_000_000_000,
    " 7 ": 7,
    "0": 0,
    str(2**128 - 1): 2**128 - 1,
    "1.23456789012345678901234567890123456789e38": 123456789012345678901234567890123456789,
}
NO_NUMBERS = [
    f"{2**100}.5",
    "9" * 5000,
    "",
    "-1",
    "+1",
    "1.5",
    "1e-3",
    "k",
    "1kk",
    "1__0",
    "_1",
    "1_",
    "0x10",
    "one",
    "²",
    "\u0661",
    "1e",
    "nan",
    "inf",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_whole_number_is_understood(text):
    assert read_number(text) == WRITTEN[text]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_whole_number_is_not_taken_for_one(text):
    assert read_number(text) is None


@given(st.integers(0, 10**18))
def test_every_whole_number_reads_back_exactly(x):
    assert read_number(str(x)) == read_number(f"{x:_}") == read_number(f"{x:,}") == x


def test_options_of_the_rules_are_read_as_key_and_value():
    assert split_options(["target=50", "count=every_card"]) == {"target": "50", "count": "every_card"}


@pytest.mark.parametrize("text", ["1,00", "1e2", "0.1k", "100"])
def test_a_number_of_the_rules_is_written_as_numbers_are_elsewhere(text):
    assert game_spec("lama", None, None, [f"target={text}"]).game().options["target"] == 100


@pytest.mark.parametrize("option", ["count=1e3", "target=x", "target=-3"])
def test_what_is_no_number_or_no_word_of_an_option_is_refused_as_it_was_written(option):
    with pytest.raises(Usage, match=f"was given {option.partition('=')[2]!r}"):
        game_spec("lama", None, None, [option]).game()


@pytest.mark.parametrize("text", ["random", "folding:A=5", "folding:A=5,B=-3.5", "folding: A = 5, B = 3"])
def test_a_strategy_is_passed_on_as_it_was_given(text):
    assert StrategyText().convert(text, None, None) == text


BAD_STRATEGIES = {
    "": "--strategy was given ''; expected NAME or NAME:key=value",
    ":A=3": "--strategy was given ':A=3'; expected NAME or NAME:key=value",
    "folding:": "--strategy was given 'folding:'; write folding, or folding:key=value",
    "folding: ": "--strategy was given 'folding: '; write folding, or folding:key=value",
    "folding:A": "'A' is not a parameter of a strategy; write folding:key=value,key=value",
    "folding:A=": "'A=' is not a parameter of a strategy; write folding:key=value,key=value",
    "folding:=3": "'=3' is not a parameter of a strategy; write folding:key=value,key=value",
    "folding:A=3,": "'' is not a parameter of a strategy; write folding:key=value,key=value",
    "folding:A=3,A=4": "A of folding was given twice, as '3' and '4'; give it once",
}


@pytest.mark.parametrize("text", BAD_STRATEGIES)
def test_a_strategy_of_another_form_is_refused(text):
    with pytest.raises(Usage) as fault:
        StrategyText().convert(text, None, None)
    assert str(fault.value) == BAD_STRATEGIES[text]


@pytest.mark.parametrize("text", ["my.py", "my.py:patient", "my.py:", "lab/my.py:A=3"])
def test_a_file_of_a_strategy_is_refused_with_the_folder_where_it_belongs(home, text):
    with pytest.raises(Usage) as fault:
        StrategyText().convert(text, None, None)
    assert str(fault.value).startswith(f"{text.partition(':')[0]!r} is a file; use the name")
    assert f"put its file into {home / 'strategies'}; docs/how-to/add-a-strategy.md" in str(fault.value)


@pytest.mark.parametrize(("count", "players"), [(0, None), (1, None), (2, 2), (8, 8)])
def test_several_strategies_say_how_many_play(count, players):
    assert GameSpec("lama").with_seats(count).players == players
    assert GameSpec("lama", 3).with_seats(count).players == 3


def test_more_strategies_than_a_game_has_seats_for_are_refused():
    with pytest.raises(
        Usage, match=r"^9 strategies were given, but L\.A\.M\.A\. is for 2 to 8 players; name one"
    ):
        GameSpec("lama").with_seats(9)
    with pytest.raises(Usage, match=r"^3 strategies were given, but Kuhn poker is for 2 players; name one"):
        GameSpec("kuhn-poker").with_seats(3)


def test_a_target_that_can_be_written_passes(tmp_path):
    check_target(None, "--save")
    check_target(tmp_path / "new.csv", "--save")


def test_a_target_without_permission_is_refused_before_anything_begins(tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(Failure, match="there is no permission"):
        check_target(tmp_path / "new.csv", "--save")


def test_standard_output_is_no_target():
    with pytest.raises(Usage, match=r"^--save was given '-', but cannot write to standard output; give"):
        check_target(Path("-"), "--save")
