"""Studies of L.A.M.A."""
