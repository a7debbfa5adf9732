"""Strategies that play Beat It Or Eat It."""
