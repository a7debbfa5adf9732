"""Beat It Or Eat It: rules and everything that plugs in with them."""
