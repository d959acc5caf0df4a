"""Where the workspace and its database are: the only reader of the environment."""

import os
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["DATABASE_NAME", "Settings", "load_settings", "settle"]

DATABASE_NAME = "blindpair.db"
_ON_THIS_MACHINE = "127.0.0.1,::1"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where everything is kept.

    Attributes
    ----------
    workspace
        Folder of the SQLite database and of what belongs beside it.
    database_url
        SQLAlchemy URL; SQLite in the workspace unless the environment names another database.
    secure_cookies
        Whether cookies travel over HTTPS only; off on a laptop, on behind a TLS proxy.
    trusted_proxies
        Addresses and networks of reverse proxies, separated by commas. What they say in `X-Forwarded-For` is
        the client's address; from everybody else the header counts for nothing.
    """

    workspace: Path
    database_url: str
    secure_cookies: bool
    trusted_proxies: str = _ON_THIS_MACHINE

    @property
    def is_without_database(self) -> bool:
        """Whether the workspace's own SQLite file is used and is not there yet."""
        file = self.workspace / DATABASE_NAME
        return self.database_url == f"sqlite:///{file}" and not file.exists()


def load_settings(workspace: Path | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings.

    Parameters
    ----------
    workspace
        Given on the command line; else `BLINDPAIR_WORKSPACE`; else the current folder.
    environment
        `BLINDPAIR_WORKSPACE`, `BLINDPAIR_DATABASE_URL`, `BLINDPAIR_SECURE_COOKIES` (1 or 0) and
        `BLINDPAIR_TRUSTED_PROXIES` (none where it is empty) are read.
    """
    folder = (workspace or Path(environment.get("BLINDPAIR_WORKSPACE") or ".")).resolve()
    url = environment.get("BLINDPAIR_DATABASE_URL") or f"sqlite:///{folder / DATABASE_NAME}"
    return Settings(
        folder,
        url,
        secure_cookies=environment.get("BLINDPAIR_SECURE_COOKIES") == "1",
        trusted_proxies=environment.get("BLINDPAIR_TRUSTED_PROXIES", _ON_THIS_MACHINE),
    )


def settle(workspace: Path | None, environment: MutableMapping[str, str] = os.environ) -> Settings:
    """Read the settings and make this workspace the whole process's, pages and routes included."""
    settings = load_settings(workspace, environment)
    environment["BLINDPAIR_WORKSPACE"] = str(settings.workspace)
    return settings
