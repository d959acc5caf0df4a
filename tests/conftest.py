"""What every test shares."""

from hypothesis import settings

settings.register_profile("blindpair", deadline=None)
settings.load_profile("blindpair")
