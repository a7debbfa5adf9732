"""Checkers of the tablebases of Beat It Or Eat It."""
