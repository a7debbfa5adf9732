"""``upcard completion``: the script that lets a shell complete commands, games, strategies and options."""

import os
from pathlib import Path

import click

from upcard.cli.terminal import shell_completion as complete
from upcard.cli.terminal.command_options import make_command
from upcard.engine.errors import Usage, unknown_name

INSTALL = {
    "bash": "upcard completion bash > ~/.local/share/bash-completion/completions/upcard",
    "zsh": "upcard completion zsh > ~/.zfunc/_upcard    # a folder in your fpath, before compinit",
    "fish": "upcard completion fish > ~/.config/fish/completions/upcard.fish",
}
TRY = {
    "bash": 'eval "$(upcard completion bash)"',
    "zsh": 'eval "$(upcard completion zsh)"',
    "fish": "upcard completion fish | source",
}


@make_command(
    "completion",
    "upcard completion bash > ~/.local/share/bash-completion/completions/upcard",
    'eval "$(upcard completion zsh)"',
    "upcard completion fish > ~/.config/fish/completions/upcard.fish",
)
@click.argument("shell", required=False, metavar="[bash|zsh|fish]", shell_complete=complete.shells)
@click.pass_context
def command(ctx: click.Context, shell: str | None) -> None:
    """Print the script for Tab completion in bash, zsh or fish.

    If you name no shell, prints the script for yours. Its first lines say how to install it.
    """
    from upcard.cli.terminal.shell_scripts import script

    name = shell or Path(os.environ.get("SHELL", "")).name
    if not name:
        raise Usage("your shell is unknown; name one: upcard completion bash, zsh or fish")
    if name not in INSTALL:
        raise unknown_name("completion for the shell", name, INSTALL)
    lines = script(name, ctx.find_root().command).splitlines()
    notes = [f"# To install it:   {INSTALL[name]}", f"# To try it:       {TRY[name]}"]
    at = 1 if lines[0].startswith("#compdef") else 0  # zsh looks for this in the first line
    click.echo("\n".join([*lines[:at], *notes, *lines[at:]]))
