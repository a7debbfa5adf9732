"""The program of the example plays at a real server, against another one of its kind."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.web.served import Line, Served

BOT = Path(__file__).parents[3] / "examples" / "bot.py"


@pytest.mark.parametrize("game", ["leduc-poker", "goofspiel"])
def test_two_programs_that_listen_play_to_the_end(tmp_path, game):
    with Served(tmp_path, f"sqlite:///{tmp_path / 'tables.sqlite'}") as served:
        line = Line(served)
        _, made = line.ask("tables", {"game": game, "seats": [{}, {}]})
        command = [sys.executable, str(BOT), f"http://127.0.0.1:{served.port}", made["table"]]
        playing = [
            subprocess.Popen([*command, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for name in ("Ada", "Bob")
        ]
        told = [process.communicate(timeout=90) for process in playing]
        assert [x.returncode for x in playing] == [0, 0], told
        _, seen = line.ask(f"tables/{made['table']}")
        line.close()
    assert seen["ending"] == "finished"
    assert sorted(seen["names"]) == ["Ada", "Bob"]
    for said, _ in told:
        assert said == f"{seen['names']}: {seen['scores']}\n"
