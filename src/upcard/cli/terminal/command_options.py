"""Shared parts of commands: their definition, and arguments and options with one meaning everywhere."""

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
    """A command whose help ends with examples: whole command lines."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does; options of the rules may be flags, and most files may be named only once."""
        args = expand_flags(self, ctx, args)
        if ctx.resilient_parsing and args and args[-1].startswith("-"):
            args = args[:-1]  # without its value click would stop, and not know the game
        with suggest_options(self, args):
            parsed = [] if ctx.resilient_parsing else self.make_parser(ctx).parse_args(args.copy())[2]
            for param in parsed:
                is_single = isinstance(param.type, FileName) and not getattr(param, "multiple", False)
                if is_single and parsed.count(param) > 1:
                    raise Usage(f"{param.opts[0]} was given {times_text(parsed.count(param))}; give it once")
            return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        with formatter.section("Examples"):
            for line in self.examples:
                formatter.write(f"  {line}\n")


def make_command(name: str, *examples: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that makes a function a command; two to four example command lines end its help."""
    return click.command(name, cls=ExampleCommand, examples=examples)


def refusal(param: click.Parameter | None, otherwise: str, value: Any, expected: str) -> Usage:
    """Return the error for a wrong value; `otherwise` names the value if `param` is None."""
    return Usage(f"{otherwise if param is None else param.opts[0]} was given {value!r}; {expected}")


class WholeNumber(click.ParamType[int, Any]):
    """A whole number from `low` to `high`, also written as 1_000_000, 1e6, 10k or 2M.

    In messages, `top` stands for an upper bound whose digits are hard to read.
    """

    name = "N"

    def __init__(self, low: int, high: int, top: str = "") -> None:
        self.low, self.high, self.top = low, high, top or f"{high:,}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; raise ``Usage`` if it is not a number or out of range."""
        x = value if isinstance(value, int) else read_number(str(value))
        if x is None or not self.low <= x <= self.high:
            expected = f"expected a whole number from {self.low} to {self.top}"
            raise refusal(param, "the number", value, expected)
        return x


class RealNumber(click.ParamType[float, Any]):
    """A finite number from `low` to `high`."""

    name = "X"

    def __init__(self, low: float, high: float = math.inf) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; raise ``Usage`` if it is not a number or out of range."""
        try:
            x = float(value)
        except ValueError:
            x = math.nan
        if not (math.isfinite(x) and self.low <= x <= self.high):
            top = f" to {self.high:g}" if math.isfinite(self.high) else ""
            raise refusal(param, "the number", value, f"expected a number from {self.low:g}{top}")
        return x


class WordChoice(click.Choice[str]):
    """One of a few words, in upper or lower case; any other word gets an error sentence of Upcard."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word; raise ``Usage`` with a suggestion for another word."""
        value = str(value).lower() if str(value).lower() in self.choices else value
        if value not in self.choices:
            hint = suggestion(str(value), {x: x for x in self.choices})
            raise refusal(param, "the word", value, f"{hint}expected {' or '.join(self.choices)}")
        return str(value)


class FileName(click.ParamType[Path, Any]):
    """The name of a file or folder, which may not exist yet."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path; raise ``Usage`` for an empty name, which would mean the current folder."""
        if not str(value).strip():
            raise refusal(param, "the file", value, "expected a name")
        return Path(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Leave completion to the shell, which knows the files."""
        return [CompletionItem(incomplete, type="file")]


class StrategyText(click.ParamType[str, Any]):
    """A strategy as typed; this checks its form, and the game checks names and numbers."""

    name = "strategy"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the form of a strategy for the help."""
        return "NAME[:key=value,...]"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Complete the names of strategies that play the game."""
        return complete.strategies(ctx, param, incomplete)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text; raise ``Usage`` if it has none of the three forms."""
        from upcard.engine.players import is_solved, solution_path
        from upcard.engine.registry import refuse_file_name
        from upcard.engine.user_folders import home_folder

        text = str(value)
        name, colon, rest = text.partition(":")
        if is_solved(text):
            solution_path(text)
            return text
        if not name.strip():
            raise refusal(param, "--strategy", text, "expected NAME or NAME:key=value")
        refuse_file_name(name.strip(), str(home_folder() / "strategies"))
        if colon and not rest.strip():
            raise refusal(param, "--strategy", text, f"write {name}, or {name}:key=value")
        _check_parameters(name, rest.split(",") if colon else [])
        return text


def _check_parameters(name: str, parts: Sequence[str]) -> None:
    """Refuse anything but ``key=value``, and a repeated key."""
    seen: dict[str, str] = {}
    for part in parts:
        key, _, value = (x.strip() for x in part.partition("="))
        if not key or not value:
            raise Usage(f"{part!r} is not a parameter of a strategy; write {name}:key=value,key=value")
        if key in seen:
            raise Usage(f"{key} of {name} was given twice, as {seen[key]!r} and {value!r}; give it once")
        seen[key] = value


GAMES = WholeNumber(1, 10**15, "1e15, such as 10,000, 10k or 1e6")
SEED = WholeNumber(0, 2**63 - 1, "2^63 - 1")
DEAL_SEED = WholeNumber(0, 2**128 - 1, "2^128 - 1")
"""The seed of one match, which may be that of a fair deal."""
SEATS, MANY = WholeNumber(1, 1000), WholeNumber(1, 10**9)


def combine_decorators(*parts: Callable[[F], F]) -> Callable[[F], F]:
    """Combine decorators into one, in the order in which the help shows them."""

    def apply(f: F) -> F:
        for part in reversed(parts):
            f = part(f)
        return f

    return apply


def with_game_spec(command: Callable[..., Any]) -> Callable[..., Any]:
    """Pass a command its game as one :class:`upcard.engine.game_spec.GameSpec`; nothing is looked up yet."""

    @wraps(command)
    def gathered(*args: Any, **options: Any) -> Any:
        spec = game_spec(*(options.pop(name) for name in ("game", "players", "preset", "options")))
        return command(*args, game=spec, **options)

    return gathered


def game_spec(name: str, players: int | None, preset: str | None, options: Sequence[str]) -> "GameSpec":
    """Return the game that a command line names; raise as :func:`split_options`."""
    from upcard.engine.game_spec import GameSpec

    return GameSpec(name, players, preset, split_options(options))


def split_options(texts: Sequence[str]) -> dict[str, str]:
    """Return options of the form ``KEY=VALUE`` by name; raise ``Usage`` for a missing or repeated value."""
    out: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise Usage(f"--option was given {text!r}; expected KEY=VALUE")
        add_once(out, "--option", key, value)
    return out


def add_once(out: dict[str, str], option: str, key: str, value: str) -> None:
    """Add a value by its key to `out`; raise ``Usage`` if `out` already has the key."""
    if key in out:
        raise Usage(f"{option} {key} was given twice, as {out[key]!r} and {value!r}; give it once")
    out[key] = value


game_argument = click.argument("game", metavar="GAME", shell_complete=complete.games)
"""The game, passed as ``game``."""


def players_option(default: str = "") -> Callable[[F], F]:
    """Return the option for the number of players, passed as ``players``; `default` ends its help."""
    return click.option("--players", type=SEATS, help=f"Number of players.{default}")


rules_options = combine_decorators(
    click.option("--preset", metavar="NAME", shell_complete=complete.presets, help="A named set of options."),
    click.option(
        "--option", "options", metavar="KEY=VALUE", multiple=True, shell_complete=complete.options,
        help="Set an option of the rules; repeat for more. --KEY VALUE works too.",
    ),
)  # fmt: skip
"""The options of the rules, passed as ``preset, options``."""

game_options = combine_decorators(
    players_option("  [default: the usual number]"), rules_options, with_game_spec
)
"""The game of :data:`game_argument` with its players and options, passed as one ``game``."""

lineup_options = combine_decorators(
    players_option("  [default: the number of strategies, or the usual number]"),
    rules_options,
    with_game_spec,
)
"""The same for commands whose strategies, one for each seat, may set the number of players."""

match_options = combine_decorators(
    lineup_options,
    click.option(
        "--strategy", "strategies", type=StrategyText(), multiple=True,
        help="Strategy: once for all, or once per seat; solved:FILE plays a solution.  [default: random]",
    ),
)  # fmt: skip
"""The game and the strategies, passed as ``game, strategies``."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
"""Whether the output is for a program, passed as ``as_json``."""

nodes_option = click.option(
    "--most-nodes", type=MANY, default=2_000_000,
    help="Maximum number of nodes of the tree.  [default: 2,000,000]",
)  # fmt: skip
"""The maximum size of a tree, passed as ``most_nodes``."""

PAPER_NAMES = ("a4", "letter")  # as in upcard.report, which is only imported when something is drawn
paper_option = click.option(
    "--paper", type=WordChoice(PAPER_NAMES), default=PAPER_NAMES[0], help="Paper size.  [default: a4]"
)
"""The format of printed pages, passed as ``paper``."""


def threads_option(
    words: str = "Number of processor cores; results do not depend on it.  [default: all]",
) -> Callable[[F], F]:
    """Return the option for the number of threads, passed as ``threads``; `words` is its help."""
    return click.option("--threads", type=WholeNumber(1, 1024), help=words)


def run_options(
    games: int | None, seed: int | None = 0, words: str = "Number of games", automatic: str = "its own"
) -> Callable[[F], F]:
    """Return the options ``games, seed, threads``, the first with `words` as its help.

    Where a default is None, the study or tournament chooses it, and the help shows the text `automatic`.
    """
    shown = "  [default: {:,}]".format
    default = [f"  [default: {automatic}]" if x is None else shown(x) for x in (games, seed)]
    return combine_decorators(
        click.option(
            "--games", type=GAMES, default=games,
            help=f"{words}, also written as 1_000_000, 1e6, 10k or 2M.{default[0]}",
        ),
        click.option(
            "--seed", type=SEED, default=seed, help=f"Seed of the cards and of random strategies.{default[1]}"
        ),
        threads_option(),
    )  # fmt: skip
