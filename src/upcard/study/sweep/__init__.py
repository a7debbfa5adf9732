"""A figure of a game over a grid of its options, and the setting that makes the game fair."""
