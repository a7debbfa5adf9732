"""Solvers of Goofspiel."""
