"""Strategies for every game, one file each, written with :mod:`upcard.kit.strategy`."""
