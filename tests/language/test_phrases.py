"""Numbers of players in words."""

import pytest

from upcard.engine.wording import players_text
from upcard.language.phrases import players_in_words


@pytest.mark.parametrize("sizes", [(1,), (2,), (2, 3, 4), (1, 2), (2, 4), (2, 4, 6)])
def test_pages_in_english_word_numbers_of_players_as_commands_do(sizes: tuple[int, ...]):
    assert players_in_words(sizes) == players_text(sizes)
