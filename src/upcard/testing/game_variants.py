"""Variants of a game to check: numbers of players, presets and options."""

from upcard.engine.game import Game, make_game
from upcard.engine.option_values import option_value, options_refusal
from upcard.engine.registry import find_rules
from upcard.kit.cards import Option


def plain_variants(name: str) -> list[Game]:
    """Return a game with its fewest, usual and most players, every preset, and every word of every option."""
    rules = find_rules(name)
    low, high = rules.GAME.players
    sizes = sorted({low, rules.GAME.usual, high})
    by_preset = [make_game(name, n, preset) for preset in (None, *rules.PRESETS) for n in sizes]
    return different([*by_preset, *(g for o in rules.OPTIONS for x in o.values for g in _with(name, o, x))])


def extreme_variants(name: str) -> list[Game]:
    """Return a game with each of its whole-number options at its bounds, where matches may be very long."""
    options = [o for o in find_rules(name).OPTIONS if not o.values and o.read is None]
    return different([g for o in options for x in (o.low, o.high) for g in _with(name, o, x)])


def _with(name: str, option: Option, x: str | int) -> list[Game]:
    """Return the game with one option changed; none if the rules refuse it with the others."""
    rules = find_rules(name)
    settings = {o.name: option_value(o, x if o is option else None) for o in rules.OPTIONS}
    is_refused = options_refusal(rules, settings, rules.GAME.usual) != ""
    return [] if is_refused else [make_game(name, None, None, **{option.name: x})]


def fact_variants(name: str) -> list[Game]:
    """Return a game with every number of players and preset for which its rules file states facts."""
    facts = getattr(find_rules(name), "FACTS", ())
    return different([make_game(name, f.players, f.preset or None) for f in facts])


def different(games: list[Game]) -> list[Game]:
    """Return each variant once."""
    return list({repr(g): g for g in games}.values())
