"""Strategies that play any game, one file each; those of one game are in the folder of the game."""
