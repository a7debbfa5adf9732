"""Below the pages: requests, limits, identity, events."""
