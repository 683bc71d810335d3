#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""A widget of one's own: counts the answers of a searcher since somebody last reset the count.

`searchbus up` runs it; README.md has the lines for the app file. Needs pyzmq.
"""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "python"))

from searchbus import Event
from searchbus_widget import Refused, run


class SumSearches:
    """The logic: a pure fold, whose state is the count."""

    type = "sum-searches"

    def restore(self, view: dict | None) -> int:
        return view["sum"] if view else 0

    def fold(self, count: int, event: Event) -> tuple[int, str | None]:
        match event.type:
            case "searchbus.intent.start":  # the session begins: the first view follows
                return count, None
            case "searchbus.intent.reset":
                return 0, "applied" if count else "unchanged"
            case _ if event.kind == "results":
                return count + 1, None
            case _ if event.kind != "intent":  # what is asked for, and how searches get on
                return count, None
        raise Refused(f"a `sum-searches` widget does not understand `{event.type}`", remedy="Send `reset`.")

    def view(self, count: int) -> dict:
        return {"phase": "ready", "sum": count}


if __name__ == "__main__":
    try:
        run(SumSearches)
    except KeyboardInterrupt:
        pass
