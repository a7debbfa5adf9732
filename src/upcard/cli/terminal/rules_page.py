"""The page of ``upcard rules``: everything about a game, for a terminal."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from upcard.cli.terminal.console import TEXT_WIDTH, text_grid
from upcard.engine.wording import counted, payoff_text
from upcard.language.phrases import players_in_words

RulesJson = dict[str, Any]

MOST_ACTIONS = 60
SHAPES = {"number": "a number", "slot": "a card", "counts": "cards by kind", "row": "cards"}


def page(facts: RulesJson) -> list[RenderableType]:
    """Return the description for a terminal: title, rules, then a part for each kind of declaration."""
    head, *text = re.split(r"\n\s*\n", facts["text"])
    rest = head.removeprefix(facts["title"]) if head.startswith(facts["title"]) else f"\n{head}"
    title = Text.assemble((facts["title"], "bold"), " ".join(rest.split("\n")))
    out: list[RenderableType] = [title, Text(_kind(facts), style="dim"), *_paragraphs(text)]
    parts = (
        ("Options", _options(facts)),
        ("Presets", _presets(facts)),
        ("Zones of cards, and who sees them", _fields(facts, zones=True)),
        ("Numbers, and who sees them", _fields(facts, zones=False)),
        ("Actions", _action_words(facts)),
        ("Measures in simulations", _measures(facts)),
        ("Strategies", _strategies(facts)),
        ("Known values, used as tests", _known(facts)),
        ("Source", _prose(facts["source"])),
    )
    for heading, content in parts:
        if content is not None:
            out += ["", Text(heading, style="bold"), Padding(content, (0, 0, 0, 2), expand=False)]
    return out


def _kind(facts: RulesJson) -> str:
    sizes = facts["sizes"]
    usual = f", usually {facts['usual']}" if len(sizes) > 1 else ""
    people = f"{players_in_words(sizes)}{usual}"
    known = "perfect information" if facts["perfect_information"] else "imperfect information"
    unit = Fraction(facts["payoff_unit"])
    worst, best = (payoff_text(round(x / unit) * unit) for x in facts["payoffs"])
    scores = f"{'zero-sum, ' if facts['zero_sum'] else ''}scores {worst} to {best}"
    end = f" · at most {counted(facts['longest'], 'decision')}" if facts["longest"] else ""
    return f"{facts['name']}: {people} · {known} · {scores}{end}"


def _paragraphs(blocks: list[str]) -> list[RenderableType]:
    """Return the paragraphs of a docstring, wrapped again unless they are a list or a table."""
    out: list[RenderableType] = []
    for block in blocks:
        lines = block.split("\n")
        laid_out = any(re.match(r"\s|[-*=]", line) for line in lines)
        out += ["", _prose(block if laid_out else " ".join(lines))]
    return out


def _prose(text: str) -> RenderableType:
    """Return text of a readable width, with the parts in double backticks highlighted."""
    pieces = re.split(r"``(.+?)``", text)
    styled = Text.assemble(*((x, "cyan" if i % 2 else "") for i, x in enumerate(pieces)))
    return Constrain(styled, TEXT_WIDTH)


def _options(facts: RulesJson) -> Table | None:
    rows = [(_name(o["name"]), _values(o), o["words"]) for o in facts["options"]]
    return _listed(("--option", "values, the default first", "what it decides"), rows)


def _values(o: RulesJson) -> str:
    if isinstance(o["default"], str):
        return f"a text; usually {o['default']}"
    return ", ".join(o["values"]) or f"{o['default']} (from {o['low']:,} to {o['high']:,})"


def _presets(facts: RulesJson) -> Table | None:
    presets = facts["presets"].items()
    rows = [(_name(name), " ".join(f"{k}={v}" for k, v in values.items())) for name, values in presets]
    return _listed(("--preset", "options"), rows)


def _fields(facts: RulesJson, zones: bool) -> Table | None:
    fields = [f for f in facts["fields"] if f["is_zone"] == zones]
    rows = [(_name(f["name"]), f["words"], _holds(f), _seen_by(f)) for f in fields]
    return _listed(("name", "what it is", "holds", "seen by"), rows)


def _holds(f: RulesJson) -> str:
    shape = SHAPES[f["kind"]]
    if f["kind"] == "number" and f["length"]:
        shape = counted(f["length"], "number")
    if f["kind"] == "slot" and f["length"]:
        shape = f"{counted(f['length'], 'card')}, each in its place"
    if f["kind"] == "row":
        shape = f"up to {counted(f['length'] - 1, 'card')}"
    return shape + (" for each player" if f["per_seat"] else "")


def _seen_by(f: RulesJson) -> str:
    is_counted = f["kind"] == "row" and f["counted"] and f["sight"] == "nobody"
    return str(f["sight"]) + ("; everybody sees how many" if is_counted else "")


def _action_words(facts: RulesJson) -> RenderableType:
    words = list(dict.fromkeys(facts["actions"]))
    more = f", and {len(words) - MOST_ACTIONS:,} more" if len(words) > MOST_ACTIONS else ""
    return _prose(", ".join(words[:MOST_ACTIONS]) + more)


def _measures(facts: RulesJson) -> Table | None:
    rows = [
        (
            _name(m["name"]),
            m["words"],
            f"share of {m['of'] or 'games'}" if m["share"] else "mean",
            "game" if m["per_game"] else "player",
        )
        for m in facts["measures"]
    ]
    return _listed(("name", "what it is", "given as", "of each"), rows)


def _strategies(facts: RulesJson) -> Table:
    table = text_grid("", "", named=True)
    for s in facts["strategies"]:
        parts: list[RenderableType] = [s["words"], Text(s["source"], style="dim")]
        parts += [_parameters(s)] if s["parameters"] else []
        table.add_row(_name(s["name"]), Group(*parts))
    return table


def _parameters(strategy: RulesJson) -> Table:
    rows = []
    for p in strategy["parameters"]:
        bounds = Text(f"{p['low']:,.12g} to {p['high']:,.12g}", style="dim")
        rows.append((_name(p["name"]), f"{p['default']:,.12g}", bounds, p["words"]))
    return text_grid("parameter", "default", "range", "", rows=rows, named=True, right=(1,))


def _known(facts: RulesJson) -> Table | None:
    rows = []
    for f in facts["facts"]:
        players = counted(f["players"], "player") + (f", preset {f['preset']}" if f["preset"] else "")
        rows.append((f["what"], f"{f['value']:,}", players, Text(f["source"], style="dim")))
    return text_grid("what", "value", "for", "source", rows=rows, right=(1,)) if rows else None


def _listed(heads: Sequence[str], rows: Sequence[Sequence[str | Text]]) -> Table | None:
    """Return a table whose first column holds names to type; None without rows."""
    return text_grid(*heads, rows=rows, named=True) if rows else None


def _name(text: str) -> Text:
    return Text(text, style="cyan")
