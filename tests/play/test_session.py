"""A sitting: people and strategies act in turn, take back, ask for advice, keep and resume."""

import errno

import pytest
from tests.shared import shipped_certificate

from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure, Illegal, Unreadable
from upcard.engine.game import make_game
from upcard.games.four_cell.rules import TURNS
from upcard.games.four_cell.strategies.endgame import FEW
from upcard.play.session import TRIES, MatchSession, SeatPlayer, resume, save, seat_players


def advised(name, strategies=("random",), **options):
    """The table and what is told there when it is the person's first turn."""
    table = sit(name, (0,), strategies, 3, **options)
    table.advance()
    return table, {a.strategy: a for a in table.advice()}


def sit(name="lama", people=(0,), strategies=("same-first",), seed=1, **options):
    game = make_game(name, **options)
    return MatchSession(game.match(seed), seat_players(game, people, strategies))


def test_people_sit_on_their_seats_and_strategies_on_the_others():
    game = make_game("lama")
    names = [s.name for s in seat_players(game, [1], ["folding", "same-first", "folding:A=3"])]
    assert names == ["folding", "player 2", "same-first", "folding:A=3"]
    assert [s.name for s in seat_players(game, [0, 2], ["random"])][1::2] == ["random", "random"]
    assert sit(people=[1]).people == [1]


def test_strategies_act_until_it_is_a_persons_turn():
    table = sit(people=[2])
    table.advance()
    assert table.turn == 2
    assert len(table.match.actions) == 2
    assert not table.has_begun
    table.push(table.match.legal()[0])
    table.advance()
    assert table.turn == 2
    assert table.has_begun


def test_nobody_acts_for_a_strategy():
    table = sit(people=[2])
    with pytest.raises(Illegal, match="it is the turn of same-first"):
        table.push(table.match.legal()[0])


def test_a_whole_game_is_played_with_strategies_only():
    table = sit("lama", people=[], strategies=["folding"])
    table.advance()
    assert table.match.is_over
    assert table.turn == -1


def test_moves_are_those_since_ones_own_last_action():
    table = sit()
    assert table.moves(0) == []
    table.push(table.match.legal()[0])
    table.advance()
    assert [m.seat for m in table.moves(0)] == [1, 2, 3]
    assert len(table.moves(None)) == 4


def test_undo_takes_back_the_last_own_action_and_what_followed():
    table = sit(people=[1])
    table.advance()
    before = table.match.state.copy()
    table.push(table.match.legal()[0])
    table.advance()
    first = table.record()
    table.pop()
    assert (table.turn, len(table.match.actions), len(table.log.entries)) == (1, 1, 1)
    assert table.match.state.hand[1].cells == before.hand.cells
    table.push(table.match.legal()[0])
    table.advance()
    assert table.record() == first
    with pytest.raises(Illegal, match="not acted yet"):
        sit().pop()


def test_undo_is_for_one_who_plays_alone():
    table = sit(people=[0, 1])
    table.push(table.match.legal()[0])
    with pytest.raises(Illegal, match="only when you play alone"):
        table.pop()


def test_undo_works_after_the_end():
    table = sit("kuhn-poker", strategies=["random"])
    while not table.match.is_over:
        table.push(1)
        table.advance()
    table.pop()
    assert table.turn == 0


def test_a_number_or_words_are_read():
    table = sit()
    assert table.read("9") == table.match.read("quit") == table.read(" QUIT ")
    assert table.read("d") == table.match.read("draw")
    with pytest.raises(Unreadable):
        table.read("77")
    with pytest.raises(Unreadable):
        table.read("9" * 5_000)


def test_the_luck_of_a_strategy_belongs_to_the_seed_and_the_moment():
    tables = [sit(strategies=["random"]) for _ in range(2)]
    tables[1].advice()
    for table in tables:
        for _ in range(2):
            table.push(table.match.legal()[0])
            table.advance()
    assert tables[0].record() == tables[1].record()
    other = sit(strategies=["random"], seed=2)
    other.advance()
    assert other.scene(0).zones != tables[0].scene(0).zones


def test_advice_asks_every_strategy_of_the_game():
    found = {a.strategy: a.counts for a in sit(seed=1).advice()}
    assert set(found) >= {"dear-first", "folding", "next-first", "same-first", "random"}
    assert found["same-first"] == (("play 2", 1),)
    assert sum(n for _, n in found["random"]) == TRIES
    often = [n for _, n in found["random"]]
    assert often == sorted(often, reverse=True)


def test_a_tablebase_is_asked_where_it_has_a_table():
    table, found = advised("beat-it-or-eat-it", length=4)
    assert len(found["tablebase"].counts) == 1
    assert "tablebase" not in table.searching
    assert "tablebase" not in advised("beat-it-or-eat-it")[0].searching
    table, found = advised("beat-it-or-eat-it", length=14)
    assert "tablebase" in table.searching
    assert "tablebase" not in found


def test_an_endgame_is_told_once_it_is_solved_in_a_moment():
    table, found = advised("four-cell", players=2)
    assert "endgame" in table.searching
    assert "endgame" not in found
    while table.match.state.played < TURNS - FEW:
        table.match.do(table.match.legal()[0])
    assert "endgame" not in table.searching


def test_a_solution_that_sits_at_the_table_is_asked():
    file = f"solved:{shipped_certificate('leduc-poker.json')}"
    _, found = advised("leduc-poker", strategies=[file])
    assert found[file].odds == found["equilibrium"].odds != ()


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("smallsum", {"variant": "alternate", "objective": "pennies"}),
        ("stoppers", {"players": 2, "preset": "fresh-deck"}),
    ],
)
def test_the_odds_of_solved_rounds_are_told(game, options):
    _, found = advised(game, **options)
    assert sum(x for _, x in found["equilibrium"].odds) == 1


def test_a_solution_of_other_options_says_nothing():
    _, found = advised("stoppers")
    assert "equilibrium" not in found
    assert "counting" in found


def test_there_is_no_advice_after_the_end():
    table = sit("kuhn-poker", people=[], strategies=["random"])
    table.advance()
    with pytest.raises(Illegal, match="the game is over"):
        table.advice()


def broken(v):
    raise ZeroDivisionError("by nothing")


@pytest.mark.parametrize(
    ("choose", "told"),
    [
        (broken, "the strategy bad on seat 1 stopped with ZeroDivisionError: by nothing"),
        (lambda v: 1.5, "the strategy bad on seat 1 returned 1.5; expected the number of an action"),
        (lambda v: 99, "no action 99"),
    ],
)
def test_a_strategy_that_fails_is_told_in_a_sentence(choose, told):
    game = make_game("kuhn-poker")
    table = MatchSession(
        game.match(1), [SeatPlayer("bad", Entrant("bad", choose, (), False)), SeatPlayer("player 2")]
    )
    with pytest.raises(Failure, match=told):
        table.advance()


def test_a_record_brings_everybody_back_to_the_table():
    table = sit("lama", people=[1], strategies=["folding:A=3"], preset="paper")
    table.advance()
    table.push(table.match.legal()[0])
    again = resume(table.record())
    assert again.people == [1]
    assert [s.name for s in again.sitters] == ["folding:A=3", "player 2", "folding:A=3", "folding:A=3"]
    assert again.record() == table.record()
    for t in (table, again):
        t.advance()
    assert again.record() == table.record()


def test_people_of_any_name_sit_down_again():
    text = sit().record().replace("seat 1 player 1", "seat 1 Ana")
    assert resume(text).people == [0]


def test_nobody_sits_down_to_a_match_that_has_ended():
    text = sit().record()
    last = text.count("\n") + 1
    with pytest.raises(Illegal, match=f"line {last} of the record: the match has ended, seat 1 resigned"):
        resume(f"{text}ended resigned 1\n")


def test_at_the_end_everything_lies_open():
    table = sit("kuhn-poker", people=[], strategies=["random"])
    table.advance()
    assert all(z.is_open for z in table.scene(None).zones)
    assert len(table.scene(None).scores) == 2


def test_a_record_is_written_as_a_whole_and_over_records_only(tmp_path):
    table = sit()
    file = tmp_path / "kept" / "evening.txt"
    file.parent.mkdir()
    save(table.record(), file)
    table.push(table.match.legal()[0])
    save(table.record(), file)
    assert file.read_text() == table.record()
    assert [f.name for f in file.parent.iterdir()] == ["evening.txt"]
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ana")
    with pytest.raises(Illegal, match="is not a record"):
        save(table.record(), other)
    assert other.read_text() == "Dear Ana"
    with pytest.raises(Failure, match=r"letter\.txt is a file, not a folder; choose another place$"):
        save(table.record(), other / "below.txt")


def test_a_record_that_finds_no_room_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file, table = tmp_path / "game.txt", sit()
    save(table.record(), file)
    kept = file.read_text()
    table.push(table.match.legal()[0])
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(Failure, match="the disk is full; free some space or choose another place"):
        save(table.record(), file)
    assert file.read_text() == kept
    assert [x.name for x in tmp_path.iterdir()] == ["game.txt"]


def test_a_folder_in_place_of_a_record_is_told_with_what_to_do(tmp_path):
    with pytest.raises(Failure, match="it is a folder; add the name of a file"):
        save(sit().record(), tmp_path)


def test_no_folder_is_made_for_a_record(tmp_path):
    new = tmp_path / "new" / "folder"
    with pytest.raises(Failure) as fault:
        save(sit().record(), new / "x")
    told = f"{new}/x cannot be written: the folder {new} does not exist; make it or choose another place"
    assert str(fault.value) == told
    assert not new.parent.exists()


def test_a_record_of_another_match_is_not_replaced_unless_that_is_asked_for(tmp_path):
    file = tmp_path / "game.txt"
    table = sit()
    save(table.record(), file)
    kept = file.read_text()
    for other in (sit(seed=2), sit("kuhn-poker", strategies=("random",)), sit(strategies=("folding",))):
        with pytest.raises(Illegal, match=r"game\.txt holds the record of another match; choose"):
            save(other.record(), file)
        assert file.read_text() == kept
    file.write_text(f"{kept}9 hop\n# a note\n")  # however it goes on, it is the same match
    save(table.record(), file)
    assert file.read_text() == kept
    save(sit(seed=2).record(), file, over_any=True)
    assert file.read_text() != kept


def test_a_record_that_cannot_be_read_is_not_replaced(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text("upcard record 1\ngame poker version 1\nplayers 2\n")
    with pytest.raises(Illegal, match="another match"):
        save(sit().record(), file)


def test_a_choice_that_lies_face_down_keeps_the_record_from_the_others():
    table = sit("goofspiel", people=(0, 1), strategies=())
    table.check_open()
    table.push(table.read("1"))
    with pytest.raises(Illegal, match="the choice of player 1 is still secret"):
        table.check_open()
    table.push(table.read("1"))
    table.check_open()


def test_the_secret_of_a_strategy_and_the_end_keep_nobody_from_the_record():
    table = sit("goofspiel", people=(1,), strategies=("random",))
    table.advance()
    assert table.log.face_down(1) == [0]
    table.check_open()
    table = sit("kuhn-poker", people=(0, 1), strategies=())
    for word in ("bet", "bet"):
        table.push(table.match.read(word))
    table.check_open()
