"""Solvers of Smallsum."""
