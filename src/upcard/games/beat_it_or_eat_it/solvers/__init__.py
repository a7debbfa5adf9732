"""Solvers of Beat It Or Eat It."""
