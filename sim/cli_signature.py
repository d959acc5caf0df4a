"""Commands whose options are declared once, as the fields of a dataclass, and shared."""

import dataclasses
import inspect
import typing
from collections.abc import Callable
from functools import wraps
from inspect import Parameter
from typing import Any

__all__ = ["spread"]


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command every field of its dataclass parameters as an option of its own.

    The field's annotation and default become the option's; the command still gets the dataclass.
    """
    signature = inspect.signature(command, eval_str=True)
    groups: dict[str, type[Any]] = {
        name: parameter.annotation
        for name, parameter in signature.parameters.items()
        if isinstance(parameter.annotation, type) and hasattr(parameter.annotation, "__dataclass_fields__")
    }
    plain = [parameter for name, parameter in signature.parameters.items() if name not in groups]
    options = [option for group in groups.values() for option in _options(group)]

    @wraps(command)
    def with_options(**values: Any) -> None:
        made = {
            name: group(**{field.name: values.pop(field.name) for field in dataclasses.fields(group)})
            for name, group in groups.items()
        }
        command(**values, **made)

    spread_out = [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in plain] + options
    vars(with_options)["__signature__"] = signature.replace(parameters=spread_out)
    return with_options


def _options(group: type[Any]) -> list[Parameter]:
    hints = typing.get_type_hints(group, include_extras=True)
    return [
        Parameter(
            field.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if field.default is dataclasses.MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in dataclasses.fields(group)
    ]
