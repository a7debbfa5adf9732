"""Checkers of what was solved of Beat It Or Eat It."""
