"""A report for readers: one page, tables and figures made from rows that other modules computed."""
