# SPDX-License-Identifier: MIT
"""The page Insights: it shows the searches and clicks of the search page, accessibly."""

import os
import pathlib
import re

from console_axe import findings
from playwright.sync_api import expect

PICTURES = os.environ.get("SEARCHBUS_TEST_PICTURES")


def picture(page, name):
    """Saves a picture, if requested."""
    if PICTURES:
        page.wait_for_timeout(300)
        page.screenshot(path=pathlib.Path(PICTURES) / f"{name}.png", full_page=True)


def test_searches_and_clicks_are_shown(shown):
    """Before anything, the page says how to get figures; then a search that was opened and one without results are there."""
    # An app of its own: where other tests search, its rows may not be among the first.
    screen = shown("store")
    stack, page = screen.stack, screen.page
    screen.go("insights")
    expect(page.locator(".insights-empty, .insights-content").locator("visible=true").first).to_be_visible()
    picture(page, "insights-empty")
    screen.go("search")
    screen.box.fill("wireless headphones")
    stack.settled(screen.session, "wireless headphones")
    expect(page.locator("[data-query='wireless headphones']").first).to_be_attached()
    screen.hits.nth(2).locator(".hit-open").click()
    page.keyboard.press("Escape")
    screen.box.fill("qqqqzzzz")
    stack.settled(screen.session, "qqqqzzzz")
    screen.go("insights")
    row = page.locator(".ranking-table tr", has_text="wireless headphones").first
    expect(row).to_be_visible()
    expect(row.locator("td").nth(2)).to_have_text("100%")
    expect(row.locator("td").nth(3)).to_have_text("3")
    missing = page.get_by_role("region", name="Searches without results").or_(
        page.locator("section[aria-label='Searches without results']")).first
    expect(missing.locator("th", has_text="qqqqzzzz")).to_be_visible()
    # Columns are for the eyes, for the ears, and for the keyboard.
    chart = page.locator("section[aria-label='Searches over time']")
    column = chart.get_by_role("listitem").last
    expect(column).to_have_accessible_name(re.compile(r"2 searches, 1 without results, 1 session, 1 click|searches"))
    column.focus()
    page.keyboard.press("ArrowLeft")
    expect(chart.get_by_role("listitem").nth(-2)).to_be_focused()
    expect(chart.locator(".chart-words")).to_contain_text("0 searches")
    page.get_by_role("button", name="Today").click()
    expect(page.get_by_role("button", name="Today")).to_have_attribute("aria-pressed", "true")
    expect(row).to_be_visible()
    assert findings(page, "insights") == []
    picture(page, "insights-light")
    page.locator("button.theme, [aria-label='Switch between light and dark']").first.click()
    assert findings(page, "insights, dark") == []
    picture(page, "insights-dark")
    row.get_by_role("link").click()
    expect(page.locator("[data-search-box]").first).to_have_value("wireless headphones")
