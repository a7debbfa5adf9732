"""The command line: one file per command, found by scanning this folder.

A command's file defines ``command``; files without it hold what commands share, among them
:mod:`upcard.cli.options` what is declared of arguments. A command's file imports
click and these parts at its top and everything else where it runs, so that ``upcard --help`` starts at once.
"""


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from upcard.cli.group import upcard

        upcard.main(prog_name="upcard")
    except KeyboardInterrupt:  # while the parts were still being loaded
        raise SystemExit(130) from None
