"""Every game, by night every preset too, is played to its end in a real terminal of 80 by 24."""

import random
import re
import shlex

import pytest
from tests.cli.terminal.conftest import HEIGHT, WIDTH, Pane
from tests.night import LATE

from upcard.engine.game import make_game
from upcard.engine.players import can_play
from upcard.engine.record import parse_record, record_text, replay
from upcard.engine.registry import game_modules, strategies_for

GAMES = [
    pytest.param(name, preset, marks=[LATE] if preset else [])
    for name, rules in sorted(game_modules().items())
    for preset in ("", *sorted(rules.PRESETS))
]
MOST_ACTIONS = 1000


def opponents(name: str, preset: str) -> list[str]:
    """Strategies for the other seats: each of the game in turn, but those that search, or else ``random``."""
    rules = game_modules()[name]
    game = make_game(name, None, preset or None)
    fast = [s for s, m in strategies_for(rules).items() if not m.STRATEGY.quick and can_play(s, game)]
    every = sorted(fast, key=lambda s: (s == "random", s))
    return [every[p % len(every)] for p in range(rules.GAME.usual - 1)]


def check(screen: str, joined: str, title: str) -> None:
    """The scene is whole: it begins with its title, ends with the prompt, and no line is wrapped."""
    assert screen.startswith(title), f"the top is lost:\n{screen}"
    assert max(map(len, joined.splitlines())) <= WIDTH
    assert len(joined.splitlines()) == HEIGHT, f"a line is wrapped:\n{screen}"


@pytest.mark.parametrize(("name", "preset"), GAMES)
def test_a_whole_game_is_played_in_a_terminal(pane: Pane, name: str, preset: str) -> None:
    rules, chances = game_modules()[name], random.Random(7)
    against = [x for s in opponents(name, preset) for x in ("--against", s)]
    seats = [] if against else ["--seat", "1"]
    chosen = ["--preset", preset] if preset else []
    pane.start("play", name, *chosen, *seats, *against, "--players", str(rules.GAME.usual), "--seed", "7")
    screen = pane.wait_for("^>$")
    for _ in range(MOST_ACTIONS):
        check(screen, pane.screen(joined=True), rules.GAME.title)
        if "Enter to leave:" in screen:
            break
        screen = pane.act(chances.choice(numbers(screen)))
    assert "the game is over" in screen
    pane.say("save evening.txt")
    pane.wait_for("^The game so far was saved in evening.txt")
    pane.say("")
    ending = pane.wait_for("^exit code 0")
    assert f"{rules.GAME.title} is over." in ending
    assert "win" in ending
    assert f"review it: upcard review upcard-games/{name}-1.txt" in ending
    match = replay(parse_record((pane.folder / "evening.txt").read_text()))
    assert match.is_over
    assert (pane.folder / "upcard-games" / f"{name}-1.txt").read_text() == record_text(match)
    assert match.seats[1:] == tuple(opponents(name, preset))


def numbers(screen: str) -> list[str]:
    """What can be typed, from the list on the screen."""
    listed = screen.split("you can", 1)[1].split("\n\n", 1)[0]
    return re.findall(r"(?:^| {2,})(\d+) \S", listed, re.MULTILINE)


def test_ctrl_c_and_the_end_of_input_keep_the_game_and_say_how_to_resume(pane: Pane) -> None:
    pane.start("play", "lama", "--against", "same-first", "--seed", "3")
    pane.wait_for("^>$")
    pane.act("draw")
    pane.type("C-c")
    screen = pane.wait_for("^exit code 130")
    assert "resume it: upcard play --resume upcard-games/lama-1.txt" in screen
    pane.start("play", "--resume", "upcard-games/lama-1.txt", again=True)
    assert "after 4 actions" in pane.wait_for("^>$")
    pane.act("draw")
    pane.type("C-d")
    screen = pane.wait_for("^exit code 0")
    assert "resume it: upcard play --resume upcard-games/lama-1.txt" in screen
    assert len(parse_record((pane.folder / "upcard-games" / "lama-1.txt").read_text()).actions) == 8


def test_a_terminal_that_is_closed_keeps_the_game(pane: Pane) -> None:
    pane.start("play", "kuhn-poker", "--seat", "1", "--seat", "2", "--seed", "3")
    pane.wait_for("press Enter when")
    pane.type("Enter")
    pane.wait_for("^>$")
    pane.say("pass")
    pane.wait_for("It is player 2's turn")
    pane.tmux("kill-session", "-t", "s")
    kept = pane.folder / "upcard-games" / "kuhn-poker-1.txt"
    wait = f"until test -s {shlex.quote(str(kept))}; do sleep 0.1; done; echo kept; sleep 600"
    pane.tmux("new-session", "-d", "-s", "s", wait)
    pane.wait_for("^kept")
    assert kept.read_text().endswith("1 check\n")


def test_hands_are_hidden_between_people_and_nothing_stays_behind(pane: Pane) -> None:
    pane.start("play", "kuhn-poker", "--seed", "1")
    over = pane.wait_for("press Enter when")
    assert "It is player 1's turn." in over
    assert "king" not in over
    pane.type("Enter")
    assert "│ king │" in pane.wait_for("^>$")
    pane.say("bet")
    over = pane.wait_for("player 2's turn")
    assert "king" not in over
    assert "bet" not in over
    pane.type("Enter")
    screen = pane.wait_for("^>$")
    assert "│ jack │" in screen
    assert "king" not in screen
    assert "1 bet" in screen
    pane.say("pass")
    pane.wait_for("^Enter to leave:")
    pane.say("1")
    pane.wait_for("^The game is over; '1' was ignored")
    pane.type("Enter")
    pane.wait_for("^exit code 0")
    everything = pane.tmux("capture-pane", "-p", "-S", "-", "-t", "s")
    assert "king" not in everything


def test_the_rules_come_a_page_at_a_time_and_the_game_comes_back(pane: Pane) -> None:
    pane.start("play", "lama", "--against", "same-first", "--seed", "3")
    scene = pane.wait_for("^>$")
    pane.say("?")
    assert pane.wait_for("^Enter for more, q to go back:").startswith("L.A.M.A., by Reiner Knizia")
    for heading in ("Options of this game", "On the screen"):
        pane.type("Enter")
        pane.wait_for(f"^{heading}[\\s\\S]*^Enter for more, q to go back:")
    pane.type("Enter")
    assert "What can be typed" in pane.wait_for("^Enter to go back:")
    pane.type("Enter")
    assert pane.wait_for("^>$") == scene


@pytest.mark.parametrize("env", ["NO_COLOR=1", "TERM=dumb", "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0"])
def test_it_works_without_colours_without_control_and_without_letters(pane: Pane, env: str) -> None:
    pane.start("play", "lama", "--against", "same-first", "--seed", "3", env=env)
    pane.wait_for("you can")
    pane.say("draw")
    pane.wait_for("after 4 actions")
    pane.say(":quit")
    pane.wait_for("^exit code 0")


@pytest.mark.parametrize(("env", "behind"), [("TERM=dumb", ""), ("", " | cat")])
def test_hands_are_pushed_out_of_sight_where_the_screen_cannot_be_cleared(
    pane: Pane, env: str, behind: str
) -> None:
    pane.start("play", "kuhn-poker", "--seed", "1", env=env, behind=behind)
    over = pane.wait_for("press Enter when")
    assert "This screen cannot be cleared, so please do not scroll back." in over
    pane.type("Enter")
    assert "king" in pane.wait_for("you can")
    pane.say("bet")
    over = pane.wait_for("player 2's turn")
    assert "king" not in over
    assert "bet" not in over
    pane.type("Enter")
    screen = pane.wait_for("1 bet")
    assert "jack" in screen
    assert "king" not in screen
