"""What the raters' pages say, and in which language."""
