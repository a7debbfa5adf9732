"""The unrolled tree of a game, and the rounds of a match as games of their own."""
