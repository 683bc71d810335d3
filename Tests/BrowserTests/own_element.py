# SPDX-License-Identifier: MIT
"""An element of the client module alone in a page of another origin, which draws the views that a test shows it."""

import pytest

from own_page import shop, visit  # noqa: F401

# An element in an empty page that draws the views it is shown; `sent` and `announced` have its intents and announcements.
MAKE = """async ([gateway, tag, attributes]) => {
  await import(`${gateway}/client/index.js`);
  window.element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  window.sent = [];
  window.announced = [];
  element.use({ send: async (type, data) => { sent.push([type, data]); return null; } });
  element.addEventListener("announce", ({ detail }) => announced.push(detail.message));
  document.body.replaceChildren(element);
}"""


class Element:
    """An element of a page."""

    def __init__(self, page):
        self.page = page
        self.place = page.locator("body > *").first

    def show(self, **view):
        """Draws a view."""
        self.page.evaluate("view => element.show(view)", {"phase": "ready", **view})

    def locator(self, selector):
        """A part of it."""
        return self.place.locator(selector)

    def sent(self):
        """What was sent since the last time."""
        return self.page.evaluate("sent.splice(0)")

    def announced(self):
        """What was said to people who listen since the last time."""
        return self.page.evaluate("announced.splice(0)")

    def focused(self):
        """The part that has the focus, as its text or label."""
        return self.page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")


@pytest.fixture
def make(shop, visit):  # noqa: F811
    """Makes an element, alone in a page."""
    def made(tag, **attributes):
        page = visit("/plain.html", bypass_csp=True)
        page.evaluate(MAKE, [shop.url, tag, attributes])
        return Element(page)
    return made
