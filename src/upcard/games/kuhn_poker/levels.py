"""Opponents of each level: a beginner plays at random, since searches aim at hands won, not chips."""

LEVELS = {"Beginner": "random"}
