"""Use cases: one file is one user action is one transaction; each takes a principal and checks it."""
