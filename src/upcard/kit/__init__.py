"""Everything that the author of a game or a strategy imports."""
