"""``python -m upcard``: the command line."""

from upcard.cli import main

if __name__ == "__main__":
    main()
