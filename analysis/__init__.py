"""Statistics on tidy tables of ratings: agreement, judges against humans, conditions, power."""
