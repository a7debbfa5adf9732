"""Kuhn poker: the rules and everything else about this game."""
