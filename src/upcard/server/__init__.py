"""Tables for many people: service, database, clocks, bots and housekeeping."""
