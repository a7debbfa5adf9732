"""Strategies that play Goofspiel."""
