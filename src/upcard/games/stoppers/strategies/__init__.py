"""Strategies that play Stoppers."""
