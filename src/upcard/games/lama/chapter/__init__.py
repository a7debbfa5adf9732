"""L.A.M.A.: simulation, intervals, and the winner's curse."""
