"""Smallsum: from expected value over dominance and ruin to bluffing."""
