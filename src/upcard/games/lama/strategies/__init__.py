"""Strategies that play L.A.M.A."""
