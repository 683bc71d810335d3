#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A widget of your own: counts the results of a searcher since the last reset.

`searchbus up` runs it; README.md has the lines for the app file. Needs the package `searchbus`.
"""

import pathlib
import sys

# In the sources of SearchBus; elsewhere the package `searchbus` is installed.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "web/python-client/src"))

from searchbus.widgets import Event, Refused, run


class SumSearches:
    """The logic: a pure fold, whose state is the count."""

    type = "sum-searches"

    def initial(self) -> int:
        return 0

    def restore(self, count: int, view: dict) -> int:
        return view["sum"]

    def fold(self, count: int, event: Event) -> tuple[int, str | None]:
        if event.type == "searchbus.intent.reset":
            return 0, "applied" if count else "unchanged"
        if event.kind == "intent" and event.type != "searchbus.intent.start":
            raise Refused(f"a `sum-searches` widget does not understand `{event.type}`", remedy="Send `reset`.")
        return count + (event.kind == "results"), None

    def view(self, count: int) -> dict:
        return {"phase": "ready", "sum": count}


if __name__ == "__main__":
    try:
        run(SumSearches)
    except KeyboardInterrupt:
        pass
