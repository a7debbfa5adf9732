"""Solvers: one file per algorithm, and what they have in common."""
