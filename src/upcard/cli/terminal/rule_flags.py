"""Options of the rules as flags: ``--variant choice`` for ``--option variant=choice``.

A flag that a command does not know is looked for among the options of the game that is named. The command's
own flags come first.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import click

from upcard.engine.errors import BrokenRules, UpcardError

FLAG, END_OF_FLAGS = "--", "--"


def expand_flags(command: click.Command, ctx: click.Context, args: Sequence[str]) -> list[str]:
    """The arguments of a command, with every option of the rules that is given as a flag spelled out.

    Parameters
    ----------
    command : click.Command
        One that takes ``GAME`` and ``--option``; for others nothing changes.
    ctx : click.Context
        Its context.
    args : sequence of str
        What was typed after its name.
    """
    own = {flag for param in command.get_params(ctx) for flag in (*param.opts, *param.secondary_opts)}
    if not {"game", "--option"} <= own or not any(_is_strange(x, own) for x in args):
        return list(args)
    return list(_spelled(list(args), own, _declared(args)))


@contextmanager
def suggest_options(command: click.Command, args: Sequence[str]) -> Iterator[None]:
    """In it an option that nobody knows is told with the options of the game, one of which may be meant.

    Parameters
    ----------
    command : click.Command
        One that takes ``GAME`` and ``--option``; for others nothing changes.
    args : sequence of str
        What was typed after its name.
    """
    try:
        yield
    except click.NoSuchOption as fault:
        if not {"game", "options"} <= {x.name for x in command.params}:
            raise
        meant: list[str] = []
        with suppress(UpcardError):
            meant = [FLAG + x.replace("_", "-") for x in sorted(_declared(args))]
        raise click.NoSuchOption(fault.option_name, possibilities=meant, ctx=fault.ctx) from None


def _is_strange(text: str, own: set[str]) -> bool:
    return text.startswith(FLAG) and text.partition("=")[0] not in own


def _declared(args: Sequence[str]) -> set[str]:
    """The names of the options of the first game among the arguments, which may stand in an address.

    Raises
    ------
    BrokenRules
        If the file of that game cannot be used: then nobody knows its options.
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


def _spelled(args: list[str], own: set[str], declared: set[str]) -> Iterator[str]:
    while args:
        text = args.pop(0)
        flag, equals, value = text.partition("=")
        name = flag.removeprefix(FLAG).replace("-", "_")
        if text == END_OF_FLAGS:
            yield text
            yield from args
            return
        if not flag.startswith(FLAG) or flag in own or name not in declared or not (equals or args):
            yield text
        else:
            yield "--option"
            yield f"{name}={value if equals else args.pop(0)}"
