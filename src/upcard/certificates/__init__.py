"""Certificates of solutions: storing, checking without a solver, and playing from them."""
