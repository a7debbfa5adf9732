"""Four-Cell: rules and everything that plugs in with them."""
