"""The command line: one file for each command in ``commands``, and what they share in ``terminal``.

Each of these files defines ``command``. It imports click and the shared parts at its top, and everything else
inside functions, so that ``upcard --help`` starts at once.
"""


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        from upcard.cli.root import upcard
        from upcard.cli.terminal.reserved_stdout import reserve_stdout

        reserve_stdout()
        upcard.main(prog_name="upcard")
    except KeyboardInterrupt:  # while modules were still loading
        raise SystemExit(130) from None
