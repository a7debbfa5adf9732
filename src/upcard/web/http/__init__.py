"""HTTP layer below the pages: requests, limits, identity, events."""
