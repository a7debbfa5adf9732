"""Liar's dice: the rules and everything else about this game."""
