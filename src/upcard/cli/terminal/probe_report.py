"""The report of ``upcard probe`` on a position, named by its address on the analysis board."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from upcard.cli.terminal.board_address import read_address
from upcard.cli.terminal.console import ProgressLine, show, text_grid
from upcard.cli.terminal.error_messages import read_arguments
from upcard.engine.game import Match
from upcard.engine.wording import end_sentence
from upcard.kit.cards import PRIVATE
from upcard.play.scene import make_scene
from upcard.report.number_text import spoken
from upcard.report.position_insight import document as insight_document
from upcard.report.position_insight import insight_of
from upcard.report.position_report import document
from upcard.review.evaluator_registry import evaluator_for


def probe_address(text: str) -> tuple[Match, dict[str, Any]]:
    """Return the position of an address, with the value of every action and further insights."""
    with read_arguments():
        match, assumed = read_address(text)
    with ProgressLine(f"analysing {match.game.name}", "; nothing is saved") as line:

        def on_compile() -> None:
            line.compiling(match.game.name)

        analysis = document(match, evaluator_for(match.game, on_compile))
    return match, {**analysis, "insight": insight_document(insight_of(match, assumed))}


def show_position(match: Match, analysis: Mapping[str, Any]) -> None:
    """Print the analysis of a position."""
    who = "The game is over." if match.is_over else f"It is player {match.player + 1}'s turn."
    seen = "" if match.is_over else seen_text(match)
    show(Text(match.game.heading(), style="bold"), *filter(None, [Text(seen)]))
    show(Text(f"{who} Judged by {analysis['judged_by']}."))
    if analysis["choices"]:
        sentences = filter(None, (analysis["verdict"], analysis["how_sure"]))
        show(*map(Text, sentences), Text(), _choices(analysis))
    if analysis["line"]:
        show(Text(), Text(end_sentence(f"Best line: {analysis['line_told']}")))
    if analysis["by_card"]:
        show(Text(), Text("By hidden card: frequency and cost of each action"), _by_card(analysis["by_card"]))
    insight = analysis["insight"]
    if insight:
        show(Text(), Text(insight["title"], style="bold"), *map(Text, insight["says"]))
        for x in insight["drawings"]:
            if x["kind"] == "matrix":
                show(Text(), Text(x["title"]), _table(["", *x["columns"]], _matrix(x)))
        for x in insight["tables"]:
            show(Text(), Text(x["caption"]), _table(x["head"], x["rows"]))


def seen_text(match: Match) -> str:
    """Return the cards that the player to move sees, and their private numbers; empty if there are none."""
    me = match.player
    scene = make_scene(match.game, match.game.view(match.state, me), me, is_touched=False)
    cards = [
        (x.seat, x.name, " ".join(face.name if face else "–" for face in x.faces))
        for x in scene.zones
        if any(x.faces)
    ]
    private = [(x.seat, x.name, x.text) for x in scene.quantities if x.sight in PRIVATE and not x.is_quiet]
    parts = sorted(cards + private, key=lambda part: part[0] != me)
    seen = [f"{_whose(seat, me)}{spoken(name)} {text}" for seat, name, text in parts]
    return f"Player {me + 1} sees: {'; '.join(seen)}." if seen else ""


def _whose(seat: int | None, me: int) -> str:
    return "" if seat is None or seat == me else f"player {seat + 1}'s "


def _matrix(x: Mapping[str, Any]) -> list[list[str]]:
    """Return the rows of a matrix, with equilibria in brackets."""
    marked = [tuple(c) for c in x["marked"]]
    return [
        [name, *(f"[{text}]" if (i, j) in marked else text for j, text in enumerate(x["cells"][i]))]
        for i, name in enumerate(x["rows"])
    ]


def _choices(analysis: Mapping[str, Any]) -> Table:
    rows = [
        [
            x["words"],
            f"{x['worth']:z.3f}" + (f" ± {x['margin']:.3f}" if x["margin"] else ""),
            f"{x['price']:.3f}" if x["price"] else "–",
            "" if x["played"] is None else f"{100 * x['played']:.0f} %",
            x["note"],
        ]
        for x in analysis["choices"]
    ]
    head = ["action", analysis["unit"], "price", "played", ""]
    used = [i for i in range(len(head)) if i < 3 or any(row[i] for row in rows)]
    return _table([head[i] for i in used], [[row[i] for i in used] for row in rows])


def _by_card(analysis: Mapping[str, Any]) -> Table:
    rows = [
        [
            row["card"],
            *(f"{100 * p:.0f} %  {x:.4f}" for p, x in zip(row["played"], row["price"], strict=True)),
        ]
        for row in analysis["rows"]
    ]
    return _table(["card", *analysis["actions"]], rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    return text_grid(*head, rows=[list(map(Text, row)) for row in rows])
