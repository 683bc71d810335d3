# SPDX-License-Identifier: MIT
"""Reads members of JSON answers, and says what is wrong with those that have none."""

import json
from collections.abc import Mapping
from typing import Any

from ._problems import invalid_answer

JSONObject = Mapping[str, Any]
"""A JSON object as it came; what it holds is documented with the route or the widget type."""


def parsed(text: bytes | str) -> JSONObject:
    """The object that a text is."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise invalid_answer("it is not JSON") from None
    return as_object(value)


def as_object(value: Any, what: str = "an object is missing") -> JSONObject:
    """A value that has to be an object."""
    if not isinstance(value, dict):
        raise invalid_answer(what)
    return value


def objects(source: JSONObject, name: str) -> list[JSONObject]:
    """A member that has to be a list of objects."""
    values = source.get(name)
    if not isinstance(values, list):
        raise invalid_answer(f"`{name}` is missing")
    return [as_object(value, f"`{name}` has something other than objects") for value in values]


def text(source: JSONObject, name: str, otherwise: str | None = None) -> str:
    """A member that has to be a text."""
    value = source.get(name, otherwise)
    if not isinstance(value, str):
        raise invalid_answer(f"`{name}` is missing")
    return value


def place(source: JSONObject, name: str) -> int:
    """A member that must be a sequence number."""
    value = source.get(name)
    if not isinstance(value, str) or not (value.isascii() and value.isdigit()) or len(value) > 20:
        raise invalid_answer(f"`{name}` is not a sequence number")
    return int(value)
