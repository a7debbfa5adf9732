"""Tables, pages and lessons in a browser."""
