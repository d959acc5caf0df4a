"""Plan a study before it is run, with the analysis package's own functions: it brings pandas and scipy."""
