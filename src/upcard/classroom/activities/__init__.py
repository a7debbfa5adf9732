"""Activities for a class that belong to no game: one file each, discovered by a scan of this folder."""
