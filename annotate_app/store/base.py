"""The base of all tables, and the column types that both databases keep alike."""

from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import DateTime, Dialect, Enum, MetaData, TypeDecorator
from sqlalchemy.orm import DeclarativeBase

__all__ = ["Base", "UtcDateTime", "stored_enum"]

_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """The base of every table; constraints are named alike on both databases."""

    metadata = MetaData(naming_convention=_NAMES)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: always aware and in UTC in Python, whatever the database keeps."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse a moment without an offset; SQLite has no zones, so it keeps UTC without one."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time with its offset from UTC, not {value!r}")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Give the moment its offset back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def stored_enum(kind: type[StrEnum], *, checked: bool = True) -> Enum:
    """Keep an enumeration by value, as text that a CHECK constraint limits to its values.

    A column that is added later is not `checked`: SQLite adds no constraints to a table that exists.
    """
    return Enum(
        kind,
        native_enum=False,
        create_constraint=checked,
        values_callable=_values,
        length=32,
        name=kind.__name__.lower(),
    )


def _values(kind: type[StrEnum]) -> list[str]:
    return [member.value for member in kind]
