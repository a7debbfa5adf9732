"""The group of all commands, one file each in the folder ``commands``."""

import importlib
import keyword
import os
import pkgutil
import textwrap
from collections.abc import Sequence
from typing import Any

import click

import upcard.cli.commands as folder
from upcard.cli.terminal.command_options import HELP_WIDTH
from upcard.cli.terminal.error_messages import run_guarded
from upcard.engine.errors import unknown_name

COMPLETE = "_UPCARD_COMPLETE"
SCREEN = 80
"""Width of a usual screen in characters."""

SELDOM = (
    "check", "class-delete", "class-report", "completion", "deck", "doctor", "export", "import", "lesson",
    "mail", "matrix", "sweep", "tune",
)  # fmt: skip
"""Commands that the general help lists without a description, so that it fits on a screen."""


class CommandFolder(click.Group):
    """A group whose commands are the files of a folder, and whose errors become sentences."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, from their files."""
        names = (m.name for m in pkgutil.iter_modules(folder.__path__))
        return sorted(name.rstrip("_").replace("_", "-") for name in names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name; its file is imported only now."""
        if cmd_name not in self.list_commands(ctx):
            return None
        file = cmd_name.replace("-", "_") + "_" * keyword.iskeyword(cmd_name)
        module = importlib.import_module(f"{folder.__name__}.{file}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command as click does, with an error sentence of Upcard for an unknown name."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise unknown_name("command", args[0], known)
        return super().resolve_command(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the description right below the usage."""
        formatter.write(f"  {self.help}\n")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their descriptions; rare ones by name only."""
        names = [name for name in self.list_commands(ctx) if name not in SELDOM]
        commands = [(name, self.get_command(ctx, name)) for name in names]
        room = formatter.width - max(map(len, names)) - 6
        with formatter.section("Commands"):
            formatter.write_dl([(name, x.get_short_help_str(room)) for name, x in commands if x is not None])
        also = f"Also: {', '.join(SELDOM[:-1])} and {SELDOM[-1]}."
        formatter.write(textwrap.fill(also, SCREEN, break_on_hyphens=False) + "\n")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands alone, so that the help fits on a screen of 24 lines."""
        self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write where to find more help, and the options, in one line."""
        formatter.write("'upcard COMMAND --help' gives examples; 'upcard --version' shows the version.\n")

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line; an error prints one sentence and becomes an exit code."""

        def run() -> Any:
            if COMPLETE in os.environ:
                from upcard.cli.terminal.shell_scripts import register

                register()
            return super(CommandFolder, self).main(args, prog_name, complete_var or COMPLETE, False, **extra)

        if not standalone_mode:
            return run()
        raise SystemExit(run_guarded(run))


@click.group(
    "upcard",
    cls=CommandFolder,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": HELP_WIDTH},
)
@click.version_option(package_name="upcard", message="%(prog)s %(version)s")
@click.pass_context
def upcard(ctx: click.Context) -> None:
    """Play, simulate, solve and study small card games."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
