"""Whatever was solved can sit at a table; what does not fit is refused with what to do."""

import hashlib
import json

import pytest

import upcard as uc
from upcard.certificates import certificate_player as find
from upcard.engine.discovery import forget
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.players import entrant_for
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import solve
from upcard.simulation.lineup import line_up
from upcard.testing.strategy_checks import check_against_itself

KUHN = make_game("kuhn-poker")
DICE = make_game("liars-dice", preset="two-sided")


@pytest.mark.parametrize("name", ["kuhn.json", "a:b,c=d/k:1,2.json", "no ending", "equilibrium"])
def test_a_file_of_any_name_plays(solve_into, name):
    """Colons and commas, that part a strategy from its parameters, may stand in names of files."""
    file = solve_into(name, "liars-dice", preset="two-sided")
    one = entrant_for(f"SOLVED:{file}", DICE)
    assert one.label == f"solved:{file}"
    assert check_against_itself(DICE, one.label, 20, 1) == 20


def test_seats_of_one_file_share_their_function_and_a_changed_file_is_read_again(solve_into):
    file = solve_into("kuhn.json", "kuhn-poker")
    given = f"solved:{file}"
    lineup = line_up(KUHN, given)
    assert len(lineup.choosers) == 1
    stated = json.loads(file.read_text())
    stated["strategy"][0] = ["0", "1"] if stated["strategy"][0][0] == "1" else ["1", "0"]
    file.write_text(json.dumps(stated))
    assert entrant_for(given, KUHN).choose is not lineup.entrants[0].choose


def test_only_so_many_players_are_kept(solve_into, monkeypatch):
    monkeypatch.setattr(find, "MOST_PLAYERS_CACHED", 2)
    monkeypatch.setattr(find, "_players", {})
    files = [solve_into(f"{x}.json", "kuhn-poker") for x in "abc"]
    for i, file in enumerate(files):  # of other content, so that each is a player of its own
        file.write_text(file.read_text() + " " * i)
        find.player_from(file, KUHN)
    assert len(find._players) == 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "leduc-poker"}, "is for the game leduc-poker, not kuhn-poker; "),
        ({"players": 3}, "is for players 3, not 2; "),
        ({"options": {"cards": 4}}, "is for options cards=4, not none; "),
        ({"rules_version": 7}, "is for rules version 7, not 1; "),
        ({"kind": "dream"}, "of kind 'dream', which cannot be played; expected 'equilibrium'"),
        ({"kind": None}, "whose kind is not text, which cannot be played; expected"),
        ({"format": "2"}, "is not a certificate: expected a JSON object with the format"),
        ({"nodes": 57}, "cannot be played: nodes is 57, but the tree of the game has more"),
        ({"nodes": "58"}, "cannot be played: nodes is missing or is not a whole number"),
        ({"strategy": [["1"]]}, "cannot be played: strategy must be a list of 12 information sets"),
        ({"strategy": None}, "cannot be played: strategy must be a list of 12 information sets"),
        (
            {"strategy": [["1"]] * 12},
            "information set 1 must be a list of 2 probabilities, one for each action",
        ),
        ({"strategy": [["2", "-1"]] * 12}, "information set 1 has a probability below 0, or its sum is"),
        ({"strategy": [[0.5, 0.25]] * 12}, "information set 1 has a probability below 0, or its sum is"),
        ({"strategy": [["x", "1"]] * 12}, "information set 1 has 'x'; expected a number or a fraction"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(solve_into, change, reason):
    file = solve_into("kuhn.json", "kuhn-poker")
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    with pytest.raises(Usage) as fault:
        entrant_for(f"solved:{file}", KUHN)
    assert str(fault.value).startswith(str(file))
    assert reason in str(fault.value)


def test_the_command_that_solves_what_is_played_has_its_options(solve_into):
    file = solve_into("kuhn.json", "kuhn-poker")
    with pytest.raises(Usage, match="`upcard solve liars-dice --option sides=4 --save FILE`"):
        entrant_for(f"solved:{file}", make_game("liars-dice", preset="four-sided"))


@pytest.mark.parametrize("content", [b"", b"no json", b"\xff\xfe\x00", b"[]", b"3", b"[" * 100_000])
def test_what_is_no_certificate_is_refused(tmp_path, content):
    file = tmp_path / "it"
    file.write_bytes(content)
    with pytest.raises(Usage, match="is not a certificate"):
        entrant_for(f"solved:{file}", KUHN)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("solved", "'solved' names no file; write solved:FILE, a file from `upcard solve --save`"),
        ("solved: ", "'solved: ' names no file; write solved:FILE"),
        ("solved:nowhere.json", "there is no file 'nowhere.json'; name one that `upcard solve --save` wrote"),
        ("solved:.", ". is a folder; name a file in it that"),
        ("solved:~nobody-of-this-name/x", "there is no file '~nobody-of-this-name/x'"),
    ],
)
def test_a_name_of_no_file_is_refused(given, reason):
    with pytest.raises(Usage) as fault:
        entrant_for(given, KUHN)
    assert str(fault.value).startswith(reason)


def test_a_file_that_may_not_be_read_is_refused(solve_into, monkeypatch):
    file = solve_into("kuhn.json", "kuhn-poker")

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(hashlib, "file_digest", refuse)
    with pytest.raises(Usage, match="cannot be read: Permission denied; change its permissions"):
        entrant_for(f"solved:{file}", KUHN)


def test_a_tablebase_plays_and_only_its_own_game(tmp_path):
    file = tmp_path / "2x4.table"
    solve(2, 4).save(file)
    game = make_game("beat-it-or-eat-it", length=4)
    assert check_against_itself(game, f"solved:{file}", 20, 1) == 20
    with pytest.raises(Usage, match="is for suits=2, length=4; it cannot play Beat It Or Eat It"):
        entrant_for(f"solved:{file}", make_game("beat-it-or-eat-it", length=5))
    with pytest.raises(Usage, match="is a tablebase of beat-it-or-eat-it and cannot play kuhn-poker"):
        entrant_for(f"solved:{file}", KUHN)


def test_a_file_of_the_folder_brings_a_kind_of_its_own(own_file, tmp_path):
    text = """
MAGIC = b"FIRST"


def player_of_file(path, game):
    def last(v):
        return game.legal_actions(v)[int(path.read_text()[5:])]

    return last
"""
    own_file("certificates", "of_bytes", text)
    forget()
    file = tmp_path / "it"
    try:
        for place, action in ((0, 0), (-1, 1)):
            file.write_bytes(b"FIRST%d" % place)
            choose = entrant_for(f"solved:{file}", KUHN).choose
            assert choose(KUHN.match(1).view(0)) == action
    finally:
        forget()


def test_a_solution_cannot_be_tuned(solve_into):
    file = solve_into("kuhn.json", "kuhn-poker")
    with pytest.raises(Usage, match="has no parameters to tune"):
        uc.tune("kuhn-poker", f"solved:{file}", against="random", games=1000)
