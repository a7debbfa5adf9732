"""Leduc poker: rules and everything that plugs in with them."""
