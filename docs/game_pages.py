"""Write the page of a game from its rules file, its strategies and the conformance suite."""

import importlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import upcard.testing
from upcard.engine.game import make_game
from upcard.engine.registry import strategies_for
from upcard.engine.wording import sizes_text
from upcard.kit.cards import Kind, Option, Sight
from upcard.testing.random_walk import promise_of
from upcard.testing.tree_checks import small_tree

SHAPES = {Kind.NUMBER: "number", Kind.SLOT: "slot", Kind.COUNTS: "counts", Kind.ROW: "row"}
PROMISES = ("position", "view", "word", "scene", "chance", "imagined", "prospect", "compiled", "tree")
SEARCHES = Path(__file__).parent / "results" / "search-strength.json"
LEVELS = Path(__file__).parent / "results" / "bot-levels.json"
VERIFICATION = Path(__file__).parent / "reference" / "verification.md"
BESIDE = re.compile(r"\]\((?=[\w-]+\.md)")
"""Matches the beginning of a link to a page in the same folder."""
SAID = ("Counted", "Compared with", "Not verified")
STRATEGY_PROMISES = ("check_choice", "check_against_itself", "check_compiled")


def game_page(rules: ModuleType) -> str:
    """Return the page of a game, made from its rules file, its strategies and the conformance suite."""
    parts: tuple[tuple[str, Callable[[ModuleType], Iterable[str]]], ...] = (
        ("At a glance", _glance),
        ("Options", _options),
        ("Presets", _presets),
        ("Zones and numbers, and who sees them", _fields),
        ("Actions", _actions),
        ("Measures", _measures),
        ("Strategies", _strategies),
        ("Searching against rules of thumb", _searched),
        ("Levels of opponents", _leveled),
        ("Known values", _facts),
        ("How it is verified", _verified),
    )
    lines = [f"# {rules.GAME.title}", "", *_paragraphs(text_of(rules))]
    for heading, write in parts:
        body = list(write(rules))
        if body:
            lines += [f"## {heading}", "", *body, ""]
    return "\n".join(lines).rstrip() + "\n"


def text_of(module: ModuleType) -> str:
    return (module.__doc__ or "").strip()


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a docstring as Markdown."""
    for block in re.split(r"\n\s*\n", text):
        yield block.replace("``", "`")
        yield ""


def _table(head: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> list[str]:
    """Return a Markdown table, or nothing if it has no rows."""
    cells = [[str(x).replace("|", r"\|").replace("\n", " ") for x in row] for row in rows]
    if not cells:
        return []
    lines = [head, ("---",) * len(head), *cells]
    return ["| " + " | ".join(line) + " |" for line in lines]


def _glance(rules: ModuleType) -> list[str]:
    game = rules.GAME
    usual = f", usually {game.usual}" if len(game.table_sizes) > 1 else ""
    count = sizes_text(game.table_sizes)
    rows = [
        ("name", f"`{game.name}`"),
        ("players", count + usual),
        ("information", "perfect" if game.perfect_information else "imperfect"),
        ("scores", f"{game.payoffs[0]:,} to {game.payoffs[1]:,}" + (", zero-sum" if game.zero_sum else "")),
        ("longest game", f"{game.longest:,} decisions" if game.longest else "no bound"),
        ("version of the rules", game.version),
        ("source", game.source),
        ("rules file", f"`src/{rules.__name__.replace('.', '/')}.py`"),
    ]
    example = ["", "```console", f"$ upcard rules {game.name}", f"$ upcard simulate {game.name}", "```"]
    return [*(f"- {what}: {x}" for what, x in rows), *example]


def _options(rules: ModuleType) -> list[str]:
    rows = [
        (
            f"`{o.name}`",
            ", ".join(f"`{x}`" for x in o.values) or _range(o),
            o.words,
        )
        for o in rules.OPTIONS
    ]
    return _table(("option", "values, the default first", "what it decides"), rows)


def _range(o: Option) -> str:
    """Return the values of an option that is not one of a few words."""
    return f"a text; usually `{o.usual}`" if o.read else f"{o.default} (from {o.low:,} to {o.high:,})"


def _presets(rules: ModuleType) -> list[str]:
    rows = [(f"`{k}`", " ".join(f"`{o}={x}`" for o, x in v.items())) for k, v in rules.PRESETS.items()]
    return _table(("preset", "options"), rows)


def _fields(rules: ModuleType) -> list[str]:
    rows = []
    for f in rules.STATE:
        size = f" of {f.length - 1}" if f.kind is Kind.ROW else f" of {f.length}" if f.length else ""
        counted = f.kind is Kind.ROW and f.sight is Sight.NOBODY and f.counted
        seen = f.sight.value + ("; everybody sees how many" if counted else "")
        shape = SHAPES[f.kind] + size + (", for each player" if f.per_seat else "")
        rows.append((f"`{f.name}`", f.words, shape, seen))
    return _table(("field", "what it is", "shape", "seen by"), rows)


def _actions(rules: ModuleType) -> list[str]:
    match = make_game(rules.GAME.name).match()
    return _table(("number", "words"), [(a, f"`{match.words(a)}`") for a in range(rules.ACTIONS)])


def _measures(rules: ModuleType) -> list[str]:
    rows = [
        (
            f"`{m.name}_{'share' if m.share else 'mean'}`",
            m.words,
            f"share of {m.of or 'games'}" if m.share else "mean",
            "game" if m.per_game else "player",
        )
        for m in getattr(rules, "MEASURES", ())
    ]
    return _table(("in results", "what it is", "reported as", "per"), rows)


def _strategies(rules: ModuleType) -> Iterator[str]:
    found = [m.STRATEGY for _, m in sorted(strategies_for(rules).items()) if m.__name__.startswith("upcard.")]
    yield from _table(
        ("strategy", "what it does", "source"), [(f"`{s.name}`", s.words, s.source) for s in found]
    )
    for s in found:
        if s.parameters:
            rows = [
                (f"`{p.name}`", f"{p.default:g}", f"{p.low:g} to {p.high:g}", p.words) for p in s.parameters
            ]
            yield from ["", f"Parameters of `{s.name}`:", ""]
            yield from _table(("parameter", "default", "range", "what it does"), rows)


def _searched(rules: ModuleType) -> Iterator[str]:
    """Yield the results of the search against the rules of thumb, from the last run of the study."""
    study = json.loads(SEARCHES.read_text())
    duels = [d for d in study["results"]["duels"] if d["game"] == rules.GAME.name]
    if not duels:
        return
    yield from [
        f"Results of `upcard study search-strength --games {study['settings']['most games of a duel']} "
        f"--seed {study['settings']['seed']}`: the difference of the shares of games won, on the same "
        "deals with rotated seats, until it was decided or the games were used up. The intervals are valid "
        "however often you look, and they are wide if a duel was short.",
        "",
    ]
    yield from _table(
        ("preset", "search", "against", "difference", "interval", "games", "verdict"),
        [
            (
                f"`{d['preset']}`" if d["preset"] else "",
                f"`{d['search']}`",
                f"`{d['opponent']}`",
                f"{d['difference']:+.3f}",
                f"{d['difference_low']:+.3f} to {d['difference_high']:+.3f}",
                f"{d['games']:,}",
                d["verdict"],
            )
            for d in duels
        ],
    )


def _leveled(rules: ModuleType) -> Iterator[str]:
    """Yield the measured strength of the levels of opponents, from the last run of the study."""
    study = json.loads(LEVELS.read_text())
    found = [x for x in study["results"]["comparisons"] if x["game"] == rules.GAME.name]
    if not found:
        return
    yield from [
        f"Results of `{study['settings']['repeat with']}`: how much more each level gets than the one below.",
        "",
    ]
    yield from _table(
        ("players", "preset", "level", "against", "difference", "interval", "in", "games"),
        [
            (
                str(x["players"]),
                f"`{x['preset']}`" if x["preset"] else "",
                x["level"],
                x["below"],
                f"{x['difference']:+.3f}",
                f"{x['difference_low']:+.3f} to {x['difference_high']:+.3f}",
                x["unit"],
                f"{x['games']:,}",
            )
            for x in found
        ],
    )


def _facts(rules: ModuleType) -> list[str]:
    rows = [
        (
            f.what,
            f"{f.value:,}",
            f"{f.players} players" + (f", preset `{f.preset}`" if f.preset else ""),
            f.source,
        )
        for f in getattr(rules, "FACTS", ())
    ]
    return _table(("what", "value", "for", "source"), rows)


def _verified(rules: ModuleType) -> Iterator[str]:
    name = rules.GAME.name
    yield from _compared(name)
    yield from ["", f'`upcard.testing.check_game("{name}")` checks these promises:', ""]
    yield from (f"- {sentence}" for sentence in promises(rules))
    yield from ["", "`check_strategy` checks these promises of each of its strategies:", ""]
    yield from (f"- {promise_of(getattr(upcard.testing, check))}" for check in STRATEGY_PROMISES)


def _compared(name: str) -> Iterator[str]:
    """Yield what was counted, compared and not verified, from the page on verification."""
    rows = [line for line in VERIFICATION.read_text(encoding="utf-8").splitlines() if line.startswith("| [")]
    for row in (r for r in rows if f"](../games/{name}.md)" in r):
        _, *said = (cell.strip() for cell in row.strip().strip("|").split("|"))
        cells = (BESIDE.sub("](../reference/", x) for x in said)
        yield from (f"- *{what}*: {x}." for what, x in zip(SAID, cells, strict=True) if x)
    yield from ["", "Tests and second methods: [](../reference/verification.md)."]


def promises(rules: ModuleType) -> list[str]:
    """Return the promises of the conformance suite that apply to a game."""
    is_small = small_tree(make_game(rules.GAME.name)) is not None
    needs = {
        "check_perfect_information": rules.GAME.perfect_information,
        "check_measures": hasattr(rules, "MEASURES"),
        "check_why": hasattr(rules, "why"),
        "check_scene": hasattr(rules, "scene"),
        "check_length": bool(rules.GAME.longest),
        "check_facts": bool(getattr(rules, "FACTS", ())),
        "check_tree": is_small,
        "check_tree_scores": is_small,
    }
    modules = [importlib.import_module(f"upcard.testing.{name}_checks") for name in PROMISES]
    checks = {k: f for m in modules for k, f in vars(m).items() if _is_check(m, k)}
    return [promise_of(f) for k, f in checks.items() if needs.get(k, True)]


def _is_check(module: ModuleType, name: str) -> bool:
    return name.startswith("check_") and getattr(module, name).__module__ == module.__name__
