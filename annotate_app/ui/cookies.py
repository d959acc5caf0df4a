"""The two cookies of the app. Each holds a random secret, of which only a hash is stored."""

__all__ = ["ADMIN_COOKIE", "RATER_COOKIE"]

RATER_COOKIE = "blindpair_rater"
ADMIN_COOKIE = "blindpair_admin"
