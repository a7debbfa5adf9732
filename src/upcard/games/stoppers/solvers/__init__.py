"""Solvers of Stoppers."""
