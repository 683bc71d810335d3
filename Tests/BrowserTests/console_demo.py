# SPDX-License-Identifier: MIT
"""The demo apps as their tests see them: looks, and widgets by their names."""

from console_stack import eventually

NARROW = {"width": 390, "height": 844}
LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"viewport": NARROW, "color_scheme": "light"},
         {"viewport": NARROW, "color_scheme": "dark"}]


def widget(screen, name):
    """The place of a widget on the page."""
    return screen.page.locator(f"search-widget[data-widget={name}]")


def titles(screen, name):
    """What the hits of a list are called, in their order."""
    return widget(screen, name).locator(".hit-open").all_inner_texts()


def view(screen, name):
    """A widget's view."""
    return screen.stack.call("GET", f"/api/sessions/{screen.session}")["views"][name]


def settled(screen, *names, query):
    """Waits until widgets have the answer for a text."""
    for name in names:
        eventually(lambda name=name: view(screen, name), lambda found: found["phase"] == "ready" and found["query"] == query,
                   f"{name} has {query}")


def tick(screen, name, value):
    """Ticks a value of a list."""
    widget(screen, name).get_by_role("checkbox", name=value).check()
