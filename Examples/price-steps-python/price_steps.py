#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A widget of one's own that refines: a button for each step of a price. `steps: [25, 100]` makes three of them:
up to 25, 25 to 100, from 100.

`searchbus up` runs it; README.md has the lines for the app file. Needs the package `searchbus`.
"""

import pathlib
import sys
from dataclasses import dataclass

# In the sources of SearchBus; elsewhere the package `searchbus` is installed.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "web/python-client/src"))

from searchbus.widgets import Asks, Event, Refused, SearchPhase, Widget, asks, run


@dataclass
class State:
    """What the widget knows about one session."""

    search: SearchPhase
    bounds: list[float] | None = None  # the lowest and highest price that could be selected now
    selected: list[dict] | None = None  # the filters on the attribute, also those that others set


class PriceSteps:
    """The logic: what an intent asks the filter state for, and what the filter state and the answers make of the view."""

    type = "price-steps"

    def __init__(self, widget: Widget):
        parameters = widget.parameters
        if unknown := set(parameters) - {"attribute", "steps"}:
            raise ValueError(f"`{min(unknown)}` is not a parameter of a `price-steps` widget.")
        if widget.searcher is None or widget.filter_state is None:
            raise ValueError("it needs a `searcher` and a `filterState`.")
        self.widget, self.attribute, self.steps = widget, parameters["attribute"], parameters["steps"]
        if not isinstance(self.attribute, str) or not self.attribute:
            raise ValueError("`attribute` is not a text.")
        if not is_rising(self.steps):
            raise ValueError("`steps` is not a list of 1 to 20 rising numbers, such as [25, 100, 500].")
        self.group = {"kind": "and", "name": self.attribute}
        self.needs = {"stats": [self.attribute]}

    def initial(self) -> State:
        return State(SearchPhase(self.widget))

    def fold(self, state: State, event: Event) -> tuple[State, str | Asks | None]:
        is_news = state.search.take(event)
        if event.type == "searchbus.intent.select":
            return state, self.select(state, event.data.get("step"))
        if event.kind == "intent" and event.type != "searchbus.intent.start":
            raise Refused(f"a `price-steps` widget does not understand `{event.type}`", remedy="Send `select`.")
        if event.kind == "filters":
            state.selected = self.filters_in(event.data["groups"])
        elif event.kind == "results" and is_news:
            stats = event.data.get("facetStats", {}).get(self.attribute)
            state.bounds = [stats["min"], stats["max"]] if stats else None
        elif event.kind == "request" and is_news:
            state.bounds = None
        return state, None

    def select(self, state: State, step) -> Asks:
        """Asks the filter state for one step's range; for none where the step is selected already."""
        if not isinstance(step, int) or isinstance(step, bool) or not 0 <= step <= len(self.steps):
            raise Refused(f"`step` is not a whole number from 0 to {len(self.steps)}", remedy='Send {"step": 0}.')
        filters = [] if state.selected == self.filters(step) else self.filters(step)
        data = {"group": self.group, "attribute": self.attribute, "filters": filters}
        return asks(self.widget.filter_state, "set-filters", data)

    def is_waiting(self, state: State) -> bool:
        return state.search.is_waiting

    def overdue(self, state: State) -> State:
        state.search.overdue()
        return state

    def view(self, state: State) -> dict:
        steps = [
            {"step": step, "label": self.label(step), "selected": state.selected == self.filters(step)}
            for step in range(len(self.steps) + 1)
        ]
        title = self.widget.title or self.attribute
        return state.search.view({"title": title, "attribute": self.attribute, "bounds": state.bounds, "steps": steps})

    # Steps: 0 is below the first number, 1 between the first two, and so on.

    def filters(self, step: int) -> list[dict]:
        """The filters that make a step."""
        numeric = {"type": "numeric", "attribute": self.attribute}
        if step == 0:
            return [numeric | {"operator": "<=", "value": self.steps[0]}]
        if step == len(self.steps):
            return [numeric | {"operator": ">=", "value": self.steps[-1]}]
        return [numeric | {"range": self.steps[step - 1 : step + 1]}]

    def label(self, step: int) -> str:
        if step == 0:
            return f"up to {self.steps[0]}"
        return f"from {self.steps[-1]}" if step == len(self.steps) else f"{self.steps[step - 1]} to {self.steps[step]}"

    def filters_in(self, groups: list[dict]) -> list[dict]:
        """The widget's own filters: those on its attribute in its group."""
        own = [group["filters"] for group in groups if {"kind": group["kind"], "name": group["name"]} == self.group]
        return [filter for filters in own for filter in filters if filter.get("attribute") == self.attribute]


def is_rising(steps) -> bool:
    """Whether these are 1 to 20 numbers, each above the one before."""
    is_list = isinstance(steps, list) and 1 <= len(steps) <= 20
    if not is_list or not all(isinstance(step, (int, float)) and not isinstance(step, bool) for step in steps):
        return False
    return all(low < high for low, high in zip(steps, steps[1:]))


if __name__ == "__main__":
    try:
        run(PriceSteps)
    except KeyboardInterrupt:
        pass
