"""Every number of a class's report follows from the table of its decisions."""

import io
import re

import polars as pl
import pytest
from bs4 import BeautifulSoup, Tag
from starlette.testclient import TestClient
from tests.web.browsing import soup_of
from tests.web.classes import Class, new_class, text_at

from upcard.classroom.mean_bars import mean_text
from upcard.engine.wording import minus
from upcard.web.classroom.class_document import ReportedRoom, wait_until_computed
from upcard.web.value_text import value_text


@pytest.fixture
def room(client: TestClient) -> Class:
    """A class that has voted, played two games, written a rule and pressed buttons."""
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/smallsum", rounds="6")
    room.play()
    room.go(1)
    room.write(room.pupils[0], "low sums", **{"menu-bet_at": "17"})
    room.lead("begin/stoppers", size="4", lives="1")
    room.answer(1)
    room.go(1)
    room.play()
    room.lead("begin/two-buttons", matrix="chicken", rounds="3")
    room.press(1)
    room.go(1)
    room.press(3)
    room.lead("finish")
    room.call(wait_until_computed, ReportedRoom(room.live, room.service), 60.0)
    return room


def table_of(room: Class) -> pl.DataFrame:
    text = room.teacher.get(f"/c/{room.code}/table.csv").text
    return pl.read_csv(io.StringIO(text), infer_schema=False)


def of_step(table: pl.DataFrame, run: int, step: int, kind: str) -> pl.DataFrame:
    return table.filter(
        (pl.col("run") == str(run)) & (pl.col("step") == str(step)) & (pl.col("kind") == kind)
    )


def check_play(table: pl.DataFrame, page: BeautifulSoup, run: int, step: int, heading: str) -> None:
    """Compare the results of a step at tables with those that follow from the rows."""
    results = of_step(table, run, step, "result")
    counted = results.filter((pl.col("counts") == "yes") & (pl.col("result") != ""))
    decisions = of_step(table, run, step, "decision").filter(
        (pl.col("by") == "pupil") & (pl.col("lost") != "")
    )
    (head,) = [x for x in page.select("h3") if x.text == heading]
    sums, groups = head.find_next("p", class_="sums"), head.find_next("ul", class_="groups")
    assert sums is not None
    assert groups is not None
    finished = counted.select("group", "match").unique().height
    assert f"{finished} match{'es' if finished != 1 else ''} finished" in sums.text
    words = re.sub(r"\s+", " ", sums.text)
    assert f"Pupils made {decisions.height} decisions, and" in words
    assert f"{decisions.filter(pl.col('mistake') == 'yes').height} of them were mistakes" in words
    assert f"Judged by {decisions['judged_by'][0]}" in words
    for role, scores in counted.group_by("role"):
        mean = mean_text(scores["result"].cast(pl.Float64).to_list())
        assert f"{role[0]} {mean}" in words or role[0].startswith("seat "), (role, mean)
    check_pupils(head, counted, decisions)
    for group, match in results.select("group", "match").unique().iter_rows():
        seats = results.filter(
            (pl.col("group") == group) & (pl.col("match") == match) & (pl.col("seat") != "")
        )
        points = [f"{float(x):+g}".replace("+0", "0") for x in seats.sort("seat")["result"]]
        assert f"match {match}" in groups.text
        assert f"({minus(' : '.join(points))})" in groups.text


def check_pupils(head: Tag, counted: pl.DataFrame, decisions: pl.DataFrame) -> None:
    """Compare the line of each pupil."""
    shown = head.find_next("table", class_="results")
    assert shown is not None
    lines = {x.select("th")[0].text: [c.text for c in x.select("td")] for x in shown.select("tbody tr")}
    names = {*counted["pupil"], *decisions["pupil"]}
    assert set(lines) == names
    for name in names:
        mine, chosen = counted.filter(pl.col("pupil") == name), decisions.filter(pl.col("pupil") == name)
        points = mine["result"].cast(pl.Float64).sum()
        *numbers, cost = lines[name]
        assert numbers == [
            str(mine.height),
            f"{mine['won'].cast(pl.Float64).sum():g}",
            minus(f"{points:+g}" if points else "0"),
            str(chosen.height),
            str(chosen.filter(pl.col("mistake") == "yes").height),
        ], name
        lost, rounding = float(chosen["lost"].cast(pl.Float64).sum()), 1e-6 * chosen.height
        assert cost in [value_text(x, decisions["unit"][0]) for x in (lost - rounding, lost, lost + rounding)]


def test_the_table_gives_every_number_of_the_report(room):
    table, page = table_of(room), soup_of(room.teacher.get(f"/c/{room.code}/report").text)
    joined = table.filter(pl.col("kind") == "pupil")["pupil"].to_list()
    assert f"{len(joined)} pupils joined, with nicknames: {', '.join(joined)}." in text_at(
        page, ".class-report"
    )
    check_play(table, page, 1, 1, "Smallsum")
    check_play(table, page, 2, 2, "Stoppers")
    answers = of_step(table, 2, 1, "answer")
    assert answers.height == 4 * answers["question"].n_unique() > 4
    for (words,), given in answers.group_by("question_words"):
        part = next(x.parent for x in page.select("section.part > h3") if x.text == words)
        assert part is not None
        shown = zip(part.select(".bar-label"), part.select(".bar-note"), strict=True)
        notes = {label.text.removeprefix("✓ "): note.text for label, note in shown}
        for choice, count in given.group_by("decision").len().iter_rows():
            assert notes.get(choice, f"“{choice}”") in (str(count), f"“{choice}”"), words
    rule = of_step(table, 1, 2, "strategy")
    assert text_at(page, ".rules-of li").startswith(
        f"Group {rule['group'][0]}: {rule['decision'][0].split(' | ')[0]}"
    )
    for step in (1, 2):
        check_matrix(table, page, step)


def check_matrix(table: pl.DataFrame, page: BeautifulSoup, step: int) -> None:
    """Compare payoffs and counts of a matrix, and the share of left."""
    choices = of_step(table, 3, step, "choice")
    grid = page.select("table.matrix")[step - 1]
    rows = choices.filter((pl.col("role") == "row") & (pl.col("partner_choice") != ""))
    by_pupils = rows.filter((pl.col("by") == "pupil") & (pl.col("partner_by") == "pupil"))
    cells = of_step(table, 3, step, "setting")
    shown = [x.get_text(" ", strip=True) for x in grid.select("td:has(strong)")]
    for text, cell in zip(shown, cells.iter_rows(named=True), strict=True):
        mine, theirs = cell["question"].split("-")
        n = by_pupils.filter((pl.col("decision") == mine) & (pl.col("partner_choice") == theirs)).height
        payoffs = minus(f"{cell['payoff']} , {cell['partner_payoff']}")
        assert text.replace(" ,", ",") == f"{payoffs.replace(' ,', ',')} {n} time{'s' if n != 1 else ''}"
    complete = choices.filter((pl.col("partner_choice") != "") & (pl.col("by") == "pupil"))
    lefts = complete.filter(pl.col("decision") == "left").height
    games = f"{rows.height} game{'s' if rows.height != 1 else ''}"
    words = f"{games}; pupils chose {cells['choice_name'][0]} {lefts} of {complete.height} times"
    following = grid.find_next("p", class_="sums")
    assert following is not None
    assert words in following.text


def test_the_report_is_saved_as_files_and_a_pupil_has_a_sheet(room):
    teacher, base = room.teacher, f"/c/{room.code}"
    page = teacher.get(f"{base}/report.html").text
    for words in ("4 pupils joined: Ana, Ben, Cleo, Dan.", "Smallsum", "low sums", "Chicken"):
        assert words in page
    assert "Ana" not in teacher.get(f"{base}/report.html?names=no").text
    assert "Pupil 1" in teacher.get(f"{base}/table.csv?names=no").text
    assert teacher.get(f"{base}/report.pdf?sheets=yes").content.startswith(b"%PDF")
    assert teacher.get(f"{base}/charts.zip").content.startswith(b"PK")
    assert teacher.get(f"{base}/codebook.csv").text.startswith("column,game,rows,values,meaning")
    sheet = text_at(soup_of(teacher.get(f"{base}/report/pupil/0").text), ".class-report")
    for words in ("Ana", "Smallsum", "1 match finished", "mostly luck", "Chose left"):
        assert words in sheet
    refused = room.pupils[0].client.get(f"{base}/report.pdf")
    assert refused.status_code == 401
    other = new_class(teacher, "Eve", "Fay")
    other.lead("begin/two-buttons", matrix="chicken", rounds="3")
    other.press(1)
    compared = text_at(soup_of(teacher.get(f"{base}/compare?with={other.code}").text), ".class-report")
    for words in (f"Classes {room.code} and {other.code}", "A matrix with two buttons", "share of left"):
        assert words in compared
    assert "no class with the code" in teacher.get(f"{base}/compare?with=ZZZZZ").text
