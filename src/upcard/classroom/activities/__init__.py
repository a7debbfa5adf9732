"""What a class can do: one file for each activity, found by a scan of this folder."""
