"""The textbook from the command line."""

import re

import pytest
from tests import poppler
from tests.night import IS_NIGHTLY

from upcard.lessons.chapter_registry import chapters
from upcard.report.deck import pdf_writer as pdf
from upcard.report.deck.pdf_writer import pdf_bytes


def test_the_chapters_are_listed(run, document):
    told = run("lesson").stdout
    found = document("lesson", "--json")["chapters"]
    assert [x["name"] for x in found] == list(chapters())
    for x in found:
        assert x["title"] in told
        assert x["cells"]


@pytest.mark.parametrize("name", chapters())
def test_a_sheet_is_shown_and_told(run, document, name):
    assert document("lesson", name, "--json")["sheet"].startswith("# ")
    heading = document("lesson", name, "--json")["sheet"].splitlines()[0].removeprefix("# ")
    assert heading in run("lesson", name).stdout


def test_a_sheet_is_written_as_pdf(run, tmp_path):
    file = tmp_path / "sheet.pdf"
    assert str(file) in run("lesson", "stoppers", "--sheet", file, "--paper", "letter").stdout.replace(
        "\n", ""
    )
    assert poppler.facts(file)["Pages"] == "1"
    assert poppler.facts(file)["Page size"].startswith("612 x 792")
    assert "Stoppers" in poppler.words(file, 1)


@pytest.mark.parametrize(("paper", "size"), [("a4", "A4"), ("letter", "letter")])
def test_a_sheet_is_written_as_one_page_of_html(run, tmp_path, paper, size):
    file = tmp_path / "sheet.html"
    assert run("lesson", "four-cell", "--sheet", file, "--paper", paper).exit_code == 0
    text = file.read_text(encoding="utf-8")
    assert f"size: {size};" in text
    assert "<h1>" in text
    assert "http" not in text  # nothing comes from another server


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (["nothing"], 2, "there is no chapter 'nothing'; choose one of smallsum, stoppers"),
        (["--sheet", "x.pdf"], 2, "--sheet needs a chapter; name one of smallsum"),
        (["stoppers", "--sheet", "x.txt"], 2, "expected .pdf or .html"),
        (["stoppers", "--paper", "a5"], 2, "'a5'"),
        (["stoppers", "--sheet", "no/where/x.pdf"], 1, "no/where"),
    ],
)
def test_what_cannot_be_printed_is_told(told, words, code, reason):
    found, sentence = told("lesson", *words)
    assert (found, reason in sentence) == (code, True), sentence


@pytest.mark.parametrize("name", sorted(chapters()))
def test_the_command_that_a_chapter_gives_for_cards_prints_them(run, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if not IS_NIGHTLY:  # of each deck the first pages are drawn
        monkeypatch.setattr(pdf, "pdf_bytes", lambda title, paper, pages: pdf_bytes(title, paper, pages[:3]))
    (command,) = re.findall(r"`upcard (deck [^`]*)`", chapters()[name].source)
    assert run(*command.split()).exit_code == 0
    assert [x.suffix for x in tmp_path.iterdir()] == [".pdf"]
