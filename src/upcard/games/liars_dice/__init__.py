"""Liar's dice: rules and everything that plugs in with them."""
