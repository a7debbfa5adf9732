"""Strategies that play Four-Cell."""
