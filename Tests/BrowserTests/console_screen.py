# SPDX-License-Identifier: MIT
"""The console in a browser, in the words of its users; and traps for what must never happen in it."""

import re

from playwright.sync_api import expect

from console_stack import eventually

# A violation of the security policy becomes an error of the console, which the traps catch.
TRAP_SCRIPT = """
addEventListener("securitypolicyviolation", (event) => {
  console.error(`Policy violated: ${event.violatedDirective} by ${event.blockedURI} in ${event.sourceFile}`);
});
"""

# A script that changes the text of a focused box is reported like an error.
REWRITE_SCRIPT = """
{
  const { get, set, ...rest } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  Object.defineProperty(HTMLInputElement.prototype, "value", { ...rest, get, set(text) {
    if (this.type === "search" && this === document.activeElement && get.call(this) !== text) {
      console.error(`The text was rewritten: ${get.call(this)} became ${text}`);
    }
    set.call(this, text);
  } });
}
"""

LOST_CONNECTION = r"net::ERR_|status of (502|503|504)"


class Traps:
    """Collects errors, policy violations and dialogs of a context's pages."""

    def __init__(self, context):
        self._caught = []
        self._allowed = []
        context.add_init_script(TRAP_SCRIPT)
        context.on("console", self._console)
        context.on("weberror", lambda error: self._caught.append(f"uncaught: {error.error}"))
        context.on("dialog", self._dialog)

    def allow(self, pattern):
        """Lets errors pass that match: a browser reports each answer of 400 and above as one."""
        self._allowed.append(pattern)

    def caught(self):
        """What was caught and not allowed."""
        return [text for text in self._caught if not any(re.search(pattern, text) for pattern in self._allowed)]

    def _console(self, message):
        if message.type in ("error", "warning"):
            self._caught.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _dialog(self, dialog):
        self._caught.append(f"dialog: {dialog.message}")
        dialog.dismiss()


class Screen:
    """One page of the console."""

    def __init__(self, page, stack, session, traps):
        self.page = page
        self.stack = stack
        self.session = session
        self.traps = traps
        self.box = page.locator("[data-search-box]").first
        self.hits = page.locator("[data-widget=hits] [data-hit]")
        self.stats = page.locator("[data-widget=stats] .stats")
        self.chips = page.locator("[data-widget=current] .filters button")
        self.banner = page.locator(".reconnecting")
        self.connection = page.locator(".connection")

    def go(self, place):
        """Goes to `search`, `bus` or another page by its link, as a person does."""
        self.page.locator(f".nav [data-page={place}]").click()
        expect(self.page.locator(f"{place}-page")).to_be_visible()

    def open(self, place="search", **parameters):
        """Loads the console at a place in its session."""
        extra = "".join(f"&{name}={value}" for name, value in parameters.items())
        self.page.goto(f"{self.stack.url}/#/{place}?session={self.session}{extra}")
        expect(self.page.locator(f"{place}-page")).to_be_visible()
        expect(self.connection).to_have_attribute("data-connection", "live")
        return self

    def type(self, text, delay=15):
        """Types at the speed of a fast typist."""
        self.box.press_sequentially(text, delay=delay)

    def ids(self):
        """The ids of the hits on the screen, in order."""
        return self.hits.evaluate_all("cards => cards.map((card) => card.dataset.hit)")

    def shows(self, views):
        """Waits until hits and their number are those of the views, and facet counts too."""
        wanted = [hit["objectID"] for hit in views["hits"]["hits"]]
        eventually(self.ids, lambda ids: ids == wanted, f"the screen shows {wanted}")
        expect(self.stats).to_have_text(re.compile(f"^{views['stats']['nbHits']:,} results? "))
        counts = {str(item["value"]): item["count"] for item in views["brand"]["items"]}
        eventually(lambda: self.counts("brand"), lambda shown: shown == counts, f"the brands are {counts}")

    def facet(self, widget, value):
        """The checkbox of a facet value."""
        return self.page.locator(f"[data-widget={widget}]").get_by_role("checkbox", name=value)

    def counts(self, widget):
        """The values of a refinement list with their counts, once it is drawn: out of sight that is later."""
        self.page.locator(f"[data-widget={widget}] .value").first.wait_for(state="attached")
        rows = self.page.locator(f"[data-widget={widget}] .value").evaluate_all(
            "rows => rows.map((row) => [String(JSON.parse(row.dataset.value)), row.querySelector('.count').textContent])")
        return {value: int(count.replace(",", "")) for value, count in rows}

    def handle(self, widget, end):
        """One handle of a range, `min` or `max`."""
        return self.page.locator(f"[data-widget={widget}] [data-end={end}]")

    def prices(self):
        """The prices on the hits' cards; none while cards are being drawn."""
        texts = self.hits.locator(".meta-currency").all_inner_texts()
        if not all(texts):
            return []
        return [float(text.replace("$", "").replace(",", "")) for text in texts]

    def scroll_to_end(self):
        """Turns the wheel to the end of what is loaded."""
        # Before the list is laid out there is nothing to scroll, and a turn of the wheel has no effect.
        self.page.wait_for_function("document.documentElement.scrollHeight > innerHeight")
        self.page.mouse.move(*self._middle())
        self.page.mouse.wheel(0, 20_000)

    def _middle(self):
        size = self.page.viewport_size
        return size["width"] / 2, size["height"] / 2
