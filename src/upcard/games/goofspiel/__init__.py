"""Goofspiel: rules and everything that plugs in with them."""
