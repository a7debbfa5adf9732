"""A fault inside a game or strategy of somebody's own is told with the file and the line to mend."""

from pathlib import Path

import pytest

from upcard.games.kuhn_poker import rules as kuhn_poker

DEAL, SLIP = '"""Deal one card to each player."""', "s.card[7] = 0"


@pytest.fixture
def stumbling_game(home):
    """Kuhn poker whose deal reads a card that is not there."""
    text = Path(kuhn_poker.__file__).read_text().replace('name="kuhn-poker"', 'name="stumbling-poker"')
    broken = text.replace(DEAL, f"{DEAL}\n    {SLIP}")
    assert broken.count(SLIP) == 1
    (home / "games" / "stumbling_poker.py").write_text(broken)
    return home / "games" / "stumbling_poker.py"


def test_a_game_that_stumbles_is_told_with_its_line(told, stumbling_game):
    code, sentence = told("play", "stumbling-poker", "--against", "random")
    number = 1 + stumbling_game.read_text().split("\n").index(f"    {SLIP}")
    assert code == 1
    assert sentence.startswith(f"{stumbling_game}, line {number}, start: IndexError: card[7] is outside")
    assert sentence.endswith("; fix that file")
