"""The page on a game of one's own: each slip that it tells is answered as it says."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.docs import play_page

from upcard.cli.root import upcard as commands
from upcard.engine.discovery import forget
from upcard.testing import ConformanceError, check_game

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "write-your-own-game.md"
SLIP = re.compile(r"^- `(.+)` for `(.+)`:\n  `(.+)`$", re.MULTILINE)
SLIPS = SLIP.findall(PAGE.read_text(encoding="utf-8"))


@pytest.fixture
def game(tmp_path, monkeypatch):
    """The rules file as the page leaves it, in a home folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path / "my-games"))
    for block in play_page.blocks(PAGE.read_text(encoding="utf-8")):
        if block.caption:
            play_page.write(block)
    yield tmp_path / "my-games" / "games" / "salt_road.py"
    forget()


def told(game: str) -> str:
    """What Upcard says about a game whose file was changed."""
    play_page.look_again()
    said = CliRunner().invoke(commands, ["rules", game])
    if said.exit_code:
        return said.output
    try:
        check_game(game, games=20, copied=False)
    except ConformanceError as fault:
        return str(fault)
    return ""


def test_the_file_of_the_page_keeps_every_promise(game):
    assert told("salt-road") == ""


@pytest.mark.parametrize(("wrong", "right", "said"), SLIPS, ids=[x[0] for x in SLIPS])
def test_a_slip_is_answered_as_the_page_says(game, wrong, right, said):
    text = game.read_text()
    assert text.count(right) == 1
    game.write_text(text.replace(right, wrong))
    assert said in told("salt-road")


def test_the_page_tells_of_slips():
    assert len(SLIPS) > 5
