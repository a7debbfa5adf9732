"""The numbers of a debrief are computed again from the rows of the table."""

import io
from collections.abc import Iterable

import polars as pl
from bs4 import Tag
from tests.web.browsing import soup_of
from tests.web.classes import Class, new_class
from tests.web.classroom.test_report_numbers import of_step

from upcard.classroom.mean_bars import share_bar
from upcard.web.classroom.class_document import ReportedRoom, wait_until_computed

PATIENCE = 300.0


def report_of(room: Class) -> tuple[pl.DataFrame, Tag]:
    """The table of a class, and the section of its only activity in the report."""
    room.call(wait_until_computed, ReportedRoom(room.live, room.service), PATIENCE)
    text = room.teacher.get(f"/c/{room.code}/table.csv").text
    (section,) = soup_of(room.teacher.get(f"/c/{room.code}/report").text).select(".class-report > section")
    assert isinstance(section, Tag)
    for x in section.select("h2 .soft, .course-scale"):  # when it began, and the axis
        x.decompose()
    return pl.read_csv(io.StringIO(text), infer_schema=False).fill_null(""), section


def bars_under(section: Tag, title: str) -> dict[str, Tag]:
    (head,) = [x for x in section.select("h3") if x.text == title]
    found = head.find_next("ul", class_="bars")
    assert isinstance(found, Tag)
    return {str(x.select(".bar-label")[0].text): x for x in found.select("li")}


def own_bar(bars: dict[str, Tag], label: str, chosen: Iterable[bool]) -> None:
    """Compare the bar of a share with its cases."""
    cases = list(chosen)
    note = bars[label].select(".bar-note")[0].text
    assert note == share_bar(label, sum(cases), len(cases)).note, label


def test_the_bars_of_a_repeated_dilemma_follow_from_the_choices(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/two-buttons", matrix="dilemma", rounds="5")
    room.go(1)
    room.press(5)
    room.go(3)
    table, section = report_of(room)
    choices = of_step(table, 1, 2, "choice").with_columns(pl.col("round").cast(pl.Int64))
    names = dict(zip(choices["decision"], choices["choice_name"], strict=True))
    silent = f"“{names['left']}”"
    bars = bars_under(section, "Tit for tat, and the last round")
    replies = dict[bool, list[bool]]({True: [], False: []})
    copies = []
    for _pupil, mine in choices.sort("round").group_by("pupil", maintain_order=True):
        played = [x == "left" for x in mine["decision"]]
        faced = [x == "left" for x in mine["partner_choice"]]
        for before, now in zip(faced, played[1:], strict=False):
            replies[before].append(now)
        copies.append(played[0] and played[1:] == faced[:-1])
    own_bar(bars, f"{silent} after the partner’s {silent}", replies[True])
    own_bar(bars, f"{silent} after the partner’s other choice", replies[False])
    own_bar(bars, "pupils whose choices were all those of tit for tat", copies)
    last = [x == "left" for x in choices.filter(pl.col("round") == 5)["decision"]]
    first = [x == "left" for x in choices.filter(pl.col("round") < 5)["decision"]]
    own_bar(bars, f"{silent} before the last round", first)
    own_bar(bars, f"{silent} in the last round (end-game effect)", last)
    figures = of_step(table, 1, 4, "figure")
    assert {*bars} <= {*figures["decision"]}
