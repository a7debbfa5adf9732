"""Checkers of what was solved of Stoppers."""
