#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Takes pictures of every page, light and dark, wide and narrow, of a store that runs for this.

Usage: screenshots.py FOLDER     (SEARCHBUS_BIN and the other variables are those of the tests, see conftest.py)
"""

import pathlib
import re
import sys

from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Support"))
from console_screen import Screen, Traps  # noqa: E402
from console_stack import Stack  # noqa: E402
from searchbus_testing import BROWSER  # noqa: E402

SIZES = {"wide": {"width": 1440, "height": 900}, "narrow": {"width": 390, "height": 844}}
QUERY = "wireless headph"


def prepare(screen):
    """Brings the search page into the state that pictures show: a text, two brands and a range."""
    stack = screen.stack
    latency = screen.page.locator(".latency")
    for _ in range(10):  # Until the badge tells of the console, not of a machine that is busy with something else.
        screen.box.fill("")
        stack.settled(screen.session, "")
        screen.type(QUERY, delay=60)
        stack.settled(screen.session, QUERY)
        expect(latency).to_be_visible()
        if float(latency.get_attribute("data-milliseconds")) < 80:
            break
    brands = [item["value"] for item in stack.settled(screen.session, QUERY)["brand"]["items"]]
    choices = [("brand", "select", {"values": brands[:2], "on": True}), ("price", "set-range", {"range": [20, 80]})]
    stack.send(screen.session, *choices)
    screen.shows(stack.fresh(QUERY, *choices))
    expect(screen.chips).to_have_count(3)


def picture(screen, folder, name):
    """Saves what is in the window, once nothing moves."""
    screen.page.screenshot(path=folder / f"{name}.png", animations="disabled")
    print(folder / f"{name}.png")


def take(screen, folder, suffix, narrow):
    """All pictures in one size and theme."""
    page = screen.page
    prepare(screen)
    picture(screen, folder, f"search-{suffix}")
    if narrow:
        page.locator(".drawer-button").click()
        expect(page.locator(".side")).to_be_visible()
        picture(screen, folder, f"drawer-{suffix}")
        page.get_by_role("button", name=re.compile(r"^Show \d+ results?$")).click()
    # What was out of sight gets its true height only now.
    for _ in range(3):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.wait_for_timeout(200)
    picture(screen, folder, f"search-end-{suffix}")

    badge = page.locator(".latency")
    screen.box.fill("wireless headphones")
    screen.stack.settled(screen.session, "wireless headphones")
    expect(badge).to_have_attribute("href", re.compile("action="))
    badge.click()
    expect(page.locator(".step[data-topic^='view/hits/']").first).to_be_attached()
    picture(screen, folder, f"action-{suffix}")
    page.get_by_role("button", name="Close").click()
    picture(screen, folder, f"bus-{suffix}")
    page.get_by_role("button", name="Processes").click()
    expect(page.locator(".process-table [data-process]").first).to_be_attached()
    picture(screen, folder, f"processes-{suffix}")


def main(folder):
    """Takes all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=30_000)
    stack = Stack()
    try:
        stack.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=BROWSER, args=["--no-sandbox"])
            for size, viewport in SIZES.items():
                for theme in ("light", "dark"):
                    context = browser.new_context(
                        viewport=viewport, color_scheme=theme, locale="en-US", has_touch=size == "narrow")
                    traps = Traps(context)
                    page = context.new_page()
                    page.goto(stack.new_link())
                    screen = Screen(page, stack, stack.new_session(), traps).open()
                    take(screen, folder, f"{size}-{theme}", size == "narrow")
                    assert traps.caught() == [], traps.caught()
                    context.close()
    finally:
        stack.stop()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: screenshots.py FOLDER")
    main(pathlib.Path(sys.argv[1]))
