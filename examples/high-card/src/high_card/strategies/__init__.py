"""Strategies that play High card."""
