"""Pure design of a study: who may act, what a rater sees, which item comes next. No database, no page."""
