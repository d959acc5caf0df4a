"""The catalogues of the raters' pages: collected from the code and the built-in questions, and compiled."""
