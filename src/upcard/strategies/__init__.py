"""One file per strategy or family, and :mod:`upcard.strategies.kit`, what they are written in."""
