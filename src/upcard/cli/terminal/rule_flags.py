"""Options of the rules as flags: ``--variant choice`` for ``--option variant=choice``.

A flag that the command does not know may be an option of the game. The command's own flags come first.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import click

from upcard.engine.errors import BrokenRules, UpcardError

FLAG, END_OF_FLAGS = "--", "--"


def expand_flags(command: click.Command, ctx: click.Context, args: Sequence[str]) -> list[str]:
    """Return the arguments of a command, with ``--option KEY=VALUE`` for flags that are options of the rules.

    Only commands with ``GAME`` and ``--option`` have such flags.
    """
    known = {flag for param in command.get_params(ctx) for flag in (*param.opts, *param.secondary_opts)}
    if not {"game", "--option"} <= known or not any(_is_unknown(x, known) for x in args):
        return list(args)
    return list(_spelled(list(args), known, _declared(args)))


@contextmanager
def suggest_options(command: click.Command, args: Sequence[str]) -> Iterator[None]:
    """Suggest options of the game inside this context, where a flag is unknown."""
    try:
        yield
    except click.NoSuchOption as fault:
        if not {"game", "options"} <= {x.name for x in command.params}:
            raise
        similar: list[str] = []
        with suppress(UpcardError):
            similar = [FLAG + x.replace("_", "-") for x in sorted(_declared(args))]
        raise click.NoSuchOption(fault.option_name, possibilities=similar, ctx=fault.ctx) from None


def _is_unknown(text: str, known: set[str]) -> bool:
    return text.startswith(FLAG) and text.partition("=")[0] not in known


def _declared(args: Sequence[str]) -> set[str]:
    """Return the option names of the first game among the arguments, which may be part of an address.

    Raises ``BrokenRules`` if the file of that game cannot be used, so that its options are unknown.
    """
    from upcard.engine.registry import find_rules

    for text in args:
        if not text.startswith("-"):
            try:
                return {o.name for o in find_rules(text.partition("?")[0]).OPTIONS}
            except BrokenRules:
                raise
            except UpcardError:
                continue
    return set()


def _spelled(args: list[str], known: set[str], declared: set[str]) -> Iterator[str]:
    while args:
        text = args.pop(0)
        flag, equals, value = text.partition("=")
        name = flag.removeprefix(FLAG).replace("-", "_")
        if text == END_OF_FLAGS:
            yield text
            yield from args
            return
        if not flag.startswith(FLAG) or flag in known or name not in declared or not (equals or args):
            yield text
        else:
            yield "--option"
            yield f"{name}={value if equals else args.pop(0)}"
