"""Administrators: made on the command line, signed in on the page."""

from annotate_app.services.administration.create_administrator import create_administrator
from annotate_app.services.administration.sign_in import admin_of_cookie, sign_in, sign_out

__all__ = ["admin_of_cookie", "create_administrator", "sign_in", "sign_out"]
