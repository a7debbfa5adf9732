"""No number of a class's report is missing from the table: every one is computed again from its rows."""

import io
import re
from collections import Counter
from collections.abc import Iterable

import polars as pl
import pytest
from bs4 import Tag
from tests.night import LATE
from tests.web.browsing import soup_of
from tests.web.classes import Class, new_class
from tests.web.classroom.test_report_numbers import check_pupils, of_step

from upcard.classroom.mean_bars import mean_text, percent_text, share_bar
from upcard.engine.wording import minus
from upcard.games.smallsum import activity as smallsum
from upcard.web.classroom.class_document import ReportedRoom, wait_until_computed

NUMBER = re.compile(r"[+−-]?\d+(?:,\d{3})*(?:\.\d+)?")
VALUES = {"A": 1, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 11)}
LEADS = ("−100 to −60 %", "−60 to −20 %", "−20 to 20 %", "20 to 60 %", "60 to 100 %")
FEW_MATCHES, PATIENCE = 2_000, 300.0


def numbers(text: str) -> list[str]:
    return NUMBER.findall(text)


def report_of(room: Class) -> tuple[pl.DataFrame, Tag]:
    """The table of a class, and the section of its only activity in the report."""
    room.call(wait_until_computed, ReportedRoom(room.live, room.service), PATIENCE)
    text = room.teacher.get(f"/c/{room.code}/table.csv").text
    (section,) = soup_of(room.teacher.get(f"/c/{room.code}/report").text).select(".class-report > section")
    assert isinstance(section, Tag)
    for x in section.select("h2 .soft, .course-scale"):  # when it began, and the axis
        x.decompose()
    return pl.read_csv(io.StringIO(text), infer_schema=False).fill_null(""), section


def check(part: Tag, expected: str) -> None:
    """The numbers of a part of the page are those of a text, in this order; the part is done."""
    assert numbers(part.get_text(" ")) == numbers(expected), part.get_text(" ", strip=True)
    part.decompose()


def bars_under(section: Tag, title: str) -> dict[str, Tag]:
    (head,) = [x for x in section.select("h3") if x.text == title]
    found = head.find_next("ul", class_="bars")
    assert isinstance(found, Tag)
    return {str(x.select(".bar-label")[0].text): x for x in found.select("li")}


def part_text(won: Iterable[str]) -> str:
    wins = [float(x) for x in won]
    return f"{sum(wins):g} of {len(wins)}" if wins else "–"


def tally_rows(results: pl.DataFrame) -> list[list[str]]:
    """By pupil, most wins first: the name, the wins in each role and together."""
    counted = results.filter((pl.col("counts") == "yes") & (pl.col("over") == "yes"))
    lines = []
    for (name,), mine in counted.group_by("pupil"):
        by_role = [part_text(mine.filter(pl.col("role") == x)["won"]) for x in ("A", "B")]
        lines.append((-mine["won"].cast(pl.Float64).sum(), [str(name), *by_role, part_text(mine["won"])]))
    return [x for _, x in sorted(lines)]


def role_text(results: pl.DataFrame) -> str:
    counted = results.filter((pl.col("counts") == "yes") & (pl.col("over") == "yes"))
    return " ".join(part_text(counted.filter(pl.col("role") == x)["won"]) for x in ("A", "B"))


def check_matches(table: pl.DataFrame, section: Tag) -> None:
    """Compare the matches of all groups, the sums, and the line of each pupil at the first step."""
    results, decisions = of_step(table, 1, 1, "result"), of_step(table, 1, 1, "decision")
    judged = decisions.filter((pl.col("by") == "pupil") & (pl.col("lost") != ""))
    counted = results.filter((pl.col("counts") == "yes") & (pl.col("result") != ""))
    (head, *_) = section.select("h3")
    check_pupils(head, counted, judged)
    for line in section.select("table.results"):
        line.decompose()
    played = sorted({(int(g), int(m)) for g, m in results.select("group", "match").iter_rows()})
    for (group, match), line in zip(played, section.select("ul.groups > li"), strict=True):
        of_group = results.filter(pl.col("group") == str(group))
        seats = of_group.filter((pl.col("match") == str(match)) & (pl.col("seat") != "")).sort("seat")
        points = minus(" : ".join(f"{float(x):+g}" if float(x) else "0" for x in seats["result"]))
        tally = " ".join(x[-1] for x in tally_rows(of_group))
        check(line, f"{group} match {match}: ({points}) {tally} {role_text(of_group)}")
    means = " ".join(
        mean_text(counted.filter(pl.col("role") == x)["result"].cast(pl.Float64).to_list())
        for x in ("A", "B")
    )
    wrong = judged.filter(pl.col("mistake") == "yes").height
    sums = section.select("p.sums")[0]
    check(sums, f"{len(played)} {means} {role_text(results)} {judged.height} {wrong}")


def check_contest(table: pl.DataFrame, section: Tag, step: int) -> None:
    """Compare the bars of a contest, and the table of each rule against each other."""
    rows = of_step(table, 1, step, "contest")
    together = rows.filter((pl.col("against") == "") & (pl.col("question") == ""))
    grid = next(x for x in section.select("table.told") if "pennies per round" in x.text)
    for i, x in enumerate(together.iter_rows(named=True), 1):
        bar = next(
            b for b in section.select("ul.bars > li") if b.select(".bar-label")[0].text == x["decision"]
        )
        half = (float(x["high"]) - float(x["low"])) / 2
        check(bar, f"{x['decision']} {x['rule']} {percent_text(float(x['share']), half)}")
        against = rows.filter((pl.col("decision") == x["decision"]) & (pl.col("against") != ""))
        wins = [f"{100 * float(y):.0f} %" for y in against["share"]]
        per_round = minus(f"{float(x['per_round']):+.3f}")
        check(grid.select("tbody tr")[0], f"{i} {x['decision']} {wins} {per_round}")
    check(grid, " ".join(str(i) for i in range(1, together.height + 1)))
    played = section.select("p.sums")[0]
    check(played, f"{int(together['matches'][0]):,} matches; 95 %")


def lead_of(row: dict[str, str]) -> float:
    """The lead of a decision: by how much more often the unseen card of the other makes the sum larger."""
    seen = {x for zone in row["cards_seen"].split("; ") for x in zone.partition(": ")[2].split()}
    margins = [int(row["open_sum"]) + VALUES[k] - int(row["own_sum"]) for k in VALUES if k not in seen]
    assert len(margins) == 8
    return sum((x > 0) - (x < 0) for x in margins) / len(margins)


def check_bets(table: pl.DataFrame, section: Tag, step: int) -> None:
    """Compare the columns of the class in the chart of bets by lead, and take those of the optimum."""
    bets: dict[int, list[float]] = {}
    mine = of_step(table, 1, 1, "decision").filter((pl.col("by") == "pupil") & (pl.col("to_match") == "0"))
    for row in mine.iter_rows(named=True):
        legal = row["legal"].split("|")
        place = min(sum(lead_of(row) >= x for x in (-0.6, -0.2, 0.2, 0.6)), 4)
        bets.setdefault(place, []).append(legal.index(row["decision"]) / (len(legal) - 1))
    figures = of_step(table, 1, step, "figure")
    shares = dict(zip(figures["decision"], figures["share"].cast(pl.Float64), strict=True))
    columns = section.select("ol.grouped-names li")
    for (place, some), column in zip(sorted(bets.items()), columns, strict=True):
        name = f"{LEADS[place]} ({len(some)})"
        own = sum(some) / len(some)
        assert shares[f"your class: {name}"] == pytest.approx(own)
        optimum = shares[f"the optimum with the same cards: {name}"]
        check(column, f"{name} {100 * own:.0f} % {100 * optimum:.0f} %")
    text = next(x for x in section.select("p") if " bets of " in x.text)
    check(text, f"{mine.height} bets of {mine['pupil'].n_unique()} pupils")


@LATE
def test_no_number_of_a_lesson_of_smallsum_is_missing_in_the_table(client, monkeypatch):
    monkeypatch.setattr(smallsum, "MATCHES", FEW_MATCHES)
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/smallsum-basic", rounds="6")
    room.play()
    room.press_next()
    room.play()
    room.go(1)
    room.write(room.pupils[0], "low sums", **{"menu-bet_at": "17"})
    room.go(2)
    room.go(3)
    table, section = report_of(room)
    check_matches(table, section)
    (rule,) = of_step(table, 1, 2, "strategy").iter_rows(named=True)
    group, words = f"Group {rule['group']}", rule["decision"].split(" | ")[0]
    in_words = of_step(table, 1, 3, "contest").filter(pl.col("decision") == group)["rule"][0]
    check(section.select("ul.rules-of li")[0], f"{group}: {words} {in_words}")
    check_contest(table, section, 3)
    check_bets(table, section, 4)
    results = of_step(table, 1, 1, "result")
    tally = next(x for x in section.select("table.told") if "everyone" in x.text)
    check(tally, " ".join(" ".join(x[1:]) for x in tally_rows(results)) + f" {role_text(results)}")
    assert not numbers(section.get_text(" ")), section.get_text(" ", strip=True)


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


def features_of(matrix: str) -> list[str]:
    """What a matrix has in common with others, from its payoffs in the table."""
    cells = [tuple(int(x) for x in cell.split(",")) for cell in matrix.split("|")]
    of = {(i, j): cells[2 * i + j] for i in (0, 1) for j in (0, 1)}
    rows = {all(of[i, j][0] > of[1 - i, j][0] for j in (0, 1)) for i in (0, 1)}
    columns = {all(of[i, j][1] > of[i, 1 - j][1] for i in (0, 1)) for j in (0, 1)}
    dominant = (True in rows) + (True in columns)
    pure = [
        (i, j) for i, j in of
        if of[i, j][0] >= of[1 - i, j][0] and of[i, j][1] >= of[i, 1 - j][1]
    ]  # fmt: skip
    best = of[pure[0]] if len(pure) == 1 else None
    is_dilemma = best is not None and any(
        x != best and x[0] >= best[0] and x[1] >= best[1] for x in of.values()
    )
    labels = {1: "one player has a dominant column", 2: "both have a dominant column"}
    equilibria = {0: "no equilibrium", 1: "one equilibrium", 2: "two equilibria"}
    found = [labels.get(dominant, ""), equilibria.get(len(pure), ""), "a dilemma" if is_dilemma else ""]
    return [x for x in found if x]


@LATE
def test_the_bars_of_four_cell_follow_from_the_matrices_of_the_turns(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/four-cell", size="2")
    room.go(0)  # pupils have read a matrix before
    room.play()
    room.go(1)
    table, section = report_of(room)
    decisions = of_step(table, 1, 1, "decision").filter(pl.col("matrix") != "")
    turns = decisions.unique(["group", "match", "turn"])
    bars = bars_under(section, "What they have in common")
    counts = Counter(x for matrix in turns["matrix"] for x in features_of(matrix))
    for label, bar in bars.items():
        side, _, feature = label.partition(": ")
        note = bar.select(".bar-note")[0].text
        if side == "yours":
            assert note == share_bar("", counts[feature], turns.height).note, label
    figures = of_step(table, 1, 2, "figure")
    assert {*bars} <= {*figures["decision"]}


@LATE
def test_the_numbers_of_the_winners_curse_are_in_the_table(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/lama", target="10")
    room.play()
    room.go(1)
    room.answer(1)
    room.go(3)
    table, section = report_of(room)
    figures = of_step(table, 1, 4, "figure")
    shares = dict(zip(figures["decision"], figures["share"].cast(pl.Float64), strict=True))
    first = {name: shares[f"{name}, first"] for name in ("Ana", "Ben")}
    best = max(first, key=lambda name: first[name])
    words = next(x.text for x in section.select("p") if "One strategy played" in x.text)
    told = [percent_text(x) for x in (first[best], shares[f"{best}, again"], sum(first.values()) / 2)]
    assert [f"{x} %" for x in re.findall(r"(\d+) %", words)] == told
    decisions = of_step(table, 1, 1, "decision").filter(pl.col("by") == "pupil")
    rows = [x.get_text(" ", strip=True) for x in section.select("table.told tr")]
    for label, kind in (("players who quit", "quit"), ("players who drew a card", "draw")):
        held = decisions.filter(pl.col("decision").str.starts_with(kind))["hand_points"].cast(pl.Float64)
        assert f"{label} {mean_text(held.to_list(), has_sign=False)} {held.len()}" in rows
