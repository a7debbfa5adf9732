"""What ``upcard probe`` says of a position that is given by its address on the analysis board."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from upcard.cli.faults import as_typed

if TYPE_CHECKING:
    from rich.table import Table

    from upcard.engine.game import Match

BOARD = "/analysis/"


def is_address(text: str) -> bool:
    """Whether a position is given by its address, such as ``stoppers?players=4&seed=3``."""
    return "?" in text or BOARD in text


def read_address(text: str) -> tuple["Match", str]:
    """The match that an address of the analysis board stands for, and how the others are assumed to play.

    Raises
    ------
    UpcardError
        If it stands for none.
    """
    from upcard.web.addresses import match_of

    found = urlsplit(text)
    query = dict(parse_qsl(found.query, keep_blank_values=True))
    name = found.path.rpartition(BOARD)[2].strip("/")
    return match_of(name, query), query.get("assumed", "")


def probe_address(text: str) -> tuple["Match", dict[str, Any]]:
    """A position by its address, with what every action is worth, and what else is known of it."""
    from upcard.cli.terminal import ProgressLine
    from upcard.report.insight import document as insight
    from upcard.report.insight import insight_of
    from upcard.report.position import document
    from upcard.review.find import appraiser_of

    with as_typed():
        match, assumed = read_address(text)
    with ProgressLine(f"looking at {match.game.name}", "; nothing is kept") as line:

        def on_compile() -> None:
            """Said where nothing of this game was judged before."""
            line.compiling(match.game.name)

        found = document(match, appraiser_of(match.game, on_compile))
    return match, {**found, "insight": insight(insight_of(match, assumed))}


def show_position(match: "Match", found: Mapping[str, Any]) -> None:
    """Print what is known of a position."""
    from rich.text import Text

    from upcard.cli.terminal import show
    from upcard.engine.words import stopped

    who = "The game is over." if match.is_over else f"Player {match.player + 1} is to act."
    show(Text(match.game.heading(), style="bold"), Text(f"{who} Judged by {found['judged_by']}."))
    if found["choices"]:
        show(*map(Text, filter(None, (found["verdict"], found["how_sure"]))), Text(), _choices(found))
    if found["line"]:
        show(Text(), Text(stopped(f"Best line: {found['line_told']}")))
    if found["by_card"]:
        show(Text(), Text("By the hidden card: how often, and at what price"), _by_card(found["by_card"]))
    if found["insight"]:
        show(Text(), Text(found["insight"]["title"], style="bold"), *map(Text, found["insight"]["says"]))
        for x in found["insight"]["drawings"]:
            if x["kind"] == "matrix":
                show(Text(), Text(x["title"]), _table(["", *x["columns"]], _matrix(x)))
        for x in found["insight"]["tables"]:
            show(Text(), Text(x["caption"]), _table(x["head"], x["rows"]))


def _matrix(x: Mapping[str, Any]) -> list[list[str]]:
    """The rows of a matrix; equilibria stand in brackets."""
    marked = [tuple(c) for c in x["marked"]]
    return [
        [name, *(f"[{text}]" if (i, j) in marked else text for j, text in enumerate(x["cells"][i]))]
        for i, name in enumerate(x["rows"])
    ]


def _choices(found: Mapping[str, Any]) -> "Table":
    rows = [
        [
            x["words"],
            f"{x['worth']:.3f}" + (f" ± {x['margin']:.3f}" if x["margin"] else ""),
            f"{x['price']:.3f}" if x["price"] else "–",
            "" if x["played"] is None else f"{100 * x['played']:.0f} %",
            x["note"],
        ]
        for x in found["choices"]
    ]
    head = ["action", found["unit"], "price", "played", ""]
    used = [i for i in range(len(head)) if i < 3 or any(row[i] for row in rows)]
    return _table([head[i] for i in used], [[row[i] for i in used] for row in rows])


def _by_card(found: Mapping[str, Any]) -> "Table":
    rows = [
        [
            row["card"],
            *(f"{100 * p:.0f} %  {x:.4f}" for p, x in zip(row["played"], row["price"], strict=True)),
        ]
        for row in found["rows"]
    ]
    return _table(["card", *found["actions"]], rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> "Table":
    from rich.text import Text

    from upcard.cli.terminal import grid

    table = grid(*head)
    for row in rows:
        table.add_row(*map(Text, row))
    return table
