"""The board: what a table looks like in a browser."""
