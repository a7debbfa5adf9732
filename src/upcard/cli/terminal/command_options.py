"""What commands share: how one is defined, and the arguments and options that mean the same everywhere."""

import math
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from upcard.cli.terminal import shell_completion as complete
from upcard.cli.terminal.rule_flags import expand_flags, suggest_options
from upcard.engine.errors import Usage, suggestion
from upcard.engine.read_number import read_number
from upcard.engine.wording import times_text

if TYPE_CHECKING:
    from upcard.engine.game_spec import GameSpec

F = TypeVar("F", bound=Callable[..., Any])

HELP_WIDTH = 100


class ExampleCommand(click.Command):
    """A command whose help ends with examples.

    Parameters
    ----------
    examples : sequence of str
        Whole command lines.
    *args, **kwargs
        As for ``click.Command``.
    """

    def __init__(self, *args: Any, examples: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does, but of several files to write it does not silently forget all but the last.

        Options of the rules may be flags. A shell that completes a value leaves the rest readable.
        """
        args = expand_flags(self, ctx, args)
        if ctx.resilient_parsing and args and args[-1].startswith("-"):
            args = args[:-1]  # without its value click would give up, and not know the game
        with suggest_options(self, args):
            given = [] if ctx.resilient_parsing else self.make_parser(ctx).parse_args(args.copy())[2]
            for param in given:
                if given.count(param) > 1 and isinstance(param.type, FileName):
                    raise Usage(f"{param.opts[0]} was given {times_text(given.count(param))}; give it once")
            return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples."""
        write_examples(formatter, self.examples)


def write_examples(formatter: click.HelpFormatter, examples: Sequence[str]) -> None:
    """Write a section of examples into a help text."""
    with formatter.section("Examples"):
        for line in examples:
            formatter.write(f"  {line}\n")


def make_command(name: str, *examples: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function a command.

    Parameters
    ----------
    name : str
        As typed; the same as its file, with hyphens for underscores.
    *examples : str
        Two to four whole command lines for the end of its help.
    """
    return click.command(name, cls=ExampleCommand, examples=examples)


class WholeNumber(click.ParamType[int, Any]):
    """A whole number in a range, also written as 1_000_000, 1e6, 10k or 2M.

    Parameters
    ----------
    low, high : int
        Its bounds, both included.
    top : str
        How the upper one is written in messages, where its digits read badly.
    """

    name = "number"

    def __init__(self, low: int, high: int, top: str = "") -> None:
        self.low, self.high, self.top = low, high, top or f"{high:,}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; a ``Usage`` fault if it is none or out of range."""
        x = value if isinstance(value, int) else read_number(str(value))
        if x is None or not self.low <= x <= self.high:
            name = param.opts[0] if param is not None else "the number"
            raise Usage(f"{name} was given {value!r}; expected a whole number from {self.low} to {self.top}")
        return x


class RealNumber(click.ParamType[float, Any]):
    """A number in a range.

    Parameters
    ----------
    low, high : float
        Its bounds, both included; an infinite number is in no range.
    """

    name = "number"

    def __init__(self, low: float, high: float = math.inf) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; a ``Usage`` fault if it is none or out of range."""
        try:
            x = float(value)
        except ValueError:
            x = math.nan
        if not (math.isfinite(x) and self.low <= x <= self.high):
            name = param.opts[0] if param is not None else "the number"
            top = f" to {self.high:g}" if math.isfinite(self.high) else ""
            raise Usage(f"{name} was given {value!r}; expected a number from {self.low:g}{top}")
        return x


class WordChoice(click.Choice[str]):
    """One of a few words, with our own sentence for another.

    Parameters
    ----------
    words : sequence of str
        The words.
    """

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(words)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word, in capitals too; a ``Usage`` fault with a suggestion if it is none of them."""
        value = str(value).lower() if str(value).lower() in self.choices else value
        if value not in self.choices:
            option = param.opts[0] if param is not None else "the word"
            hint = suggestion(str(value), {x: x for x in self.choices})
            raise Usage(f"{option} was given {value!r}; {hint}expected {' or '.join(self.choices)}")
        return str(value)


class FileName(click.ParamType[Path, Any]):
    """The name of a file or folder, which may not exist yet."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path; a ``Usage`` fault for an empty name, which would be the folder we are in."""
        if not str(value).strip():
            option = param.opts[0] if param is not None else "the file"
            raise Usage(f"{option} was given {value!r}; expected a name")
        return Path(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Left to the shell, which knows the files."""
        return [CompletionItem(incomplete, type="file")]


class StrategyText(click.ParamType[str, Any]):
    """A strategy as it is typed; its form is checked here, its names and numbers by the game."""

    name = "strategy"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text as it was given; a ``Usage`` fault for another form than the three there are."""
        from upcard.engine.players import is_solved, solution_path
        from upcard.engine.registry import refuse_file_name
        from upcard.engine.user_folders import home_folder

        text = str(value)
        option = param.opts[0] if param is not None else "--strategy"
        name, colon, rest = text.partition(":")
        if is_solved(text):
            solution_path(text)
            return text
        if not name.strip():
            raise Usage(f"{option} was given {text!r}; expected NAME or NAME:key=value")
        refuse_file_name(name.strip(), str(home_folder() / "strategies"))
        if colon and not rest.strip():
            raise Usage(f"{option} was given {text!r}; write {name}, or {name}:key=value")
        _check_parameters(name, rest.split(",") if colon else [])
        return text


def _check_parameters(name: str, parts: Sequence[str]) -> None:
    """Refuse what is no ``key=value``, and a key that stands twice."""
    seen: dict[str, str] = {}
    for part in parts:
        key, _, value = (x.strip() for x in part.partition("="))
        if not key or not value:
            raise Usage(f"{part!r} is no parameter of a strategy; write {name}:key=value,key=value")
        if key in seen:
            raise Usage(f"{key} of {name} was given twice, as {seen[key]!r} and {value!r}; give it once")
        seen[key] = value


GAMES = WholeNumber(1, 10**15, "1e15, such as 10,000, 10k or 1e6")
SEED = WholeNumber(0, 2**63 - 1, "2^63 - 1")


def combine_decorators(*parts: Callable[[F], F]) -> Callable[[F], F]:
    """Several decorators as one, in the order in which the help shows them."""

    def apply(f: F) -> F:
        for part in reversed(parts):
            f = part(f)
        return f

    return apply


def with_game_spec(command: Callable[..., Any]) -> Callable[..., Any]:
    """Pass a command its game as one :class:`upcard.engine.game_spec.GameSpec`; nothing is looked up yet."""

    @wraps(command)
    def gathered(*args: Any, **given: Any) -> Any:
        spec = game_spec(*(given.pop(name) for name in ("game", "players", "preset", "options")))
        return command(*args, game=spec, **given)

    return gathered


def game_spec(name: str, players: int | None, preset: str | None, options: Sequence[str]) -> "GameSpec":
    """Return the game that a command line names.

    Raises
    ------
    Usage
        If an option has no value, or stands twice.
    """
    from upcard.engine.game_spec import GameSpec

    return GameSpec(name, players, preset, split_options(options))


def split_options(texts: Sequence[str]) -> dict[str, str]:
    """Return options of the form ``KEY=VALUE`` by name.

    Raises
    ------
    Usage
        If one has no value, or stands twice.
    """
    out: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise Usage(f"--option was given {text!r}; expected KEY=VALUE")
        if key in out:
            raise Usage(f"--option {key} was given twice, as {out[key]!r} and {value!r}; give it once")
        out[key] = value
    return out


game_argument = click.argument("game", metavar="GAME", shell_complete=complete.games)
"""The game, passed as ``game``."""

rules_options = combine_decorators(
    click.option("--preset", metavar="NAME", shell_complete=complete.presets, help="A named set of options."),
    click.option(
        "--option", "options", metavar="KEY=VALUE", multiple=True, shell_complete=complete.options,
        help="One option of the rules, also as --KEY VALUE; repeat for others.",
    ),
)  # fmt: skip
"""Which rules, passed as ``preset, options``."""

game_options = combine_decorators(
    click.option(
        "--players", type=WholeNumber(1, 1000), metavar="N",
        help="Number of players.  [default: as many as strategies, or the usual number]",
    ),
    rules_options,
    with_game_spec,
)  # fmt: skip
"""The game of :data:`game_argument` with what is chosen for it, passed as one ``game``."""

match_options = combine_decorators(
    game_options,
    click.option(
        "--strategy", "strategies", type=StrategyText(), metavar="NAME[:key=value,...]", multiple=True,
        shell_complete=complete.strategies,
        help="Who plays: once for every seat, or once per seat; solved:FILE as solved.  [default: random]",
    ),
)  # fmt: skip
"""What is played and who plays, passed as ``game, strategies``."""

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
"""Whether the output is for a program, passed as ``as_json``."""

nodes_option = click.option(
    "--most-nodes", type=WholeNumber(1, 10**9), default=2_000_000, metavar="N",
    help="Refuse a game with more nodes.  [default: 2,000,000]",
)  # fmt: skip
"""How large a tree may be, passed as ``most_nodes``."""

PAPER_NAMES = ("a4", "letter")  # as in upcard.report, which is only imported when something is drawn
paper_option = click.option(
    "--paper", type=WordChoice(PAPER_NAMES), default=PAPER_NAMES[0], help="What is printed on.  [default: a4]"
)
"""The format of printed pages, passed as ``paper``."""


def threads_option(
    words: str = "Processor cores to use; the results do not depend on it.  [default: all]",
) -> Callable[[F], F]:
    """How much of the machine is used, passed as ``threads``.

    Parameters
    ----------
    words : str
        What the help says of it.
    """
    return click.option("--threads", type=WholeNumber(1, 1024), metavar="N", help=words)


def run_options(
    games: int | None, seed: int | None = 0, words: str = "How many games", own: str = "its own"
) -> Callable[[F], F]:
    """How much is computed, passed as ``games, seed, threads``.

    Parameters
    ----------
    games, seed : int or None
        What they are when none are asked for; None leaves it to what is run.
    words : str
        What is counted as games.
    own : str
        What is said to be the default when it is left to what is run.
    """
    shown = "  [default: {:,}]".format
    own_games, own_seed = (f"  [default: {own}]" if x is None else shown(x) for x in (games, seed))
    return combine_decorators(
        click.option(
            "--games", type=GAMES, default=games, metavar="N",
            help=f"{words}; 1_000_000, 1e6, 10k and 2M are understood.{own_games}",
        ),
        click.option(
            "--seed", type=SEED, default=seed, metavar="N",
            help=f"Seed of the cards and of random strategies.{own_seed}",
        ),
        threads_option(),
    )  # fmt: skip
