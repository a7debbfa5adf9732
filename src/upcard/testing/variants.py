"""Which variants of a game are played: numbers of players, presets and options."""

from upcard.engine.catalog import find_rules
from upcard.engine.game import Game, make_game


def plain_variants(name: str) -> list[Game]:
    """A game with its fewest, usual and most players under every preset, and every word of every option."""
    rules = find_rules(name)
    low, high = rules.GAME.players
    sizes = sorted({low, rules.GAME.usual, high})
    found = [make_game(name, n, preset) for preset in (None, *rules.PRESETS) for n in sizes]
    found += [make_game(name, None, None, **{o.name: x}) for o in rules.OPTIONS for x in o.values]
    return _different(found)


def extreme_variants(name: str) -> list[Game]:
    """A game with each of its whole-number options at its bounds, where matches may be very long."""
    options = [o for o in find_rules(name).OPTIONS if not o.values]
    return _different([make_game(name, None, None, **{o.name: x}) for o in options for x in (o.low, o.high)])


def fact_variants(name: str) -> list[Game]:
    """Every number of players and preset about which a rules file names facts."""
    facts = getattr(find_rules(name), "FACTS", ())
    return _different([make_game(name, f.players, f.preset or None) for f in facts])


def _different(games: list[Game]) -> list[Game]:
    """Each variant once."""
    return list({repr(g): g for g in games}.values())
