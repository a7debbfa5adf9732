"""Special packs as sheets for a printer."""

import pytest
from bs4 import BeautifulSoup


def sheets(path):
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def test_the_pack_is_written_where_it_was_asked_for_and_the_place_is_told(run, tmp_path):
    result = run("cards", "four-cell", "--out", tmp_path / "pack.html")
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{tmp_path / 'pack.html'}\n", "")
    page = sheets(tmp_path / "pack.html")
    assert page.h1.string == "Four-Cell: the special pack"
    assert [len(s.select("li > svg")) for s in page.select("section")] == [9, 9, 9, 9, 9, 7]
    assert page.select_one("li title").string == "AS: +1, left column"


def test_without_a_place_the_file_is_named_after_the_game(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("cards", "four-cell").stdout == "four-cell-cards.html\n"
    assert sheets(tmp_path / "four-cell-cards.html").h1


@pytest.mark.parametrize(("courts", "highest"), [("10", "+10"), ("11-12-13", "+13")])
def test_the_options_of_the_game_decide_what_stands_on_the_cards(run, tmp_path, courts, highest):
    run("cards", "four-cell", "--option", f"courts={courts}", "--out", tmp_path / "pack.html")
    page = sheets(tmp_path / "pack.html")
    king = next(t.parent for t in page.select("li title") if t.string.startswith("KC: "))
    assert king.find("text").string == highest
    assert f"courts={courts}" in page.select_one(".foot").string


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["goofspiel"], "goofspiel has no special pack; there is one for four-cell, lama"),
        (["four-sell"], "there is no game 'four-sell'; did you mean 'four-cell'?"),
        (["four-cell", "--option", "courts=11"], "option courts was given '11'; "),
        (["four-cell", "--out", "pack.pdf"], "the name 'pack.pdf' ends in '.pdf'; expected .html or .htm"),
        (
            ["four-cell", "--out", "nowhere/pack.html"],
            "--out cannot write 'nowhere/pack.html': there is no folder",
        ),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(told, tmp_path, monkeypatch, args, sentence):
    monkeypatch.chdir(tmp_path)
    assert told("cards", *args)[1].startswith(sentence)
    assert not list(tmp_path.iterdir())
