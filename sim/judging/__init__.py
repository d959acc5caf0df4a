"""LLM judges: the questions that raters get, asked of a model, with the same things in sight."""
