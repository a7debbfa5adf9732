"""One file per strategy or family, and :mod:`upcard.kit.strategy`, what they are written in."""
