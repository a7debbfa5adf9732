"""``upcard play`` without a terminal: what is asked for, typed, kept and resumed; and what is refused."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from upcard.engine.record import parse_record

KUHN = ("play", "kuhn-poker", "--against", "random", "--seed", "1")
LAMA = ("play", "lama", "--against", "same-first", "--seed", "3")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch) -> Path:
    """Where games are kept during a test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_game_is_played_to_its_end(run):
    result = run(*KUHN, input="bet\n")
    assert result.exit_code == 0
    assert "you can  1 bet 1   2 check" in result.stdout
    assert "> bet" in result.stdout
    assert "everything lies open" in result.stdout
    assert re.search(r"Kuhn poker is over\.\n  1 player 1 +2  wins\n  2 random +-2", result.stdout)
    again = "upcard play kuhn-poker --players 2 --seat 1 --against random --seed 1"
    assert result.stdout.splitlines()[-1] == f"same cards again: {again}"
    assert run(*again.split()[1:], input="bet\n").stdout == result.stdout


def test_what_is_piped_in_after_the_end_is_done_too(run):
    out = run(*KUHN, input="bet\n\nsave a.txt\nundo\n").stdout
    assert "The game so far was saved in a.txt." in out
    assert "Your last action was taken back." in out
    assert "after 2 actions" in run("play", "--resume", "a.txt", input="").stdout


@pytest.mark.parametrize(("line", "is_told"), [("bet", True), ("q", False), ("quit", False)])
def test_no_action_is_done_after_the_end(run, line, is_told):
    result = run(*KUHN, input=f"bet\n{line}\nsave a.txt\n")
    assert result.exit_code == 0
    assert ("The game is over; 'bet' was ignored, like all that follows." in result.stdout) is is_told
    assert not Path("a.txt").exists()


def test_a_program_that_holds_its_pipe_open_learns_that_the_game_is_over(folder):
    command = [sys.executable, "-m", "upcard", *map(str, KUHN)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True, cwd=folder) as played:
        assert played.stdin
        assert played.stdout
        played.stdin.write("bet\nsave a.txt\n")
        played.stdin.flush()
        assert played.wait(30) == 0
        assert "Kuhn poker is over." in played.stdout.read()
    assert (folder / "a.txt").exists()


def test_no_line_is_longer_than_the_screen_and_none_ends_with_spaces(run):
    lines = run(*LAMA, "--hints", input="?\nwhy\nnonsense\nd\n").stdout.splitlines()
    assert max(len(line) for line in lines) <= 80
    assert not [line for line in lines if line != line.rstrip() and line != "> "]


def test_the_end_of_input_keeps_the_game_and_says_how_to_resume_it(run, folder):
    result = run(*LAMA, input="draw\n")
    assert result.exit_code == 0
    assert "The game is saved in upcard-games/lama-1.txt." in result.stdout
    assert result.stdout.splitlines()[-1] == "resume it: upcard play --resume upcard-games/lama-1.txt"
    again = run("play", "--resume", "upcard-games/lama-1.txt", input="draw\nquit\n")
    assert "after 4 actions" in again.stdout
    record = parse_record((folder / "upcard-games" / "lama-1.txt").read_text())
    assert [w for _, seat, w in record.actions if seat == 1] == ["draw", "draw", "quit the round"]
    assert not (folder / "upcard-games" / "lama-2.txt").exists()


def test_another_game_gets_another_file(run, folder):
    for _ in range(2):
        run(*LAMA, input="draw\n")
    assert sorted(f.name for f in (folder / "upcard-games").iterdir()) == ["lama-1.txt", "lama-2.txt"]


def test_a_game_in_which_nothing_was_decided_is_told_by_its_cards(run, folder):
    result = run(*LAMA, input="")
    assert "Nobody has acted yet" in result.stdout
    assert "upcard play lama --players 4" in result.stdout
    assert not (folder / "upcard-games").exists()


def test_a_signal_after_the_last_line_does_not_cost_the_game(run, folder, monkeypatch):
    """A terminal that is closed ends the input, and its signal may come when nobody waits for it any more."""
    calls = []

    def late() -> None:
        calls.append(1)
        if len(calls) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr("upcard.cli.commands.play._ignore_signals", late)
    run(*LAMA, input="d\n")
    assert len(calls) == 2, "who was disturbed has to become deaf again"
    assert (folder / "upcard-games" / "lama-1.txt").read_text(encoding="utf-8").count("1 draw") == 1


def test_where_nothing_can_be_written_the_record_is_kept_elsewhere_or_shown(run, folder, monkeypatch):
    (folder / "upcard-games").write_text("in the way")
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(folder / "other"))
    assert f"{folder}/other/upcard-games/lama-1.txt" in run(*LAMA, input="draw\n").stdout
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(folder / "upcard-games"))
    shown = run(*LAMA, input="draw\n").stdout
    assert "could not be saved; this is its record" in shown
    assert "upcard record 1" in shown


def test_a_game_whose_own_file_lost_its_folder_is_kept_elsewhere(run, folder, monkeypatch):
    import shutil

    from upcard.play.session import MatchSession

    (folder / "away").mkdir()
    run(*LAMA, input="draw\nsave away/x.txt\n")
    monkeypatch.setattr(MatchSession, "advance", lambda table: shutil.rmtree("away", ignore_errors=True))
    out = run("play", "--resume", "away/x.txt", input="").stdout
    assert "The game is saved in upcard-games/lama-2.txt." in out


def test_save_makes_no_folder_and_says_what_to_do(run, folder):
    out = run(*LAMA, input="draw\nsave new/x.txt\n").stdout
    assert "the folder new does not exist; make it or choose another place" in " ".join(out.split())
    assert sorted(f.name for f in folder.iterdir()) == ["upcard-games"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_keeps_the_game(start, folder, number):
    import subprocess

    with start(*LAMA, stdin=subprocess.PIPE, cwd=folder) as process:
        process.stdin.write("draw\n")
        process.stdin.flush()
        while "after 4 actions" not in process.first_line():
            pass
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "resume it: upcard play --resume upcard-games/lama-1.txt" in out
    assert "Traceback" not in err
    assert (folder / "upcard-games" / "lama-1.txt").exists()


def test_signals_that_come_together_are_one_and_after_one_that_python_lost_the_next_counts(monkeypatch):
    from upcard.cli.commands import play

    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    with play._hangup_as_interrupt():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        now = play.TOGETHER / 2
        signal.raise_signal(signal.SIGHUP)
        now = play.TOGETHER
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_quit_leaves_and_a_colon_sets_it_apart_from_an_action_of_that_name(run):
    assert (
        "is saved in" in run("play", "leduc-poker", "--seat", "1", "--seed", "1", input="call\nquit\n").stdout
    )
    result = run(*LAMA, input="draw\nquit\n:quit\n")
    assert "after 4 actions" in result.stdout
    assert ":quit" in result.stdout
    assert "the game is saved" in result.stdout.lower()


@pytest.mark.parametrize("word", ["q", "exit", "Q"])
def test_other_words_for_leaving_leave_too(run, word):
    out = run("play", "leduc-poker", "--seat", "1", "--seed", "1", input=f"call\n{word}\n").stdout
    assert "is saved in" in out


def test_a_letter_for_leaving_means_the_action_that_begins_so_where_there_is_one(run):
    assert "after 4 actions" in run(*LAMA, input="draw\nq\n:quit\n").stdout


def test_numbers_beginnings_and_whole_words_do_the_same(run):
    outs = [run(*LAMA, input=f"{x}\n").stdout for x in ("draw", "d", "8", "  DRAW ")]
    assert len({out.partition("after 4 actions")[2].partition("> ")[0] for out in outs}) == 1
    assert all("after 4 actions" in out for out in outs)


def test_what_cannot_be_done_is_told_with_the_reason(run):
    out = run(
        "play", "leduc-poker", "--against", "random", "--seed", "1", input="fold\nhop\nundo\nsave\n"
    ).stdout
    assert "'fold' is not allowed: there is nothing to fold to" in out
    assert "'hop' is not an action; you can: check, raise" in out
    assert "you have not acted yet" in out
    assert "save needs a file name" in out


def test_undo_takes_back(run):
    out = run(*LAMA, input="draw\nundo\n").stdout
    assert out.count("after 0 actions") == 2
    assert "Your last action was taken back." in out


def test_undo_is_not_offered_to_several_people(run):
    out = run("play", "leduc-poker", "--seed", "1", input="call\nundo\n").stdout
    assert "only when you play alone" in out
    assert "   undo   " not in out


def test_save_writes_a_record_and_goes_on(run, folder):
    out = run(*LAMA, input="draw\nsave evening.txt\ndraw\n").stdout
    assert "The game so far was saved in evening.txt." in out
    assert len(parse_record((folder / "evening.txt").read_text()).actions) == 4


@pytest.mark.parametrize("word", ['""', "''", '" "'])
def test_save_needs_a_name_between_quotes_too(run, folder, word):
    out = run(*LAMA, input=f"save {word}\n").stdout
    assert "save needs a file name" in out
    assert not list(folder.iterdir())


def test_save_takes_a_name_between_quotes(run, folder):
    assert (
        "The game so far was saved in my game.txt." in run(*LAMA, input='draw\nsave "my game.txt"\n').stdout
    )
    assert (folder / "my game.txt").exists()


def test_of_a_word_without_end_only_the_beginning_is_repeated(run):
    usual = len(run(*LAMA, input="hop\n").stdout)
    out = run(*LAMA, input="hop" * 10**6 + "\n").stdout
    assert len(out) < usual + 1_000
    assert "'hophop" in out
    assert "…" in out
    assert "is not an action; you can: draw" in " ".join(out.split())


def test_why_asks_the_strategies_and_hints_always_do(run):
    once = run(*LAMA, input="why\n").stdout
    assert once.count("same-first") > once.count("How the strategies would play here") == 1
    assert "draw: dear-first, fitted-values, folding, next-first, same-first" in once
    always = run(*LAMA, "--hints", input="draw\n").stdout
    assert always.count("  hints    ") == 2


@pytest.mark.parametrize(("options", "typed"), [((), "why\n"), (("--hints",), "")])
def test_who_searches_and_is_not_asked_is_named(run, options, typed):
    words = ("play", "beat-it-or-eat-it", "--length", "14", "--against", "random", "--seed", "3")
    out = run(*words, *options, input=typed).stdout
    told = "not asked, since they search: alpha-beta, flat-monte-carlo, ismcts, quantal, tablebase"
    assert " ".join(out.split()).count(told) == out.count("not asked") == 1


def test_the_rules_tell_the_options_the_names_and_what_can_be_typed(run):
    out = run(*LAMA, "--preset", "paper", input="?\n").stdout
    assert "count=every_card" in out
    assert "size    how many cards a hand holds" in out
    assert "save FILE  write the game so far" in out


def test_several_strategies_make_the_number_of_players(run):
    out = run(
        "play", "lama", "--against", "folding", "--against", "same-first", "--seat", "2", input=""
    ).stdout
    assert re.search(r"1 folding .*\n.*2 player 2 \(you\).*\n.*3 same-first", out)


def test_a_seat_without_opponents_gets_random_ones(run):
    assert "2 random" in run("play", "kuhn-poker", "--seat", "1", input="").stdout


def test_other_sitters_may_go_on_with_a_game(run):
    run(*LAMA, input="draw\n")
    out = run(
        "play", "lama", "--resume", "upcard-games/lama-1.txt", "--seat", "1", "--against", "folding"
    ).stdout
    assert "2 folding" in out


MISUSED = {
    "no game": (("play",), "GAME is missing"),
    "unknown game": (("play", "poker"), "there is no game 'poker'"),
    "unknown strategy": (("play", "lama", "--against", "folder"), "did you mean 'folding'?"),
    "no such seat": (("play", "kuhn-poker", "--seat", "3"), "--seat was given 3; the seats are 1 to 2"),
    "too many opponents": (
        ("play", "lama", "--players", "4", "--against", "random", "--against", "folding"),
        "--against was given twice for 3 other seats; give one for all of them, or one for each",
    ),
    "opponents without a seat": (
        ("play", "kuhn-poker", "--seat", "1", "--seat", "2", "--against", "random"),
        "--against was given, but people play all 2 seats; leave it out, or give fewer seats",
    ),
    "opponents beside everybody, the seats counted by them": (
        ("play", "kuhn-poker", "--against", "random", "--against", "random"),
        "Kuhn poker is for 2 players, not 3 players",
    ),
    "too many opponents for one seat": (
        ("play", "kuhn-poker", "--players", "2", "--against", "random", "--against", "random"),
        "--against was given twice for 1 other seat; give",
    ),
    "a seat twice": (
        ("play", "kuhn-poker", "--seat", "1", "--seat", "1"),
        "--seat 1 was given twice; give each seat once",
    ),
    "too many players": (
        ("play", "kuhn-poker", "--players", "3"),
        "Kuhn poker is for 2 players, not 3 players",
    ),
    "a seed for a record": (
        ("play", "--resume", "x.txt", "--seed", "1"),
        "--seed cannot be combined with --resume",
    ),
}


@pytest.mark.parametrize("how", MISUSED)
def test_a_wrong_command_line_is_told(told, how):
    words, sentence = MISUSED[how]
    code, told_sentence = told(*words)
    assert code == 2
    assert sentence in told_sentence


def test_a_record_that_is_wrong_or_of_another_game_is_told(told, run, folder):
    assert told("play", "--resume", "none.txt") == (
        1,
        "none.txt cannot be read: no such file or directory; expected the record of a match",
    )
    (folder / "bad.txt").write_text("Dear Ana\n")
    code, sentence = told("play", "--resume", "bad.txt")
    assert code == 1
    assert sentence.startswith("bad.txt: this is not a record")
    run(*LAMA, input="draw\n")
    code, sentence = told("play", "leduc-poker", "--resume", "upcard-games/lama-1.txt")
    assert (code, "is a game of lama, not of leduc-poker" in sentence) == (2, True)


def test_a_strategy_that_fails_loses_no_game(run, folder, monkeypatch):
    from upcard.games.lama import rules as lama
    from upcard.games.lama.strategies import same_first

    def choose(v):
        return 99 if v.turns > 4 else lama.DRAW

    monkeypatch.setattr(same_first, "choose", choose)
    monkeypatch.setattr("upcard.engine.registry.check_strategy_for", lambda module, rules: None)
    result = run(*LAMA, input="draw\ndraw\n")
    assert result.exit_code == 1
    assert "the strategy same-first chose an illegal action" in result.stderr
    assert (folder / "upcard-games" / "lama-1.txt").exists()


def test_nobody_wins_where_the_last_ones_go_out_together_and_that_is_the_rule(run, folder):
    options = [f"--option={x}" for x in ("lives=1", "last_together=nobody", "reshuffle=every_round")]
    words = ("play", "stoppers", "--players", "2", *options, "--against", "never-swap", "--seed", "1")
    out = run(*words, input="keep\n").stdout
    assert out.count("Nobody wins.") == 2
    assert "the win" not in out
    assert " wins\n" not in out


def test_several_hands_are_added_up_beside_their_value(run):
    result = run(*KUHN, "--hands", "3", input="bet\nbet\nbet\n")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    head = "After 3 of 3 hands (in brackets: what perfect play brings on average in the same seats):"
    at = len(lines) - 1 - lines[::-1].index(head)
    mine, theirs = (re.fullmatch(r"  (player 1|random) +(\S+) \((\S+)\)", x) for x in lines[at + 1 : at + 3])
    assert mine
    assert theirs
    assert {mine[1], theirs[1]} == {"player 1", "random"}
    assert int(mine[2].replace("−", "-")) == -int(theirs[2].replace("−", "-"))
    values = {x[1]: x[3] for x in (mine, theirs)}
    assert values == {"player 1": "−1/18", "random": "+1/18"}
    assert re.fullmatch(r"(Player 1|Random) wins the series\.|The series is a draw\.", lines[at + 3])
    assert lines[-1].endswith("--seed 1 --hands 3")
    assert "After 1 of 3 hands" in result.stdout


def test_a_series_that_is_left_shows_its_totals_and_keeps_the_hand(run):
    out = run(*KUHN, "--hands", "5", input="bet\nquit\n").stdout
    assert out.count("After 1 of 5 hands") == 2
    assert "Nobody has acted yet, so nothing was saved." in out


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("play", "lama", "--hands", "5"), "has rounds of its own; leave the number of hands at 1"),
        (("play", "--resume", "a.txt", "--hands", "2"), "--hands cannot be combined with --resume"),
        ((*KUHN, "--hands", "101"), "101"),
    ],
)
def test_a_series_that_is_not_possible_is_refused(run, words, fault):
    Path("a.txt").write_text("")
    result = run(*words)
    assert result.exit_code == 2
    assert fault in " ".join(result.stderr.split())
