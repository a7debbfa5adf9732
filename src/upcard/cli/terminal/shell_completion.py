"""Tab completion of games, presets, options, strategies and studies.

If anything fails here, the shell gets no completions, but never an error.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from types import ModuleType

import click
from click.shell_completion import CompletionItem

CompletionWords = Iterable[tuple[str, str]]
Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]


def _quiet(find: Callable[[click.Context], CompletionWords]) -> Complete:
    """Return a completer that keeps the matching names of a function, and never raises an error."""

    @wraps(find)
    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        try:
            return [CompletionItem(n, help=w) for n, w in find(ctx) if n.startswith(incomplete)]
        except Exception:  # noqa: BLE001 - a broken rules file must not disturb typing
            return []

    return complete


def _rules(ctx: click.Context) -> ModuleType:
    from upcard.engine.registry import find_rules

    return find_rules(ctx.params["game"])


@_quiet
def games(ctx: click.Context) -> CompletionWords:
    """Names of games."""
    from upcard.engine.registry import game_modules

    return [(name, rules.GAME.title) for name, rules in sorted(game_modules().items())]


@_quiet
def presets(ctx: click.Context) -> CompletionWords:
    """Presets of the game on the command line."""
    return [(name, " ".join(f"{k}={v}" for k, v in p.items())) for name, p in _rules(ctx).PRESETS.items()]


@_quiet
def options(ctx: click.Context) -> CompletionWords:
    """Options of the game on the command line, with each possible value."""
    from upcard.engine.option_values import default_text

    return [(f"{o.name}={v}", o.words) for o in _rules(ctx).OPTIONS for v in o.values or (default_text(o),)]


@_quiet
def strategies(ctx: click.Context) -> CompletionWords:
    """Strategies that play the game on the command line."""
    from upcard.engine.registry import strategies_for

    return [(name, module.STRATEGY.words) for name, module in sorted(strategies_for(_rules(ctx)).items())]


@_quiet
def studies(ctx: click.Context) -> CompletionWords:
    """Names of studies."""
    from upcard.study.study_registry import study_modules

    return [(name, module.STUDY.title) for name, module in sorted(study_modules().items())]


@_quiet
def shells(ctx: click.Context) -> CompletionWords:
    """Shells with a completion script."""
    from upcard.cli.terminal.shell_scripts import SHELLS

    return [(name, "") for name in SHELLS]
