"""A load test: many raters at once over the real protocol; what is stored is held against what they saw."""
