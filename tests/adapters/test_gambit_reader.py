"""Trees of Gambit become games here: the same nodes, sets and payoffs, and the promises of every game."""

from fractions import Fraction
from pathlib import Path

import pytest

import upcard as uc
from upcard.adapters.gambit_infosets import HiddenTurns
from upcard.adapters.gambit_nfg import nfg_text
from upcard.adapters.gambit_reader import read_efg
from upcard.adapters.gambit_rules import import_efg
from upcard.adapters.gambit_tree import tree_game
from upcard.certificates.verify_file import verify
from upcard.engine import registry as catalog
from upcard.engine.discovery import forget
from upcard.engine.errors import Failure, Unreadable, Usage
from upcard.testing import check_game
from upcard.testing.tree_checks import check_tree

SIGNALS = """EFG 2 R "Signals" { "Sender" "Receiver" } "a strong or a weak sender"

c "ROOT" 1 "nature" { "strong" 1/3 "weak" 2/3 } 0
p "" 1 1 "strong" { "shout" "whisper" } 0
p "" 2 1 "heard a shout" { "yield" "fight" } 0
t "" 1 "" { 1.5, 0.5 }
t "" 2 "" { 1/4, -1 }
t "" 3 "" { 0, 0 }
p "" 1 2 "weak" { "shout" "whisper" } 0
p "" 2 1 { "yield" "fight" } 0
t "" 1
t "" 4 "" { -1, 1 }
t "" 3
"""
FORGETFUL = """EFG 2 R "Forgetful" { "A" "B" }
p "" 1 1 "start" { "l" "r" } 0
p "" 2 1 "b" { "x" "y" } 0
p "" 1 2 "again" { "u" "d" } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { 0, 0 }
t "" 2
p "" 2 1 "b" { "x" "y" } 0
p "" 1 2 "again" { "u" "d" } 0
t "" 2
t "" 1
t "" 2
"""

ABSENT = """EFG 2 R "Absent-minded" { "the driver" }
p "" 1 1 "" { "on" "exit" } 0
p "" 1 1 "" 0
t "" 1 "" { 1 }
t "" 2 "" { 4 }
t "" 3 "" { 0 }
"""

HORSE = """EFG 2 R "Selten's horse" { "A" "B" "C" }
p "" 1 1 "A" { "D" "C" } 0
p "" 3 1 "C" { "L" "R" } 0
t "" 1 "" { 3, 3, 2 }
t "" 2 "" { 0, 0, 0 }
p "" 2 1 "B" { "d" "c" } 0
p "" 3 1 "C" { "L" "R" } 0
t "" 3 "" { 4, 4, 0 }
t "" 4 "" { 0, 0, 1 }
t "" 5 "" { 1, 1, 1 }
"""
CROSSED = """EFG 2 R "Crossed" { "A" "B" }
c "" 1 "" { "a" 1/2 "b" 1/2 } 0
p "" 1 1 "" { "l" "r" } 0
p "" 2 1 "" { "u" "d" } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { -1, 1 }
t "" 2
p "" 2 1 0
p "" 1 1 0
t "" 1
t "" 2
t "" 1
"""
TURNS = """EFG 2 R "Whose turn" { "A" "B" "C" }
c "" 1 "" { "a" 1/2 "b" 1/2 } 0
p "" 1 1 "A" { "x" } 0
p "" 3 1 "C" { "L" "R" } 0
t "" 1 "" { 1, 1, 1 }
t "" 2 "" { 0, 0, 0 }
p "" 2 1 "B" { "x" } 0
p "" 3 1 "C" { "L" "R" } 0
t "" 1
t "" 2
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path))
    forget()
    yield tmp_path
    forget()


@pytest.mark.parametrize(("name", "preset"), [("kuhn-poker", None), ("liars-dice", "two-sided")])
def test_a_game_that_goes_to_gambit_and_back_has_the_same_tree(home, name, preset):
    tree = uc.unroll(uc.game(name, preset=preset))
    again = uc.unroll(import_efg(uc.efg_text(tree), "there-and-back"))
    assert (again.nodes, again.infosets) == (tree.nodes, tree.infosets)
    assert again.player.tolist() == tree.player.tolist()
    assert again.payoff.tolist() == tree.payoff.tolist()
    assert again.parent.tolist() == tree.parent.tolist()


def again(match, last):
    """The same match with another last action."""
    other = match.game.match(seed=1)
    other.do("bet")
    other.do(last)
    return other


def test_it_is_found_by_name_played_simulated_and_solved(home):
    import_efg(uc.efg_text(uc.unroll(uc.game("kuhn-poker"))), "from-afar")
    assert catalog.game_modules()["from-afar"].__file__ == str(home / "games" / "from_afar.py")
    assert uc.solve(uc.game("from-afar")).value == pytest.approx(-1 / 18)
    assert uc.simulate("from-afar", games=500).games == 500
    match = uc.game("from-afar").match(seed=1)
    match.do("bet")
    match.do("fold")
    assert match.scores() == [1, -1]
    ends = {uc.game("from-afar").view(again(match, words).state, 0).end for words in ("call-1", "fold")}
    assert len(ends) == 2  # at the end everybody learns what the other did


def test_fractions_are_paid_in_whole_numbers_of_a_unit(home):
    game = import_efg(SIGNALS, "signals")
    assert game.title == "Signals"
    assert "units of 1/4" in str(game.rules.__doc__)
    tree = uc.unroll(game)
    assert sorted({tuple(x) for x in tree.payoff.tolist()}) == [(-4, 4), (0, 0), (1, -4), (6, 2)]
    assert tree.infosets == 3
    assert game.rules.GAME.zero_sum is False
    assert "Known: strong." in {
        says for s in range(20) for says in game.rules.scene(game.match(seed=s).view(0)).says
    }


HALVES = """EFG 2 R "Halves" { "A" "B" }
p "" 1 1 "" { "up" "down" } 0
p "" 2 1 "" { "left" "right" } 0
t "" 1 "" { 1/2, -1/2 }
t "" 2 "" { -5/4, 5/4 }
p "" 2 1 "" { "left" "right" } 0
t "" 2 "" { -5/4, 5/4 }
t "" 3 "" { 3/4, -3/4 }
"""


def test_every_result_is_in_the_unit_of_the_file(home, tmp_path):
    """Scores are counted in quarters, which nobody sees but the author of the rules."""
    game = import_efg(HALVES, "halves")
    solution = uc.solve(game)
    assert isinstance(solution, uc.Solution)
    assert solution.value_exact == Fraction(-19, 60)
    assert solution.to_json()["values"] == pytest.approx([-19 / 60, 19 / 60])
    assert "exactly -19/60" in " ".join(solution.sentences())
    saved = tmp_path / "halves.json"
    solution.save(saved)
    assert "exactly -19/60" in str(verify(saved))
    assert "{ 1/2, -1/2 }" in uc.efg_text(solution.tree)
    assert "1/2 -1/2\n-5/4 5/4\n" in nfg_text(solution.tree)
    played = uc.simulate(game, games=4000, seed=1).seats[0]
    assert played.estimates["score_mean"].value == pytest.approx(-5 / 16, abs=0.05)
    assert played.deviations["score_sd"] < 1
    match = game.match(seed=1)
    match.do("up")
    match.do("left")
    assert match.scores() == [Fraction(1, 2), Fraction(-1, 2)]
    assert match.winners() == [0]


def test_a_sum_that_is_a_fraction_is_constant_too(home, tmp_path):
    parts = {"1/2, -1/2": "1, 1/2", "-5/4, 5/4": "1/4, 5/4", "3/4, -3/4": "5/4, 1/4"}
    shared = HALVES
    for pair, part in parts.items():
        shared = shared.replace(pair, part)
    solution = uc.solve(import_efg(shared, "shared"))
    assert isinstance(solution, uc.Solution)
    assert solution.values_exact == (Fraction(19, 28), Fraction(23, 28))
    assert sum(solution.values_exact) == Fraction(3, 2) == solution.constant_sum
    solution.save(tmp_path / "shared.json")
    assert "exactly 19/28" in str(verify(tmp_path / "shared.json"))


def test_what_is_imported_keeps_the_promises_of_every_game(home):
    report = check_game(import_efg(SIGNALS, "signals"), games=8, copied=False)
    assert "The same games have the same result interpreted, compiled" in str(report)


@pytest.mark.parametrize("strange", ["\0", "\x07", "\x1b[31m", "\ud800", "\u202e"])
def test_what_cannot_be_printed_is_left_out_of_the_rules(home, strange):
    text = SIGNALS.replace("Signals", f"Sig{strange}nals").replace("a strong or", f"a {strange}strong or")
    game = import_efg(
        text.replace("shout", f"sh{strange}out").replace("Sender", f"{strange}Sender"), "signals"
    )
    assert game.title == "Signals".replace("Sig", "Sig" + strange[1:])
    assert "Seats: " + strange[1:] + "Sender, Receiver." in str(game.rules.__doc__)


def test_the_file_can_be_read_by_people_and_by_the_linter(home):
    import subprocess
    import sys

    file = home / "signals.py"
    import_efg(SIGNALS, "signals", file)
    settings = str(Path(__file__).parents[2] / "pyproject.toml")
    command = [sys.executable, "-m", "ruff", "check", "--config", settings, "--ignore", "INP001,D", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "signals" not in catalog.game_modules()


def test_who_forgets_is_refused_and_nothing_is_left(home):
    with pytest.raises(Unreadable, match="in one information set of A, who knew or did something else"):
        import_efg(FORGETFUL, "forgetful")
    assert list((home / "games").glob("*.py")) == []


FORGETS = (
    "lines 4 and 9 are in one information set of {who}, who knew or did something else before and forgets "
    "it; expected players who remember what they knew and did"
)
REFUSED = {
    "numbers for names": (FORGETFUL.replace('"A"', '"1"'), FORGETS.format(who="player 1")),
    "no name": (FORGETFUL.replace('"A"', '""'), FORGETS.format(who="player 1")),
    "forgets": (FORGETFUL, FORGETS.format(who="A")),
    "absent-minded": (
        ABSENT,
        "line 3 comes after line 2 in one information set of the driver, who forgets having been there; "
        "expected players who remember what they knew and did",
    ),
}
NO_ORDER = (
    "A has 1 information set in the file and 2 at a table: before the nodes of one set on lines 3 and 9 "
    "there were 0 and 1 actions, which players can count; expected a tree in which players know that "
    "too; waiting turns cannot hide this, because the information sets have no fixed order, or the tree "
    "would become too large"
)


@pytest.mark.parametrize(("text", "words"), REFUSED.values(), ids=REFUSED)
def test_a_tree_whose_player_forgets_is_neither_imported_nor_solved(home, text, words):
    for read in (import_efg, tree_game):
        with pytest.raises(Unreadable) as fault:
            read(text, "refused")
        assert str(fault.value) == words


def test_a_tree_of_which_more_is_known_at_a_table_is_solved_as_it_is(home):
    with pytest.raises(HiddenTurns) as fault:
        import_efg(CROSSED, "crossed")
    assert str(fault.value) == NO_ORDER
    solution = uc.solve(tree_game(CROSSED, "crossed"))
    assert isinstance(solution, uc.Solution)
    assert (solution.tree.infosets, solution.tree.nodes) == (2, 11)
    assert solution.value_exact == 0
    assert check_tree(solution.tree) == 11


def test_selten_s_horse_becomes_a_game_with_a_node_for_who_is_passed_over(home):
    lines = HORSE.splitlines()
    text = "\n".join([*lines[:2], 'p "" 2 2 "B waits" { "wait" } 0', *lines[2:]])
    tree = uc.unroll(import_efg(text, "horse"))
    assert [int((tree.owner == p).sum()) for p in range(3)] == [1, 2, 1]


def test_players_wait_where_a_tree_hides_who_has_moved(home):
    """Without waits the third player of the horse would see whether the second has moved."""
    for text, waits in ((HORSE, 1), (TURNS, 2)):
        game = import_efg(text, f"waits-{waits}")
        tree = uc.unroll(game)
        choosing = tree.infoset[(tree.player == 2) & (tree.infoset >= 0)]
        assert waits == game.rules.WAITS
        assert len(set(choosing.tolist())) == 1
        check_game(game, games=8, copied=False)
    solution = uc.solve(import_efg(HORSE, "horse"))
    assert isinstance(solution, uc.Solution)
    assert max(solution.gaps) < 1e-6


def test_odd_files_are_read_or_refused_in_their_own_terms(home):
    for number, text in enumerate((HALVES.replace("2 R", "2 D"), HALVES + "\x1a", HALVES + "\r\n\x1a\n")):
        assert uc.solve(import_efg(text, f"odd-{number}")).value_exact == Fraction(-19, 60)
    many = HALVES.replace('"A" "B"', " ".join(f'"{x}"' for x in "ABCDEFGHIJK"))
    with pytest.raises(Unreadable, match="the tree has 11 players; expected at most 10"):
        import_efg(many, "many")


def test_an_export_has_only_letters_that_gambit_reads(home):
    text = HALVES.replace('"up"', '"\u2660 \u00fcber"').replace('"down"', '"\u4e0b"')
    exported = uc.efg_text(uc.unroll(import_efg(text, "signs")))
    assert exported.isascii()
    assert '{ "S-uber" "U+4E0B" }' in exported


def test_a_chain_too_deep_for_a_normal_form_is_refused(home):
    nodes = "".join(f'p "" {1 + i % 2} {i + 1} "" {{ "on" "out" }} 0\n' for i in range(900))
    ends = 't "" 1 "" { 1, -1 }\n' + 't "" 2 "" { -1, 1 }\n' * 900
    tree = uc.unroll(import_efg(f'EFG 2 R "Chain" {{ "A" "B" }}\n{nodes}{ends}', "chain"))
    with pytest.raises(Failure, match=r"chain is too deep for a normal form; export the tree \(.efg\)"):
        nfg_text(tree)


def test_a_file_that_was_there_stays_when_another_is_refused(home):
    kept = import_efg(SIGNALS, "signals")
    file = Path(str(kept.rules.__file__))
    before = file.read_text()
    with pytest.raises(Unreadable):
        import_efg(FORGETFUL, "signals", file)
    assert file.read_text() == before


def test_rules_of_ones_own_are_replaced_only_where_their_file_is_named(home):
    file = home / "games" / "signals.py"
    file.parent.mkdir()
    file.write_text("# written by hand")
    with pytest.raises(
        Usage,
        match=r"there is a game 'signals' already, in .*signals\.py; choose another name, with --name, or",
    ):
        import_efg(SIGNALS, "signals")
    assert file.read_text() == "# written by hand"
    assert import_efg(SIGNALS, "signals", file).title == "Signals"


def test_the_name_of_another_game_is_refused(home):
    with pytest.raises(Usage, match="there is a game 'lama' already; choose another name"):
        import_efg(SIGNALS, "lama")
    with pytest.raises(Usage, match="'My Game' cannot be the name of a game; expected small letters"):
        import_efg(SIGNALS, "My Game")


BROKEN = {
    "nothing": ("", "line 1: the end of the file; expected EFG"),
    "no tree": ('EFG 2 R "x" { "A" }', "line 1: the end of the file; expected a node"),
    "a strange node": ('EFG 2 R "x" { "A" }\nq "" 1', "line 2: 'q'; expected a node: c, p or t"),
    "an open quotation": ('EFG 2 R "x', "line 1: a quotation mark that is never closed"),
    "too few branches": (
        'EFG 2 R "x" { "A" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 }',
        "line 3: the end",
    ),
    "too many": ('EFG 2 R "x" { "A" }\nt "" 1 "" { 1 }\nt "" 1 "" { 1 }', "line 3: 't'; expected the end"),
    "chances": (
        'EFG 2 R "x" { "A" }\nc "" 1 "" { "a" 1/3 "b" 1/3 } 0\nt "" 0\nt "" 0',
        "line 2: the probabilities add up to 2/3; expected 1, as fractions",
    ),
    "payoffs": ('EFG 2 R "x" { "A" "B" }\nt "" 1 "" { 1 }', "expected 2 payoffs before it"),
    "no number": ('EFG 2 R "x" { "A" }\nt "" 1 "" { x }', "line 2: 'x'; expected a payoff: a whole number"),
    "a number without end": (
        'EFG 2 R "x" { "A" }\nt "" 1 "" { 1e99999999 }',
        "line 2: '1e99999999'; expected a payoff: a whole number",
    ),
    "a player": (
        'EFG 2 R "x" { "A" }\np "" 2 1 "" { "l" } 0',
        "line 2: '2'; expected the number of a player",
    ),
    "another name of a branch": (
        'EFG 2 R "x" { "A" }\np "" 1 1 "" { "l" "r" } 0\nt "" 0\np "" 1 1 "" { "l" "s" } 0',
        "line 4: the branches are not those that this set had before; expected the same names",
    ),
    "another chance": (
        'EFG 2 R "x" { "A" }\nc "" 1 "" { "a" 1/3 "b" 2/3 } 0\nt "" 0\nc "" 1 "" { "a" 1/2 "b" 1/2 } 0',
        "line 4: the branches are not those that this set had before; expected the same names",
    ),
    "other payoffs": (
        'EFG 2 R "x" { "A" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 }\nt "" 1 "" { 2 }',
        "expected the payoffs of outcome 1 as they were defined before, or none",
    ),
    "an outcome": ('EFG 2 R "x" { "A" }\nt "" 7', "expected the payoffs of outcome 7 in braces"),
}


@pytest.mark.parametrize(("text", "words"), BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_read_is_told_with_its_line(text, words):
    with pytest.raises(Unreadable) as fault:
        read_efg(text)
    assert words in str(fault.value)


def test_a_long_file_is_read_in_a_time_that_grows_with_it():
    looked = []

    class Text(str):
        """A text that counts how often all of it is copied."""

        __slots__ = ()

        def rstrip(self, *chars):
            looked.append(chars)
            return super().rstrip(*chars)

    text = 'EFG 2 R "x" { "A" }\n' + 'p "" 1 1 "" { "l" } 0\n' * 500 + 't "" 1 "" { 1 }\n'
    assert read_efg(Text(text)).root.below
    assert len(looked) == 1


def test_an_import_says_how_far_it_is(home, monkeypatch):
    monkeypatch.setattr("upcard.adapters.gambit_words.REPORT_EVERY", 40)
    monkeypatch.setattr("upcard.engine.tree.game_tree.REPORT_EVERY", 20)
    told = []
    text = uc.efg_text(uc.unroll(uc.game("kuhn-poker")))
    import_efg(text, "told", on_step=lambda what, fraction: told.append((fraction, what)))
    assert told == sorted(told, key=lambda x: x[0])
    assert (told[0][0], len(told) > 20, told[-1][0] <= 1) == (0.0, True, True)
    assert list(dict.fromkeys(what.lstrip("0123456789,") for _, what in told)) == [
        "reading the tree", "writing its rules", " nodes checked",
    ]  # fmt: skip


def test_an_import_that_is_stopped_leaves_no_rules(home, monkeypatch):
    monkeypatch.setattr("upcard.engine.tree.game_tree.REPORT_EVERY", 20)

    def stop(what, fraction):
        if "checked" in what:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_efg(uc.efg_text(uc.unroll(uc.game("kuhn-poker"))), "halted", on_step=stop)
    assert not list(home.rglob("halted.py"))


def test_nobody_needs_to_decide(home):
    game = import_efg('EFG 2 R "x" { "A" "B" }\nt "" 1 "" { 1 -1 }', "nothing")
    assert uc.unroll(game).infosets == 0
    assert uc.solve(game).value_exact == 1
