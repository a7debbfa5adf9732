"""L.A.M.A.: rules and everything that plugs in with them."""
