"""Replaying records: everything, a part, or what one seat may see."""

from io import StringIO
from types import ModuleType
from typing import Any

import pytest
from rich.console import Console

from upcard.cli.commands.replay import page
from upcard.cli.terminal.replay_events import replay_document as replayed
from upcard.engine.game import Game
from upcard.engine.record import parse_record, replay
from upcard.kit import cards
from upcard.play.move_log import can_tell

HEAD = "upcard record 1\ngame leduc-poker version 1\nplayers 2\nseed 3 game 0\n"
BAD_RECORDS = {
    "is empty": ("", "it is empty"),
    "is something else": ("Dear Ana,\n", "this is not a record: it begins with 'Dear Ana,'"),
    "has an unknown line": (HEAD + "dealer Ana\n", "line 5 of the record says 'dealer Ana'"),
    "is of an unknown game": (HEAD.replace("leduc", "leduk"), "there is no game 'leduk-poker'"),
    "has too many players": (HEAD.replace("players 2", "players 9"), "not 9 players"),
    "has an unknown option": (HEAD + "options speed=3\n", "leduc-poker has no option 'speed'"),
    "is of other rules": (HEAD.replace("version 1", "version 9"), "played under version 9"),
    "has an unreadable action": (
        HEAD + "1 frobnicate\n",
        "line 5 of the record: 'frobnicate' is not an action",
    ),
    "has an illegal action": (
        HEAD + "1 fold\n",
        "line 5 of the record: 'fold' is not allowed: there is nothing",
    ),
    "has the wrong player": (HEAD + "2 call\n", "seat 2 acts, but it is seat 1's turn"),
    "goes on after the end": (HEAD + "1 raise\n2 fold\n1 call\n", "line 7 of the record: the game is over"),
}


@pytest.mark.parametrize("how", BAD_RECORDS)
def test_a_record_that_is_wrong_is_told_with_its_file_and_exit_code_1(told, tmp_path, how):
    text, part = BAD_RECORDS[how]
    file = tmp_path / "bad.txt"
    file.write_text(text)
    code, sentence = told("replay", file)
    assert code == 1
    assert sentence.startswith(f"{file}: ")
    assert part in sentence


@pytest.mark.parametrize("content", [b"\x7fELF\x02\x01\xff\xfe", b"\xff\xfeu\x00p\x00"])
def test_a_binary_file_is_told(told, tmp_path, content):
    file = tmp_path / "program"
    file.write_bytes(content)
    code, sentence = told("replay", file)
    assert (code, sentence) == (1, f"{file} is not a text in UTF-8; expected the record of a match")


def test_a_file_larger_than_any_record_is_not_read_to_its_end(told):
    code, sentence = told("replay", "/dev/zero")
    assert code == 1
    assert "larger than 16 MiB" in sentence


def test_a_seat_that_is_not_there_is_told(told, leduc_file):
    assert told("replay", leduc_file, "--seat", "3")[0] == 2


def test_moves_are_printed_with_who_did_what_and_what_came(run, leduc_file):
    lines = [x.split() for x in run("replay", leduc_file).stdout.splitlines()]
    assert ["2", "2", "Ben", "raise"] in lines
    assert ["3", "1", "Ana", "call", "queen-b"] in lines


def test_a_finished_match_ends_with_scores_and_winners(run, leduc_file):
    text = run("replay", leduc_file).stdout
    assert "The game is over after 6 actions." in text
    assert [x.split() for x in text.splitlines()[-2:]] == [["1", "Ana", "13", "wins"], ["2", "Ben", "-13"]]


def test_a_record_comes_from_standard_input_too(run, leduc_file, leduc_record):
    assert run("replay", "-", input=leduc_record).stdout == run("replay", leduc_file).stdout


def test_a_fault_in_standard_input_is_told_by_that_name(told):
    assert told("replay", "-", input="hello")[1].startswith("standard input: this is not a record")


def test_a_replay_stops_where_it_is_told_to(run, leduc_file):
    text = run("replay", leduc_file, "--upto", "4").stdout
    assert "After 4 of 6 actions it is the turn of seat 2 (Ben), who can: fold, call, raise." in text
    assert "the open card" in text


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_stopping_after_the_end_changes_nothing_and_is_told(run, leduc_file, flags):
    far, whole = run("replay", leduc_file, "--upto", "99", *flags), run("replay", leduc_file, *flags)
    assert (far.exit_code, far.stdout) == (0, whole.stdout)
    assert far.stderr == f"upcard: --upto was given 99, but {leduc_file} has only 6 actions; showing all\n"
    assert run("replay", leduc_file, "--upto", "6", *flags).stderr == whole.stderr == ""


def test_the_json_document_holds_moves_scores_and_position(document, leduc_file):
    content = document("replay", leduc_file, "--json")
    assert content["scores"] == [13, -13]
    assert content["winners"] == [1]
    assert content["recorded"] == 6
    assert content["moves"][2] == {
        "number": 3,
        "seat": 1,
        "player": "Ana",
        "action": "call",
        "chance": ["queen-b"],
    }
    assert content["position"]["board"] == ["queen-b"]


def test_a_seat_does_not_learn_the_seed_nor_the_cards_of_others(document, leduc_file):
    content = document("replay", leduc_file, "--json", "--seat", "2", "--upto", "4")
    assert content["position"]["card"] == [None, ["jack-b"]]
    assert content["position"]["stock"] == {"cards": 3}
    assert content["choices"] == ["fold", "call", "raise"]
    assert not {"seed", "number", "dealt"} & set(content)
    assert all(m["chance"] == [] for m in content["moves"])


def test_a_seat_does_not_learn_what_others_could_do(document, leduc_file):
    assert "choices" not in document("replay", leduc_file, "--json", "--seat", "1", "--upto", "4")


def test_on_the_screen_hidden_cards_are_called_hidden(run, leduc_file, leduc_record):
    text = run("replay", leduc_file, "--seat", "2", "--upto", "4").stdout
    assert "as seat 2 sees it" in text
    assert "hidden" in text
    assert "king" not in text
    assert "seed" not in text


@pytest.mark.parametrize("upto", [0, 1, 7, 30, 200])
def test_all_of_a_longer_match_can_be_seen_by_nobody(document, tmp_path, lama_record, upto):
    file = tmp_path / "lama.txt"
    file.write_text(lama_record)
    content = document("replay", file, "--json", "--seat", "3", "--upto", upto)
    hands = content["position"]["hand"]
    assert [hand is None for hand in hands] == [True, True, False, True]
    assert len(hands[2]) == content["position"]["size"][2]
    assert all(m["action"] for m in content["moves"])


def test_a_new_deal_is_only_counted(run, tmp_path, lama_record):
    file = tmp_path / "lama.txt"
    file.write_text(lama_record)
    assert "a deal of 25 cards" in run("replay", file).stdout


def test_a_name_cannot_steer_the_terminal(run, leduc_record):
    text = run("replay", "-", input=leduc_record.replace("Ana", "\x1b]0;boo\x07A")).stdout
    assert "\x1b" not in text
    assert "?]0;boo?A" in text


def hidden_choice() -> Any:
    """A game of two who both choose a number; the second does not see the first one's."""
    rules = ModuleType("hidden_choice")
    rules.GAME = cards.Header(  # type: ignore[attr-defined]
        "hidden-choice", "Hidden choice", (2, 2), 2, True, False, 2, (0, 0), 1, "here"
    )
    rules.OPTIONS, rules.PRESETS, rules.ACTIONS = (), {}, 2  # type: ignore[attr-defined]
    rules.STATE = (cards.number("chosen", cards.OWNER, "the number chosen"),)  # type: ignore[attr-defined]

    def start(s):
        s.player = 0

    def apply(s, a):
        s.chosen[s.player] = a
        s.over = s.player
        s.player = 1

    rules.start, rules.apply, rules.legal = start, apply, lambda s, a: True  # type: ignore[attr-defined]
    rules.score, rules.card_text = lambda s, p: 0, str  # type: ignore[attr-defined]
    rules.action_text = lambda v, a: f"choose {a}"  # type: ignore[attr-defined]
    return rules


def test_an_action_that_a_seat_cannot_tell_from_another_is_not_shown_to_it():
    match = Game(hidden_choice(), 2, {}).match()
    assert can_tell(match.game, match.state, [1], 0)
    assert not can_tell(match.game, match.state, [1], 1)
    match.do(1)
    assert [m["action"] for m in replayed(match, 0)["moves"]] == ["choose 1"]
    assert [m["action"] for m in replayed(match, 1)["moves"]] == [None]
    assert replayed(match, 1)["position"] == {"chosen": [None, 0]}


def test_of_several_places_the_empty_ones_are_told_too():
    rules = hidden_choice()
    rules.STATE += (cards.slot("places", cards.EVERYBODY, "three places", length=3),)
    match = Game(rules, 2, {}).match()
    match.state.places[1] = 4
    content = replayed(match, 0)
    assert content["position"]["places"] == [None, "4", None]
    out = StringIO()
    Console(file=out, width=80).print(*page(match, content | {"recorded": 0, "ended": None}))
    assert "three places   – 4 –" in out.getvalue()


def test_cards_dealt_by_hand_are_replayed(document):
    text = "upcard record 1\ngame kuhn-poker version 1\nplayers 2\ndealt jack queen\n1 pass\n2 bet\n1 pass\n"
    content = document("replay", "-", "--json", input=text)
    assert content["dealt"] == ["jack", "queen"]
    assert content["position"]["card"] == [["jack"], ["queen"]]
    assert content["scores"] == [-1, 1]
    assert replay(parse_record(text)).is_over


def test_a_match_that_ended_early_is_told_where_it_ended(run, document, tmp_path):
    file = tmp_path / "it.txt"
    file.write_text(HEAD + "1 raise\nended resigned 2\n")
    assert "After 1 action the match ended: seat 2 resigned." in run("replay", file).stdout
    assert "After 0 of 1 action it is the turn of seat 1" in run("replay", file, "--upto", "0").stdout
    assert document("replay", file, "--json")["ended"] == "resigned 2"
    file.write_text(HEAD + "1 raise\n")
    assert document("replay", file, "--json")["ended"] is None
