"""The first game on a new machine: no program has been compiled yet, and nobody waits for one."""

from pathlib import Path

from tests.web.served import Line, Served

from upcard.engine.game import make_game
from upcard.engine.registry import valid_games
from upcard.play.bot_catalogue import usual_bot

THINKING = 0.05


def play_a_turn(served: Served, name: str) -> None:
    """Act once against the usual bots of the start page, and see what they answer.

    The line is a new one: a server ends one that was idle while a game was made here, which can take long.
    """
    game = make_game(name)
    bots = [{"strategy": usual_bot(game), "thinking": THINKING}] * (game.players - 1)
    line = Line(served)
    status, made = line.ask("tables", {"game": name, "seats": [{"name": "Ana"}, *bots]})
    assert status == 201, made
    here, token = f"tables/{made['table']}", made["seats"][0]["token"]
    assert line.ask(f"{here}/seed", {"added": "x1"}, token)[0] == 200
    acted = 0
    while acted < 2:  # the second action comes after every bot's first
        seen = line.ask(here, token=token)[1]
        if seen["phase"] == "over":
            break
        if 0 in seen["waiting_for"]:
            action = seen["choices"][0]["action"]
            status, told = line.ask(f"{here}/actions", {"turn": seen["turn"], "action": action}, token)
            assert status == 200, told
            acted += 1
    line.close()
    assert acted


def test_the_first_game_of_each_kind_is_played_without_compiling_anything(tmp_path, monkeypatch):
    programs = tmp_path / "programs"
    monkeypatch.setenv("UPCARD_CACHE", str(programs))
    with Served(tmp_path / "home", f"sqlite:///{tmp_path / 'tables.sqlite'}") as served:
        for name in valid_games()[0]:
            play_a_turn(served, name)
        loaded = Path(f"/proc/{served.process.pid}/maps").read_text() if Path("/proc").exists() else ""
    assert not list(programs.rglob("*")), "a program was compiled"
    assert "llvm" not in loaded
