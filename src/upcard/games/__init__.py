"""The games: one folder for each, with everything about it and nothing else."""
