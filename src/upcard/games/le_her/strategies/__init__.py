"""Strategies that play Le Her."""
