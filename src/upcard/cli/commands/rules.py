"""``upcard rules``: how to play a game, and all its options."""

import dataclasses
from types import ModuleType
from typing import Any

from upcard.cli.terminal.command_options import game_argument, json_option, make_command


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
        return
    from upcard.cli.terminal.rules_page import page

    show(*page(facts))


def description(rules: ModuleType) -> dict[str, Any]:
    """Return everything that a rules file and its strategies declare, as plain values."""
    from upcard.engine.registry import strategies_for
    from upcard.engine.wording import json_payoff

    header = dataclasses.asdict(rules.GAME)
    strategies = [m.STRATEGY for _, m in sorted(strategies_for(rules).items())]
    return {
        "name": header.pop("name"),
        "title": header.pop("title"),
        "text": (rules.__doc__ or "").strip(),
        **header,
        "payoffs": [json_payoff(rules.GAME.payoff(x)) for x in rules.GAME.payoffs],
        "sizes": list(rules.GAME.table_sizes),
        "options": [_option(o) for o in rules.OPTIONS],
        "presets": rules.PRESETS,
        "fields": [_field(f) for f in rules.STATE],
        "actions": _actions(rules),
        "measures": [dataclasses.asdict(m) for m in getattr(rules, "MEASURES", ())],
        "strategies": [_strategy(s) for s in strategies],
        "facts": [dataclasses.asdict(f) for f in getattr(rules, "FACTS", ())],
    }


def _strategy(declared: Any) -> dict[str, Any]:
    """Return a strategy as plain values; ``best_for`` only if it is the best one for some tables."""
    facts = dataclasses.asdict(declared)
    best_for = facts.pop("best_for")
    return facts | ({"best_for": {str(n): text for n, text in best_for.items()}} if best_for else {})


def _option(o: Any) -> dict[str, Any]:
    """Return an option as plain values; its default is a text if the option is one, else a number."""
    facts = {k: getattr(o, k) for k in ("name", "words", "values", "default", "low", "high")}
    return facts if o.read is None else {**facts, "default": o.usual}


def _field(f: Any) -> dict[str, Any]:
    return {**dataclasses.asdict(f), "kind": f.kind.value, "sight": f.sight.value, "is_zone": f.is_zone}


def _actions(rules: ModuleType) -> list[str]:
    """Return the text of every action, as the first player sees it."""
    from upcard.engine.game import make_game

    match = make_game(rules.GAME.name).match()
    return [match.words(a) for a in range(rules.ACTIONS)]
