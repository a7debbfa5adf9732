"""Documents as plain values: text, tables, charts, matrices and figures, rendered by the reports."""
