"""A deterministic offline client whose characters follow simple strategies: for demos, docs and tests."""
