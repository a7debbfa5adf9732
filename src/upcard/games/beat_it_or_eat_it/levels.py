"""Opponents of each level: rules of thumb, since playouts say little in this game."""

LEVELS = {"Beginner": "lowest-lead", "Casual": "rank-sum", "Strong": "alpha-beta"}
