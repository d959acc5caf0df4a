"""Show paired dialogues blind to human raters and keep every rating."""
