"""Opponents of each level: a long search is so nearly perfect that no level would fit above it."""

LEVELS = {"Strong": "quantal:playouts=200,noise=0.02"}
