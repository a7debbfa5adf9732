"""Every game and preset has a golden playthrough, which the rules still play line by line."""

from pathlib import Path

import pytest

from upcard.engine.game import make_game
from upcard.engine.record import parse_record, replay
from upcard.testing import game_modules, playthrough

FOLDER = Path(__file__).parent
COMMAND = ".venv/bin/python -m tests.golden.rewrite"
OWN = {name: rules for name, rules in game_modules().items() if rules.__name__.startswith("upcard.")}
WANTED = [(name, preset) for name, rules in sorted(OWN.items()) for preset in ("default", *rules.PRESETS)]


def golden(name, preset):
    file = FOLDER / f"{name}.{preset}.txt"
    assert file.exists(), (
        f"{name} has no golden playthrough for {preset}; write it with: {COMMAND}, and read it"
    )
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "preset"), WANTED)
def test_the_golden_game_is_played_as_it_was(name, preset):
    text = golden(name, preset)
    record = parse_record(text)
    game = make_game(name, None, None if preset == "default" else preset)
    assert record.seed is not None
    again = playthrough(game, record.seed, record.number)
    pairs = enumerate(zip(text.splitlines(), again.splitlines(), strict=False), 1)
    changed = [f"line {i} said {old!r} and now says {new!r}" for i, (old, new) in pairs if old != new]
    assert not changed, f"{changed[0]}; if that is meant, write it with: {COMMAND}, and read it"
    assert text == again


@pytest.mark.parametrize(("name", "preset"), WANTED)
def test_the_golden_game_is_a_record_that_plays_to_its_end(name, preset):
    text = golden(name, preset)
    match = replay(parse_record(text))
    assert match.is_over
    assert f"# over, with scores {' '.join(map(str, match.scores()))}" in text


def test_no_golden_file_is_left_over():
    assert {p.name for p in FOLDER.glob("*.txt")} == {f"{name}.{preset}.txt" for name, preset in WANTED}


def test_a_game_without_a_golden_file_is_told_the_command():
    with pytest.raises(AssertionError, match=r"no golden playthrough.*python -m tests\.golden\.rewrite"):
        golden("lama", "unheard-of")
