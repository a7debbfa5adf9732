"""Activities for a class that do not belong to a game: one file each, discovered by a scan of this folder."""
