"""Checkers of certificates of Stoppers."""
