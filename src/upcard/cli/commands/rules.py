"""``upcard rules``: how to play a game, and all its options."""

import dataclasses
import re
from types import ModuleType
from typing import TYPE_CHECKING, Any

from upcard.cli.terminal.command_options import game_argument, json_option, make_command
from upcard.engine.wording import counted, players_text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

RulesJson = dict[str, Any]

MOST_ACTIONS = 60
SHAPES = {"number": "a number", "slot": "a card", "counts": "cards by kind", "row": "cards"}


@make_command("rules", "upcard rules lama", "upcard rules leduc-poker --json", "upcard rules lama | less")
@game_argument
@json_option
def command(game: str, as_json: bool) -> None:
    """Explain a game: rules, options, zones, strategies."""
    from upcard.cli.terminal.console import show, show_json
    from upcard.engine.registry import find_rules

    facts = description(find_rules(game))
    if as_json:
        show_json(facts)
    else:
        show(*page(facts))


def description(rules: ModuleType) -> RulesJson:
    """Return everything that a rules file and its strategies declare, as plain values."""
    from upcard.engine.registry import strategies_for

    header = dataclasses.asdict(rules.GAME)
    strategies = [m.STRATEGY for _, m in sorted(strategies_for(rules).items())]
    return {
        "name": header.pop("name"),
        "title": header.pop("title"),
        "text": (rules.__doc__ or "").strip(),
        **header,
        "sizes": list(rules.GAME.table_sizes),
        "options": [_option(o) for o in rules.OPTIONS],
        "presets": rules.PRESETS,
        "fields": [_field(f) for f in rules.STATE],
        "actions": _actions(rules),
        "measures": [dataclasses.asdict(m) for m in getattr(rules, "MEASURES", ())],
        "strategies": [dataclasses.asdict(s) for s in strategies],
        "facts": [dataclasses.asdict(f) for f in getattr(rules, "FACTS", ())],
    }


def _option(o: Any) -> RulesJson:
    """Return an option as plain values; its default is a text if the option is one, else a number."""
    facts = {k: getattr(o, k) for k in ("name", "words", "values", "default", "low", "high")}
    return facts if o.read is None else {**facts, "default": o.usual}


def _field(f: Any) -> RulesJson:
    return {**dataclasses.asdict(f), "kind": f.kind.value, "sight": f.sight.value, "is_zone": f.is_zone}


def _actions(rules: ModuleType) -> list[str]:
    """Return the actions in the words of the first player."""
    from upcard.engine.game import make_game

    match = make_game(rules.GAME.name).match()
    return [match.words(a) for a in range(rules.ACTIONS)]


def page(facts: RulesJson) -> "list[RenderableType]":
    """Return the description for a terminal: title, rules, then a part for each kind of declaration."""
    from rich.padding import Padding
    from rich.text import Text

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
    people = f"{players_text(sizes)}{usual}"
    known = "perfect information" if facts["perfect_information"] else "imperfect information"
    worst, best = facts["payoffs"]
    scores = f"{'zero-sum, ' if facts['zero_sum'] else ''}scores {worst:,} to {best:,}"
    end = f" · at most {counted(facts['longest'], 'decision')}" if facts["longest"] else ""
    return f"{facts['name']}: {people} · {known} · {scores}{end}"


def _paragraphs(blocks: list[str]) -> "list[RenderableType]":
    """Return the paragraphs of a docstring, wrapped again unless they are a list or a table."""
    out: list[RenderableType] = []
    for block in blocks:
        lines = block.split("\n")
        laid_out = any(re.match(r"\s|[-*=]", line) for line in lines)
        out += ["", _prose(block if laid_out else " ".join(lines))]
    return out


def _prose(text: str) -> "RenderableType":
    """Return text of a readable width, with the parts in double backticks highlighted."""
    from rich.constrain import Constrain
    from rich.text import Text

    from upcard.cli.terminal.console import TEXT_WIDTH

    pieces = re.split(r"``(.+?)``", text)
    styled = Text.assemble(*((x, "cyan" if i % 2 else "") for i, x in enumerate(pieces)))
    return Constrain(styled, TEXT_WIDTH)


def _options(facts: RulesJson) -> "RenderableType | None":
    from upcard.cli.terminal.console import text_grid

    table = text_grid("--option", "values, the default first", "what it decides", named=True)
    for o in facts["options"]:
        table.add_row(_name(o["name"]), _values(o), o["words"])
    return table if facts["options"] else None


def _values(o: RulesJson) -> str:
    if isinstance(o["default"], str):
        return f"a text; usually {o['default']}"
    return ", ".join(o["values"]) or f"{o['default']} (from {o['low']:,} to {o['high']:,})"


def _presets(facts: RulesJson) -> "RenderableType | None":
    from upcard.cli.terminal.console import text_grid

    table = text_grid("--preset", "options", named=True)
    for name, values in facts["presets"].items():
        table.add_row(_name(name), " ".join(f"{k}={v}" for k, v in values.items()))
    return table if facts["presets"] else None


def _fields(facts: RulesJson, zones: bool) -> "RenderableType | None":
    from upcard.cli.terminal.console import text_grid

    fields = [f for f in facts["fields"] if f["is_zone"] == zones]
    table = text_grid("name", "what it is", "holds", "seen by", named=True)
    for f in fields:
        table.add_row(_name(f["name"]), f["words"], _holds(f), _seen_by(f))
    return table if fields else None


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


def _action_words(facts: RulesJson) -> "RenderableType":
    words = list(dict.fromkeys(facts["actions"]))
    more = f", and {len(words) - MOST_ACTIONS:,} more" if len(words) > MOST_ACTIONS else ""
    return _prose(", ".join(words[:MOST_ACTIONS]) + more)


def _measures(facts: RulesJson) -> "RenderableType | None":
    from upcard.cli.terminal.console import text_grid

    table = text_grid("name", "what it is", "given as", "of each", named=True)
    for m in facts["measures"]:
        kind = f"share of {m['of'] or 'games'}" if m["share"] else "mean"
        table.add_row(_name(m["name"]), m["words"], kind, "game" if m["per_game"] else "player")
    return table if facts["measures"] else None


def _strategies(facts: RulesJson) -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    from upcard.cli.terminal.console import text_grid

    table = text_grid("", "", named=True)
    for s in facts["strategies"]:
        parts: list[RenderableType] = [s["words"], Text(s["source"], style="dim")]
        parts += [_parameters(s)] if s["parameters"] else []
        table.add_row(_name(s["name"]), Group(*parts))
    return table


def _parameters(strategy: RulesJson) -> "RenderableType":
    from rich.text import Text

    from upcard.cli.terminal.console import text_grid

    table = text_grid("parameter", "default", "range", "", named=True)
    table.columns[1].justify = "right"
    for p in strategy["parameters"]:
        bounds = Text(f"{p['low']:,.12g} to {p['high']:,.12g}", style="dim")
        table.add_row(_name(p["name"]), f"{p['default']:,.12g}", bounds, p["words"])
    return table


def _known(facts: RulesJson) -> "RenderableType | None":
    from rich.text import Text

    from upcard.cli.terminal.console import text_grid

    table = text_grid("what", "value", "for", "source")
    table.columns[1].justify = "right"
    for f in facts["facts"]:
        players = counted(f["players"], "player") + (f", preset {f['preset']}" if f["preset"] else "")
        table.add_row(f["what"], f"{f['value']:,}", players, Text(f["source"], style="dim"))
    return table if facts["facts"] else None


def _name(text: str) -> "Text":
    from rich.text import Text

    return Text(text, style="cyan")
