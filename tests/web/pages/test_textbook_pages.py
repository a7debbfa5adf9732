"""The textbook in the web: chapters, cells that compute again, sheets, and the same for programs."""

import re
from urllib.parse import parse_qsl

import pytest
from tests.web.browsing import filled, soup_of

from upcard.engine.errors import Failure
from upcard.lessons.chapter_registry import chapters
from upcard.lessons.interactive_cells import ask

ALL = sorted(chapters())
OUTSIDE = re.compile(r"""(?:src|href|action)=["'](?!/|#)([^"']*)["']""")
API = "/api/v1/lessons"


def page_of(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status, answer.text
    return soup_of(answer.text)


def test_the_start_page_and_the_page_of_a_game_lead_to_the_book(client):
    assert page_of(client, "/").select_one("a[href='/learn']")
    for chapter in chapters().values():
        assert page_of(client, f"/new/{chapter.lesson.GAME}").select_one(f"a[href='/learn/{chapter.name}']")
    assert not page_of(client, "/new/kuhn-poker").select_one("a[href^='/learn/']:not([href$='/first'])")


def test_the_book_lists_its_chapters_in_order(client):
    found = [x["href"] for x in page_of(client, "/learn").select("h2 a")]
    assert found == [f"/learn/{name}" for name in chapters()]


@pytest.mark.parametrize("name", ALL)
def test_a_chapter_is_a_page_without_anything_from_outside(client, name):
    text = client.get(f"/learn/{name}").text
    assert OUTSIDE.findall(text) == []
    page = soup_of(text)
    chapter = chapters()[name]
    assert [x.text for x in page.select("h1")] == [chapter.title]
    assert len(page.select("figure svg")) == len(chapter.pictures)
    cells = sorted(f"cell-{cell}" for cell in chapter.lesson.CELLS)
    assert sorted(str(x["id"]) for x in page.select("section.cell:not(.experiment)")) == cells
    assert not page.select("[style]")
    assert "{{" not in text
    assert "<!-- interactive" not in text
    forms = sorted(f"exercise-{x}" for x in chapter.exercises)
    assert sorted(str(x["id"]) for x in page.select("section.exercise")) == forms
    assert [x for x in page.select("pre") if not x.find_parent("details", class_="programmers")] == []


@pytest.mark.parametrize("name", ALL)
def test_every_table_to_play_at_is_one_click_away(client, name):
    links = page_of(client, f"/learn/{name}").select(".play a")
    plays = chapters()[name].lesson.PLAYS.values()
    assert len(links) == len(plays)
    for link, play in zip(links, plays, strict=True):
        if play.seed is not None:
            assert page_of(client, link["href"]).select_one("#at-table")
            continue
        form = filled(page_of(client, link["href"]), "#new-table")
        assert (form["seat-2"], form["exact-2"]) == ("other", play.against)
        assert int(form["players"]) == play.players
        for option, value in play.options.items():
            assert form[f"option-{option}"] == value
        opened = client.post("/tables", data={**form, "name": "Ana"})
        assert opened.url.path.startswith("/t/"), opened.text


@pytest.mark.parametrize("name", ALL)
def test_a_cell_computes_what_was_filled_in_without_scripts(client, name):
    page = page_of(client, f"/learn/{name}")
    for cell in chapters()[name].lesson.CELLS:
        form = filled(page, f"#cell-{cell} form")
        assert form.pop("cell") == cell
        asked = f"/learn/{name}?cell={cell}&{'&'.join(f'{k}={x}' for k, x in form.items())}"
        assert computed(client, asked, cell).select_one(".cell-answer p").text == ask(name, cell).text


@pytest.mark.parametrize(
    ("chapter", "exercise", "answer", "title"),
    [
        ("stoppers", "deck", "32/51", "Right."),
        ("stoppers", "deck", "28/51", "Not yet: Kings left out."),
        ("stoppers", "got-ace", "3", "Not yet: only one card looked at."),
        ("stoppers", "deck", "<b>", "'<b>' is not a number; write it like 3/11, 0.27 or 27 %."),
    ],
)
def test_an_answer_is_checked_with_scripts_and_without(client, chapter, exercise, answer, title):
    part = client.get(f"/learn/{chapter}/exercises/{exercise}", params={"answer": answer})
    assert part.status_code == 200
    assert soup_of(part.text).get_text(" ", strip=True).startswith(title)
    whole = client.get(f"/learn/{chapter}", params={"exercise": exercise, "answer": answer})
    (section,) = soup_of(whole.text).select(f"#exercise-{exercise}")
    assert section.select(".verdict")[0].get_text(" ", strip=True).startswith(title)
    chosen = section.select("input[checked]") or section.select("input[name=answer]")
    assert chosen[0]["value"] == answer
    assert [
        x.get_text(strip=True) for x in soup_of(whole.text).select(".verdict") if x.get_text(strip=True)
    ] != []


def test_an_exercise_that_does_not_exist_is_not_found(client):
    assert client.get("/learn/stoppers/exercises/none?answer=1").status_code == 404
    assert client.get("/learn/none/exercises/deck?answer=1").status_code == 404


def computed(client, path, cell):
    """A cell of a page when it has been computed; what takes long is asked for until it has come."""
    for _ in range(60):
        found = re.search(rf'<section [^>]*id="cell-{cell}".*?</section>', client.get(path).text, re.DOTALL)
        assert found is not None
        part = soup_of(found[0])
        if not part.select_one("[hx-trigger^=load]"):
            return part
    raise AssertionError(f"{path} is never computed")


def test_other_numbers_are_computed_again_and_stay_in_the_form(client):
    page = page_of(client, "/learn/smallsum?cell=ruin&mine=4&theirs=12&chance=50")
    assert "25.00 %" in page.select_one("#cell-ruin .cell-answer").text
    assert page.select_one("#cell-ruin [name=theirs]")["value"] == "12"
    assert page.select_one("#cell-bluff [name=bet]")["value"] == "3"


def test_a_cell_alone_is_what_a_script_asks_for(client):
    part = page_of(client, "/learn/smallsum/cells/ruin?cell=ruin&mine=4&theirs=12&chance=50")
    assert part.select_one("html") is None
    assert part.select("form, section") == []
    assert "25.00 %" in part.text


def test_a_cell_that_takes_long_is_asked_for_again_with_what_it_was_asked_for(client, monkeypatch):
    async def not_yet(*asked):
        return None

    monkeypatch.setattr(client.app.state.site.reviewer, "compute", not_yet)
    part = page_of(client, "/learn/lama/cells/simulate?games=300&seed=7").select_one("[hx-trigger]")
    assert part["hx-target"] == "closest .cell-answer"
    path, _, query = part["hx-get"].partition("?")
    assert path == "/learn/lama/cells/simulate"
    assert dict(parse_qsl(query)) == {"one": "folding", "others": "same-first", "games": "300", "seed": "7"}


def test_what_cannot_be_chosen_is_told_beside_the_form(client):
    page = page_of(client, "/learn/smallsum?cell=ruin&mine=0&theirs=%3Cb%3E&chance=50")
    told = page.select_one("#cell-ruin [role=alert]").text
    assert told == "Mine was given as '0'; expected a whole number from 1 to 100."
    assert page.select_one("#cell-ruin [name=theirs]")["value"] == "<b>"
    same = page_of(client, "/learn/smallsum?cell=odds&up_1=4&up_2=4")
    assert "You chose the same card twice" in same.select_one("#cell-odds [role=alert]").text


def test_what_is_not_there_is_told(client):
    for path in (
        "/learn/chess",
        "/learn/chess/sheet",
        "/learn/smallsum/cells/x",
        "/learn/smallsum/sheet.pdf?paper=a3",
    ):
        assert client.get(path).status_code == 404, path


@pytest.mark.parametrize("name", ALL)
def test_a_sheet_is_a_page_and_a_file(client, name):
    page = page_of(client, f"/learn/{name}/sheet")
    assert page.select("article.worksheet hr")
    for link in page.select("a[href*='.pdf']"):
        answer = client.get(link["href"])
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")


def test_programs_are_told_of_chapters_and_cells(client):
    found = client.get(API).json()
    assert [x["name"] for x in found] == list(chapters())
    ruin = next(x for x in found[0]["cells"] if x["name"] == "ruin")
    assert [x["name"] for x in ruin["fields"]] == ["mine", "theirs", "chance"]
    assert (ruin["fields"][0]["low"], ruin["fields"][0]["high"]) == (1, 100)


def test_programs_compute_cells(client):
    found = client.get(f"{API}/smallsum/ruin", params={"mine": 4, "theirs": 12, "chance": 50}).json()
    assert found["numbers"]["chance"] == 0.25
    assert found["text"] == ask("smallsum", "ruin", mine=4, theirs=12, chance=50).text
    assert client.get(f"{API}/smallsum/ruin").json()["numbers"] == ask("smallsum", "ruin").numbers


def test_programs_are_told_what_is_wrong(client):
    wrong = client.get(f"{API}/smallsum/ruin", params={"mine": 0})
    assert (wrong.status_code, wrong.json()["error"]) == (422, "usage")
    assert client.get(f"{API}/smallsum/ruin", params={"x": 0}).status_code == 422
    assert client.get(f"{API}/smallsum/nothing").status_code == 404
    assert client.get(f"{API}/chess/ruin").status_code == 404


def test_a_chapter_does_not_wait_for_what_takes_long(client, monkeypatch):
    """Its usual answers are kept; only other choices are found in a process of their own."""

    async def too_long(*asked):
        raise Failure("this has to be waited for")

    monkeypatch.setattr(client.app.state.site.reviewer, "compute", too_long)
    soup = soup_of(client.get("/learn/lama").text)
    assert "In 1,000 games" in soup.select("#cell-simulate .cell-answer")[0].text
    assert "waited for" in client.get("/learn/lama/cells/simulate?games=200").text
