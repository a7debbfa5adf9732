"""Solvers of Four-Cell."""
