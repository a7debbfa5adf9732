"""Documents as plain values: text, tables, charts, matrices and figures, for every surface to render."""
