# SPDX-License-Identifier: MIT
"""Whether a record meets a session's filters: the rules of docs/protocol.md, “Filters”, for engines that have none."""

import math
from operator import eq, ge, gt, le, lt, ne
from typing import Any


class Unanswerable(Exception):
    """Why a request has no answer, in words for a person, and what to do about it."""

    def __init__(self, message: str, remedy: str = "Leave it out, or ask an engine that has it.", code: str = "invalid-argument"):
        super().__init__(message)
        self.message, self.remedy, self.code = message, remedy, code


EARTH = 6_371_008.8  # metres
COMPARISONS = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}


def values(record: dict[str, Any], attribute: str) -> list[Any]:
    """The values of an attribute, none where it is missing; nested ones are written with dots."""
    value = record.get(attribute)
    if value is None and "." in attribute:
        value = record
        for name in attribute.split("."):
            value = value.get(name) if isinstance(value, dict) else None
    found = value if isinstance(value, list) else [value]
    return [v for v in found if isinstance(v, (str, bool, int, float))]


def value_key(value: Any) -> tuple[Any, ...]:
    """A key that tells `True` from `1`, which Python holds for the same."""
    return ("bool" if isinstance(value, bool) else "text" if isinstance(value, str) else "number", value)


def matches(group: dict[str, Any], record: dict[str, Any]) -> bool:
    """Whether a group lets a record through; of an or-group, one filter of each type must."""
    filters = group["filters"]
    if group["kind"] == "optional" or not filters:
        return True
    if group["kind"] == "hierarchical":
        return holds(filters[-1], record)
    if group["kind"] == "and":
        return all(holds(filter, record) for filter in filters)
    types = {filter["type"] for filter in filters}
    return all(any(holds(filter, record) for filter in filters if filter["type"] == type) for type in types)


def holds(filter: dict[str, Any], record: dict[str, Any]) -> bool:
    """Whether a record meets one filter."""
    is_negated = bool(filter.get("negated"))
    match filter["type"]:
        case "facet":
            found = [value_key(value) for value in values(record, filter["attribute"])]
            return (value_key(filter["value"]) in found) != is_negated
        case "tag":
            return (filter["value"] in values(record, "_tags")) != is_negated
        case "numeric" if "date" not in filter:
            # Of a negated comparison the opposite holds, so a record needs a number all the same.
            numbers = [v for v in values(record, filter["attribute"]) if type(v) in (int, float) and math.isfinite(v)]
            return any(compares(filter, number) != is_negated for number in numbers)
        case "geo":
            return any(lies_in(filter, place) for place in places(record)) != is_negated
        case _:
            raise Unanswerable("This engine has no filters on times in words.")


def places(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The points of a record: `_geoloc` is one, or a list of them."""
    found = record.get("_geoloc") or []
    return found if isinstance(found, list) else [found]


def lies_in(shape: dict[str, Any], place: dict[str, Any]) -> bool:
    if "box" in shape:
        (south, west), (north, east) = shape["box"]
        is_between = west <= place["lng"] <= east if west <= east else place["lng"] >= west or place["lng"] <= east
        return bool(south <= place["lat"] <= north and is_between)
    if "polygon" in shape:
        raise Unanswerable("This engine does not support polygons.")
    latitudes = [math.radians(degrees) for degrees in (shape["point"][0], place["lat"])]
    longitude = math.radians(place["lng"] - shape["point"][1])
    cosine = math.prod(map(math.sin, latitudes)) + math.prod(map(math.cos, latitudes)) * math.cos(longitude)
    return bool(EARTH * math.acos(max(-1, min(1, cosine))) <= shape["radius"])


def compares(filter: dict[str, Any], number: float) -> bool:
    if "range" in filter:
        low, high = filter["range"]
        return bool(low <= number <= high)
    return bool(COMPARISONS[filter["operator"]](number, filter["value"]))
