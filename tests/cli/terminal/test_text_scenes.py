"""Scenes drawn for a terminal: every game, preset and position fits, with and without letters."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from rich.text import Text
from tests.shared import EVERY_FIELD, module_from, shipped_games

from upcard.cli.terminal.rulebook import next_page
from upcard.engine.game import Game, make_game
from upcard.play.move_log import Move
from upcard.play.scene import make_scene
from upcard.play.session import Advice, MatchSession, SeatPlayer
from upcard.play.zones import Face, Spot
from upcard.report.terminal.text_cards import CardPaper, beside, box, flow, inline, wrapped
from upcard.report.terminal.text_scenes import Drawing, draw, hint_lines

TRICKS = module_from(Path(__file__).parents[2] / "example_games" / "secret_tricks.py")
FEW_ACTIONS = {
    "secret-tricks": Game(TRICKS, 2, {}),
    "secret-tricks-10": Game(TRICKS, 10, {}),
} | shipped_games()
WHO_SEES_WHAT = Game(
    module_from(Path(__file__).parents[2] / "example_games" / "who_sees_what.py"), 4, {"stashes": 0}
)
SMALL = CardPaper(80, 21)
FACES = [Face(0, "7h", "7", "♥"), Face(0, "7h", "7", "♥"), Face(1, "Ks", "K", "♠")]


def plain(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def drawn(game, seed, steps, paper=SMALL, seat=None):
    """A game after some actions of the first player who may act, seen by a seat or by who is on turn."""
    table = MatchSession(game.match(seed), [SeatPlayer(f"player {p + 1}") for p in range(game.players)])
    for i in range(steps):
        if table.match.is_over:
            break
        legal = table.match.legal()
        table.push(legal[(seed + i) % len(legal)])
    me = None if table.match.is_over else table.turn if seat is None else seat
    return plain(draw(Drawing(table.scene(me), table.moves(me), ()), paper))


@pytest.mark.parametrize("steps", [0, 1, 7, 45])
@pytest.mark.parametrize("name", FEW_ACTIONS)
def test_every_scene_fits_on_a_small_screen(name, steps):
    for paper in (SMALL, CardPaper(80, 21, is_plain=True), CardPaper(100, 40)):
        lines = drawn(FEW_ACTIONS[name], 4, steps, paper)
        assert len(lines) <= paper.height
        assert max(map(len, lines)) <= paper.width
        assert lines[0].startswith(FEW_ACTIONS[name].title)
        assert not paper.is_plain or "".join(lines).isascii()


def test_long_open_hands_are_drawn_suit_by_suit_in_as_many_lines_as_they_need():
    game = shipped_games()["beat-it-or-eat-it"]
    lines = drawn(game, 3, 0)
    assert "  hand 1 13 cards [3♠][5♠][6♠][8♠][9♠][10♠][A♠]   [2♥][4♥][7♥][J♥][Q♥][K♥]" in lines
    narrow = drawn(game, 3, 0, CardPaper(60, 40))
    start = narrow.index("  hand 1 13 cards [3♠][5♠][6♠][8♠][9♠][10♠][A♠]")
    assert narrow[start + 1] == " " * 18 + "[2♥][4♥][7♥][J♥][Q♥][K♥]"


def test_every_kind_of_field_has_a_place():
    game = Game(EVERY_FIELD, 4, {"tone": 1, "bonus": 3})
    scene = make_scene(game, game.match(4).state, None)
    lines = plain(draw(Drawing(scene), CardPaper(100, 60)))
    text = "\n".join(lines)
    for f in EVERY_FIELD.STATE:
        if f.name not in ("secret", "secrets", "debt", "grudges", "vault", "mix", "cellar", "depth", "stack"):
            assert f.name in text, f.name
    assert max(map(len, lines)) <= 100


def test_hidden_cards_are_drawn_as_nothing_but_their_number():
    game = FEW_ACTIONS["secret-tricks"]
    lines = drawn(game, 4, 1)
    hand = game.match(4).state.hand
    others = {TRICKS.card_text(hand[0, i]) for i in range(1, hand[0, 0] + 1)}
    shown = "\n".join(drawn(game, 4, 1, CardPaper(80, 21, is_plain=True)))
    assert not [name for name in others if name in shown]
    assert "stock 40 cards" in "\n".join(lines)
    assert "moves    1 in secret" in "\n".join(lines)


def test_cards_of_others_and_of_partners_are_drawn_and_ones_own_forehead_is_not():
    s, text = WHO_SEES_WHAT.match(4).state, WHO_SEES_WHAT.rules.card_text
    lines = drawn(WHO_SEES_WHAT, 4, 0, CardPaper(100, 40), seat=0)
    rows = ["  ".join(line.split()[-7:]) for line in lines if re.match(r"..\W? \d player", line)]
    hands = ["".join(f"[{text(k)}]" for k in range(4) for _ in range(s.hand[p, k])) for p in range(4)]
    stash = "".join(f"[{text(s.stash[0, i])}]" for i in (1, 2))
    assert rows == [
        f"[?]  {hands[0]}  {stash}  {s.wealth[0]}  0  0  ?",
        f"[{text(s.forehead[1])}]  [?]  [?]  ?  0  0  {s.luck[1]}",
        f"[{text(s.forehead[2])}]  {hands[2]}  [?]  ?  0  0  {s.luck[2]}",
        f"[{text(s.forehead[3])}]  [?]  [?]  ?  0  0  {s.luck[3]}",
    ]


def test_the_number_to_type_stands_on_the_card():
    lines = drawn(FEW_ACTIONS["lama"], 1, 0)
    edge = next(line for line in lines if "╰" in line and "╯╰" in line)
    listed = next(line for line in lines if "you can" in line)
    for part in listed.split("you can")[1].split("   "):
        number, word = part.split()[:2]
        if word == "play":
            assert f"─{number}─" in edge


def test_places_of_a_board_stand_beside_each_other_with_their_notes():
    lines = drawn(FEW_ACTIONS["secret-tricks"], 4, 2)
    head = next(i for i, line in enumerate(lines) if "last trick" in line)
    assert "nothing" in lines[head]
    assert "─1─" in lines[head + 3]
    low = drawn(FEW_ACTIONS["secret-tricks"], 4, 2, CardPaper(80, 8))
    assert any(line.strip().startswith("last trick [") for line in low)


@pytest.mark.parametrize("steps", [0, 3, 21, 40])
@pytest.mark.parametrize(("players", "owners"), [(2, ["S", "W"]), (4, ["SN", "WE"])])
def test_the_crosses_of_four_cell_stand_as_a_square_with_their_owners(players, owners, steps):
    lines = drawn(make_game("four-cell", players), 4, steps)
    assert len(lines) <= SMALL.height
    edges = [i for i, line in enumerate(lines) if "╰" in line]
    for edge, cells in zip(edges, (["NW", "NE"], ["SW", "SE"]), strict=False):
        assert re.findall("[SWNE]+", lines[edge]) == owners * 2
        above_or_beside = " ".join(lines[edge - 3 : edge])
        assert re.findall(r"\b[NS][WE]\b", above_or_beside) == cells


@pytest.mark.parametrize("height", [10, 15, 40])
def test_places_of_a_board_stand_in_columns(height):
    faces = [Face(0, "10h", "10", "♥"), Face(1, "Ks", "K", "♠")]
    scene = make_scene(FEW_ACTIONS["lama"], FEW_ACTIONS["lama"].match(1).view(0), 0)
    names = (("A1", "B1"), ("A2", "B2"))
    board = tuple(
        tuple(Spot(name, (faces[(i + j) % 2],), ()) for j, name in enumerate(row))
        for i, row in enumerate(names)
    )
    lines = plain(draw(Drawing(replace(scene, board=board)), CardPaper(80, height)))
    columns = [[line.index(name) for line in lines if name in line] for row in names for name in row]
    assert [len(found) for found in columns] == [1] * 4
    assert columns[0] == columns[2]
    assert columns[1] == columns[3]


def test_before_the_cards_in_hand_those_of_a_board_lose_their_boxes():
    low = drawn(FEW_ACTIONS["secret-tricks"], 4, 2, CardPaper(80, 16))
    assert any(line.strip().startswith("last trick [") for line in low)
    assert any("hand" in line and "│" in line for line in low)


def test_on_a_low_screen_less_is_drawn():
    tall, low = (drawn(FEW_ACTIONS["lama"], 1, 8, CardPaper(80, height)) for height in (21, 9))
    assert len(low) < len(tall)
    assert "[" in "".join(low)
    assert "╭" not in "".join(low)


def test_many_moves_are_cut_at_their_beginning():
    scene = make_scene(FEW_ACTIONS["lama"], FEW_ACTIONS["lama"].match(1).view(0), 0)
    many = [Move(i, i % 4, f"play number {i}") for i in range(60)]
    text = "\n".join(plain(draw(Drawing(scene, many), SMALL)))
    assert "…" in text
    assert "played number 59" in text
    assert "play number 1 " not in text


def test_advice_is_grouped_by_what_is_chosen():
    scene = make_scene(FEW_ACTIONS["lama"], FEW_ACTIONS["lama"].match(1).view(0), 0)
    advice = [
        Advice("a", (("draw", 1),)),
        Advice("b", (("draw", 1),)),
        Advice("c", (("quit", 12), ("draw", 8))),
    ]
    text = "\n".join(plain(draw(Drawing(scene, (), advice), SMALL)))
    assert "hints    draw: a, b" in text
    assert "c, asked 20 times: quit (12), draw (8)" in text


def test_odds_that_are_known_are_told():
    odds = (("raise", Fraction(3, 4)), ("call", Fraction(1, 4)))
    lines = plain(hint_lines([Advice("a", (), odds), Advice("b", (), (("call", Fraction(1)),))], (), SMALL))
    assert lines == ["call: b", "a: raise (75.0 %), call (25.0 %)"]


def test_many_hints_leave_the_rest_on_the_screen():
    scene = make_scene(FEW_ACTIONS["lama"], FEW_ACTIONS["lama"].match(1).view(0), 0)
    advice = [Advice(f"strategy-{i}", (("draw", 12), ("quit", 8))) for i in range(30)]
    for paper, dots in ((SMALL, "…"), (CardPaper(80, 21, is_plain=True), "...")):
        lines = plain(draw(Drawing(scene, (), advice), paper))
        assert len(lines) <= SMALL.height
        assert lines[0].startswith("L.A.M.A.")
        last = next(i for i, line in enumerate(lines) if "you can" in line) - 1
        assert lines[last].strip() == dots
        assert "strategy-0" in lines[last - 4]


def test_of_many_actions_that_a_strategy_chose_the_rest_is_counted():
    counts = [(f"play {i}", 8 - i) for i in range(6)]
    few, many = (plain(hint_lines([Advice("a", tuple(counts[:n]))], (), SMALL)) for n in (4, 6))
    assert few == ["a, asked 26 times: play 0 (8), play 1 (7), play 2 (6), play 3 (5)"]
    assert many == ["a, asked 33 times: play 0 (8), play 1 (7), play 2 (6), play 3 (5), and 2 more"]


def test_a_box_holds_a_face_and_a_note():
    assert plain(box(Text("7♥"), "12", SMALL)) == ["╭────╮", "│ 7♥ │", "╰─12─╯"]
    assert plain(box(Text("5"), "", CardPaper(is_plain=True))) == ["+---+", "| 5 |", "+---+"]


def test_cards_in_a_row_are_counted_and_cut_at_their_beginning():
    assert inline(FACES, SMALL, 40).plain == "[7♥]×2[K♠]"
    assert inline(FACES, CardPaper(is_plain=True), 40).plain == "[7h]x2[Ks]"
    assert inline(FACES, SMALL, 9).plain == "… [K♠]"
    assert inline([None, FACES[2]], SMALL, 40).plain == "[ ][K♠]"


def test_red_suits_are_red():
    assert "red" in str(inline(FACES[:1], SMALL, 40).spans)
    assert "red" not in str(inline(FACES[2:], SMALL, 40).spans)


def test_blocks_stand_beside_each_other_and_in_rows():
    high, low = [Text("a"), Text("b"), Text("c")], [Text("x")]
    assert [line.plain for line in beside([high, low], gap=1)] == ["a  ", "b x", "c  "]
    assert plain(flow([low, low, low], width=5, gap=3)) == ["x   x", "x"]


def test_words_are_wrapped_and_lines_cut():
    assert plain(wrapped("one two three", 8)) == ["one two", "three"]
    assert SMALL.cut(Text("abcdefgh"), 6).plain == "abc…"
    assert CardPaper(is_plain=True).cut(Text("abcdefgh"), 6).plain == "abc..."


def test_a_page_ends_at_an_empty_line_if_one_is_near():
    lines = [Text(x) for x in ("a", "b", "c", "", "d", "e")]
    assert [plain(part) for part in next_page(lines, 5)] == [["a", "b", "c"], ["d", "e"]]
    assert [plain(part) for part in next_page(lines[4:], 5)] == [["d", "e"], []]
    assert [plain(part) for part in next_page(lines[:3], 2)] == [["a", "b"], ["c"]]


def test_what_a_round_came_to_is_told_by_seats_and_cut_where_there_is_no_room():
    for players in (2, 10):
        game = make_game("stoppers", players, first_dealer=1)
        lines = drawn(game, 1, players)
        at = next(i for i, line in enumerate(lines) if "round 1" in line)
        assert re.search(
            r"round 1 +over: +\d+ had the lowest card \(\w+\) and lost a life: 3 left", lines[at]
        )
        assert len(lines) <= SMALL.height
