"""Simulating from the command line: what is printed, written, and kept when it is stopped."""

import csv
import io
import json
import os
import shlex
import signal
from pathlib import Path

import pytest
from tests.night import LATE

from upcard.cli.terminal.command_options import GAMES
from upcard.engine.compile.cache import cache_folder
from upcard.engine.errors import Failure
from upcard.simulation.simulate_games import simulate
from upcard.simulation.simulation_plan import MOST_GAMES

KUHN = ("simulate", "kuhn-poker", "--games", "500")


def again(text: str) -> list[str]:
    line = next(x for x in text.splitlines() if x.startswith("repeat this: "))
    words = shlex.split(line.removeprefix("repeat this: "))
    assert words[0] == "upcard"
    return words[1:]


def test_a_simulation_is_printed_with_games_time_rate_and_level(run):
    result = run(*KUHN)
    assert result.exit_code == 0
    assert "500 games in " in result.stdout
    assert "games/s; 95 % intervals" in result.stdout


def test_as_many_games_are_offered_as_can_be_asked_for():
    assert GAMES.high == MOST_GAMES


def test_the_line_at_the_end_repeats_the_simulation_exactly(run, document):
    options = "--players 3 --preset paper --option target=20 --strategy same-first --seating random --seed 5"
    given = ("simulate", "lama", *options.split(), "--games", "200")
    first = document(*given, "--json")
    second = document(*again(run(*given).stdout), "--json")
    assert second["seats"] == first["seats"]
    assert second["options"] == first["options"]


def test_duplicate_deals_are_in_the_line_at_the_end(run):
    words = again(run("simulate", "kuhn-poker", "--games", "11", "--duplicate", "--seating", "rotate").stdout)
    assert words[-7:] == ["--seating", "rotate", "--duplicate", "--games", "12", "--seed", "0"]


def test_without_a_strategy_everybody_plays_at_random(document):
    assert [s["strategy"] for s in document(*KUHN, "--json")["seats"]] == ["random", "random"]


def test_strategies_are_given_once_for_all_or_one_per_seat(run, monkeypatch):
    asked = []

    def listen(game, strategies, **_):
        asked.append((game.players, *strategies))
        raise Failure("this is enough")

    monkeypatch.setattr("upcard.simulation.simulate_games.simulate", listen)
    lama = ("simulate", "lama", "--players", "2", "--strategy", "folding:A=5,B=3")
    run(*lama)
    run(*lama, "--strategy", "same-first")
    assert asked == [(2, "folding:A=5,B=3"), (2, "folding:A=5,B=3", "same-first")]


@pytest.mark.parametrize("games", ["2000", "2_000", "2e3", "2k"])
def test_numbers_of_games_are_written_in_many_ways(document, games):
    assert document("simulate", "kuhn-poker", "--games", games, "--json")["games"] == 2000


def test_json_is_one_document_on_standard_output_and_nothing_else(spawn):
    code, out, err = spawn(*KUHN, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["games"] == 500


def test_one_game_alone_is_valid_json_too(document):
    assert document("simulate", "kuhn-poker", "--games", "1", "--json")["seats"][0]["score_sd"] is None


def test_the_seats_are_the_same_bytes_for_every_number_of_threads(run):
    def seats(threads: int) -> str:
        text: str = run("simulate", "kuhn-poker", "--games", "50k", "--json", "--threads", threads).stdout
        return text[text.index('"seats"') :]

    assert seats(1) == seats(2)


def test_the_number_of_strategies_is_the_number_of_players(run, document):
    three = ("simulate", "lama", "--games", "50", *("--strategy", "random") * 3)
    assert document(*three, "--json")["players"] == 3
    assert run(*three).stdout.startswith("lama · 3 players, one for each strategy · 50 games")
    assert again(run(*three).stdout)[2:4] == ["--players", "3"]
    said = run(*three, "--players", "3").stdout
    assert said.startswith("lama · 3 players · 50 games")


def test_that_everybody_plays_at_random_is_said_where_nobody_asked_for_it(run):
    sentence = "No strategy was given, so all players play at random."
    assert sentence in run(*KUHN).stdout
    assert sentence not in run(*KUHN, "--strategy", "random").stdout


@pytest.mark.parametrize("flags", [["--duplicate"], ["--seating", "rotate"]])
def test_that_games_are_rounded_up_is_said_where_they_are(run, flags):
    lama = ("simulate", "lama", "--players", "3", *flags, "--games")
    assert "Rounded up to complete rotations: 1,002 games." in run(*lama, "1000").stdout
    assert "Rounded up" not in run(*lama, "1002").stdout


def test_csv_has_one_line_per_entrant(run):
    rows = list(csv.DictReader(io.StringIO(run(*KUHN, "--csv", "--seating", "rotate").stdout)))
    assert [(r["entrant"], r["strategy"], r["seat"], r["games"]) for r in rows] == [
        ("1", "random", "", "500"),
        ("2", "random", "", "500"),
    ]


@pytest.mark.parametrize("name", ["table.csv", "table.parquet"])
def test_games_and_seats_are_saved(run, tmp_path, name):
    import polars

    games, seats = tmp_path / f"games-{name}", tmp_path / f"seats-{name}"
    result = run(*KUHN, "--csv", "--save", games, "--save-seats", seats)
    read = polars.read_csv if name.endswith("csv") else polars.read_parquet
    rows = read(games)
    assert rows["game"].to_list() == list(range(500))
    assert read(seats)["seat"].to_list() == [1, 2]
    assert read(seats)["score_mean"].to_list() == [rows["score_1"].mean(), rows["score_2"].mean()]
    assert not name.endswith("csv") or seats.read_text() == result.stdout


def test_the_seats_are_drawn(run, tmp_path):
    assert run(*KUHN, "--plot", tmp_path / "seats.svg").exit_code == 0
    assert "<svg" in (tmp_path / "seats.svg").read_text()


def test_it_says_what_it_wrote(run, tmp_path):
    save, plot = tmp_path / "seats.csv", tmp_path / "seats.svg"
    result = run(*KUHN, "--json", "--save", save, "--plot", plot)
    told = [line for line in result.stderr.splitlines() if not line.startswith("compiling ")]
    assert told == [
        f"wrote {save}, a table of 500 rows, one for each game",
        f"wrote {plot}, a chart of win shares and scores",
    ]
    assert json.loads(result.stdout)["games"] == 500


def test_a_reader_that_goes_away_does_not_cost_the_files(spawn, tmp_path):
    read, write = os.pipe()
    os.close(read)
    file = tmp_path / "seats.csv"
    code, _, err = spawn(*KUHN, "--save", file, stdout=write)
    os.close(write)
    assert (code, err) == (1, f"wrote {file}, a table of 500 rows, one for each game\n")
    assert len(file.read_text().splitlines()) == 501


@pytest.mark.parametrize("flag", ["--save", "--save-seats", "--plot"])
def test_a_full_disk_costs_the_file_and_not_the_result(run, tmp_path, flag):
    file = tmp_path / ("seats.svg" if flag == "--plot" else "seats.csv")
    file.symlink_to("/dev/full")
    result = run(*KUHN, "--json", flag, file)
    assert result.exit_code == 1
    assert json.loads(result.stdout)["games"] == 500
    assert result.stderr.startswith("upcard: ")
    assert "the disk is full" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_it_says_what_is_compiled_but_only_the_first_time(spawn, tmp_path):
    here = {"UPCARD_CACHE": str(tmp_path)}
    first, second = spawn(*KUHN, env=here), spawn(*KUHN, env=here)
    assert first[2] == "compiling kuhn-poker for random (first time on this machine, a few seconds)\n"
    assert second[2] == ""
    assert first[0] == second[0] == 0


@pytest.fixture
def compiling(monkeypatch):
    """What is played is said to be compiled each time, and is not."""

    def simulated(*given, on_compile, gpu, **more):
        on_compile()
        return simulate(*given, **more)

    monkeypatch.setattr("upcard.simulation.simulate_games.simulate", simulated)


def test_where_programs_cannot_be_kept_it_says_so(run, compiling, tmp_path):
    (tmp_path / "text").write_text("not a folder")
    result = run(*KUHN, env={"UPCARD_CACHE": str(tmp_path / "text")})
    when = f"at every start, a few seconds: {tmp_path / 'text'} cannot be written, see upcard doctor"
    assert (result.exit_code, result.stderr) == (0, f"compiling kuhn-poker for random ({when})\n")


@pytest.mark.parametrize("home", ["/proc/nowhere", pytest.param("/dev/null", marks=LATE)])
def test_a_picture_in_a_home_that_cannot_be_written_is_drawn_without_a_word_of_it(spawn, tmp_path, home):
    away = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "MPLCONFIGDIR"), "")
    here = {**away, "HOME": home, "UPCARD_CACHE": str(cache_folder())}
    code, _, err = spawn(*KUHN, "--plot", tmp_path / "x.svg", env=here)
    assert (code, err.splitlines()[-1]) == (
        0,
        f"wrote {tmp_path / 'x.svg'}, a chart of win shares and scores",
    )
    assert "atplotlib" not in err
    assert "directory" not in err


def test_an_accelerator_is_compiled_for_at_every_start(run, compiling):
    told = "compiling kuhn-poker for random (on an accelerator at every start, a few seconds)\n"
    assert run(*KUHN, "--gpu").stderr == told


def test_ctrl_c_keeps_and_prints_what_was_done(stopped, document):
    code, out, err = stopped("simulate", "kuhn-poker", "--games", "1e12", "--json")
    result = json.loads(out)
    games = result["games"]
    assert code == 130
    assert result["interrupted"] is True
    assert f"upcard: stopped after {games:,} games" in err
    assert document("simulate", "kuhn-poker", "--games", games, "--json")["seats"] == result["seats"]


@pytest.mark.parametrize("unbuffered", ["", pytest.param("1", marks=LATE)])
def test_ctrl_c_while_it_compiles_ends_at_once(start, tmp_path, unbuffered):
    env = {"UPCARD_CACHE": str(tmp_path), "PYTHONUNBUFFERED": unbuffered}
    with start("simulate", "lama", "--games", "1e12", env=env) as process:
        assert process.stderr.readline().startswith("compiling lama for random")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "upcard: stopped\n")


def test_on_a_terminal_a_bar_shows_how_far_it_is(terminal):
    text = terminal("simulate", "kuhn-poker", "--games", "1e9", until="games/s", COLUMNS="80")
    assert "of 1,000,000,000 games, " in text
    assert "games/s" in text
    assert "━" in text


def test_on_a_narrow_terminal_the_numbers_take_the_place_of_the_bar(terminal):
    there = "of 1,000,000,000 games, "
    text = terminal("simulate", "kuhn-poker", "--games", "1e9", until=there, COLUMNS="60")
    assert there in text
    assert "━" not in text


def test_without_a_terminal_progress_comes_in_plain_lines(monkeypatch, capsys):
    from upcard.cli.terminal.console import ProgressLine

    now = [0.0]
    monkeypatch.setattr("time.perf_counter", lambda: now[0])
    with ProgressLine("kuhn-poker") as line:
        for seconds, done in ((100, 1), (104, 400), (112, 1200), (121, 1500), (500, 40_000), (539, 43_000)):
            now[0] = seconds
            line.games(done, 100_000)
        for seconds, share in ((545, 0.02), (572, 0.26), (600, 0.5)):
            now[0] = seconds
            line.step("Table I", share)
    assert capsys.readouterr().err.splitlines() == [
        "kuhn-poker: 1,200 of 100,000 games, 100 games/s, about 16 min left",
        "kuhn-poker: 40,000 of 100,000 games, 100 games/s, about 10 min left",
        "kuhn-poker: Table I: 2 %",
        "kuhn-poker: Table I: 50 %, about 57 s left",
    ]


def test_time_that_is_left_is_told_in_words():
    from upcard.engine.wording import duration

    assert [duration(s) for s in (0.4, 119, 121, 7_199, 9_000, 7.2e6)] == [
        "0 s", "119 s", "2 min", "120 min", "2.5 h", "2,000.0 h",
    ]  # fmt: skip


def test_a_remark_that_cannot_be_written_does_not_cost_the_result(spawn, tmp_path):
    with Path("/dev/full").open("w") as full:
        code, out, _ = spawn(*KUHN, "--json", "--save", tmp_path / "a.csv", stderr=full)
    assert code == 0
    assert json.loads(out)["games"] == 500


def test_colours_are_for_terminals_and_never_with_no_color(terminal, spawn):
    cyan, escape = "\x1b[36m", "\x1b"
    assert cyan in terminal("rules", "lama")
    assert cyan not in terminal("rules", "lama", NO_COLOR="1")
    assert escape not in spawn("rules", "lama")[1]
