"""Decks to print, from the command line."""

import pytest

from upcard.cli.commands.deck import STYLES
from upcard.cli.terminal.command_options import PAPER_NAMES
from upcard.engine.game import make_game
from upcard.report import card_faces as faces
from upcard.report.deck.deck_pieces import card_svgs
from upcard.report.deck.paper import PAPERS


def test_a_deck_is_written_where_it_was_asked_for_and_the_place_is_told(run, tmp_path):
    result = run("deck", "four-cell", "--pdf", tmp_path / "pack.pdf")
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{tmp_path / 'pack.pdf'}\n", "")
    assert (tmp_path / "pack.pdf").read_bytes().startswith(b"%PDF-")


def test_without_a_place_the_file_is_named_after_the_game(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("deck", "kuhn-poker").stdout == "kuhn-poker-deck.pdf\n"
    assert [p.name for p in tmp_path.iterdir()] == ["kuhn-poker-deck.pdf"]


def test_the_pages_are_drawings_of_the_size_of_the_paper(run, tmp_path):
    folder = tmp_path / "new" / "sheets"
    result = run("deck", "smallsum", "--svg", folder, "--paper", "letter")
    assert (result.exit_code, result.stdout) == (0, f"{folder}\n")
    assert sorted(p.name for p in folder.iterdir()) == [
        "smallsum-backs-01.svg", "smallsum-backs-02.svg", "smallsum-cards-01.svg", "smallsum-cards-02.svg",
        "smallsum-pennies-backs.svg", "smallsum-pennies.svg", "smallsum-rules.svg", "smallsum-scores.svg",
    ]  # fmt: skip
    rules = (folder / "smallsum-rules.svg").read_text("utf-8")
    assert 'width="215.9mm" height="279.4mm"' in rules.partition(">")[0]


def test_both_kinds_of_files_can_be_asked_for_and_backs_left_out(run, tmp_path):
    result = run("deck", "leduc-poker", "--svg", tmp_path, "--pdf", tmp_path / "x.pdf", "--no-backs")
    assert result.stdout == f"{tmp_path / 'x.pdf'}\n{tmp_path}\n"
    written = sorted(p.name.removeprefix("leduc-poker-") for p in tmp_path.iterdir())
    assert written == ["cards-01.svg", "chips.svg", "rules.svg", "scores.svg", "x.pdf"]


@pytest.mark.parametrize(("courts", "highest"), [("10", "+10"), ("11-12-13", "+13")])
def test_the_options_of_the_game_decide_what_stands_on_the_cards(run, tmp_path, courts, highest):
    run("deck", "four-cell", "--courts", courts, "--svg", tmp_path)
    sheet = (tmp_path / "four-cell-cards-05.svg").read_text("utf-8")
    assert f">{highest}</text>" in sheet.partition("KC: ")[2].partition("<title>")[0]


def test_the_style_and_the_number_of_players_are_passed_on(run, tmp_path):
    run("deck", "stoppers", "--style", "four-colour", "--players", 5, "--svg", tmp_path)
    assert 'fill="#0f6b3a"' in (tmp_path / "stoppers-cards-06.svg").read_text("utf-8")
    scores = (tmp_path / "stoppers-scores.svg").read_text("utf-8")
    assert scores.count('font-size="2.3"') == 5


def test_the_names_that_can_be_typed_are_those_that_can_be_drawn():
    assert list(PAPER_NAMES) == list(PAPERS)
    assert STYLES == faces.STYLES


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["four-sell"], "there is no game 'four-sell'; did you mean 'four-cell'?"),
        (["four-cell", "--option", "courts=11"], "option courts was given '11'; "),
        (["four-cell", "--pdf", "pack.html"], "the name 'pack.html' ends in '.html'; expected .pdf"),
        (["four-cell", "--paper", "a5"], "--paper was given 'a5'; "),
        (["four-cell", "--style", "pink"], "--style was given 'pink'; "),
        (["four-cell", "--pdf", "no/pack.pdf"], "--pdf cannot write 'no/pack.pdf': there is no folder"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(told, tmp_path, monkeypatch, args, sentence):
    monkeypatch.chdir(tmp_path)
    assert told("deck", *args)[1].startswith(sentence)
    assert not list(tmp_path.iterdir())


def test_words_of_options_may_be_written_in_capitals(run, tmp_path):
    sizes = set()
    for paper in ("A4", "a4", "Letter"):
        folder = tmp_path / paper
        result = run("deck", "kuhn-poker", "--svg", folder, "--paper", paper, "--style", "Classic")
        assert result.exit_code == 0, result.stderr
        sizes.add(next(iter(sorted(folder.iterdir()))).read_text().split("viewBox=")[1][:20])
    assert len(sizes) == 2


def test_the_deck_of_high_card_is_that_of_stoppers():
    decks = [sorted(card_svgs(make_game(name), "classic")) for name in ("high-card", "stoppers")]
    assert decks[0] == decks[1]
