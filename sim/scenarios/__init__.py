"""Scenarios: the built-in pack, seeded families with a checkable outcome, and importers."""
