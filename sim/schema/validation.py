"""Turn pydantic's findings into problems that a user understands."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ValidationError

from sim.errors import Problem, shown
from sim.schema.base import IDENTIFIER_PATTERN, OPAQUE_PATTERN

__all__ = ["problems_of"]

_CONSTRAINTS = {
    "string_pattern_mismatch": "text of the form {pattern}",
    "greater_than_equal": "a number of at least {ge}",
    "less_than_equal": "a number of at most {le}",
    "greater_than": "a number above {gt}",
    "too_short": "at least {min_length} of them",
    "too_long": "at most {max_length} of them",
    "literal_error": "{expected}",
    "enum": "{expected}",
    "union_tag_invalid": "one of {expected_tags}",
    "union_tag_not_found": "an object with '{discriminator}'",
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "mapping_type": "an object",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "datetime_type": "a date and time",
}

_PATTERNS = {
    IDENTIFIER_PATTERN: "1 to 128 of the characters A-Z a-z 0-9 . _ : @ / -, the first a letter or digit",
    OPAQUE_PATTERN: "16 to 64 lower-case hexadecimal digits",
}


def problems_of(error: ValidationError, *, source: str, line: int | None) -> Iterator[Problem]:
    """Name every finding by its field, what was found there, and what was expected."""
    for detail in error.errors(include_url=False):
        if _is_echo(detail):
            continue
        yield Problem(
            source=source,
            line=line,
            field=".".join(str(part) for part in detail["loc"]),
            found=_found(detail["type"], detail["input"]),
            expected=_expected(detail["type"], detail.get("ctx", {}), detail["msg"]),
        )


def _is_echo(detail: Any) -> bool:
    """Tell whether a list counts as too short only because what is in it has problems of its own."""
    return (
        detail["type"] == "too_short"
        and isinstance(detail["input"], list | tuple)
        and len(detail["input"]) >= detail["ctx"]["min_length"]
    )


def _found(kind: str, value: Any) -> str:
    if kind == "missing":
        return "nothing"
    if kind == "extra_forbidden":
        return f"a field with {shown(value)}"
    if kind == "value_error" and isinstance(value, dict | BaseModel):
        return "a record that contradicts itself"
    return shown(value)


def _expected(kind: str, context: dict[str, Any], message: str) -> str:
    if kind == "missing":
        return "a value"
    if kind == "extra_forbidden":
        return "no field of this name"
    if kind == "value_error":
        return str(context["error"])
    if context.get("pattern") in _PATTERNS:
        return _PATTERNS[context["pattern"]]
    if kind in _CONSTRAINTS:
        return _CONSTRAINTS[kind].format(**context).replace("'", "")
    return message[:1].lower() + message[1:]
