"""Solving games: trees, matches of rounds, matrices and positions; best responses; and solution caches."""
