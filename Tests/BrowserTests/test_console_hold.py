# SPDX-License-Identifier: MIT
"""The inspector as a breakpoint: the next intent of a session is held, looked at, and released or dropped."""

from playwright.sync_api import expect


def test_an_intent_is_held_released_and_dropped(stack, console):
    """What a person types elsewhere waits in the inspector; released it has its results, dropped it has none."""
    person = console()
    inspector = console(session=person.session)
    inspector.go("bus")
    page = inspector.page
    panel = page.get_by_role("region", name="Held intent")
    expect(panel).to_be_hidden()
    page.get_by_role("button", name="Hold next intent").click()
    expect(panel).to_contain_text("The next intent of this session is held here.")
    person.type("boot")
    expect(panel).to_contain_text("set-query to box, held since")
    expect(panel.locator(".hold-data")).to_contain_text('query: "')
    assert stack.views(person.session)["box"]["query"] == ""
    page.get_by_role("button", name="Release", exact=True).click()
    stack.settled(person.session, "boot")
    expect(panel).to_contain_text("The held intent was released.")
    expect(page.get_by_role("button", name="Hold next intent")).to_have_attribute("aria-pressed", "false")

    # By keyboard, and in the panel below the search.
    inspector.go("search")
    page.keyboard.press("Control+.")
    page.locator("bus-page[docked] .action-row[role=option]").first.click()
    page.keyboard.press("h")
    expect(panel).to_contain_text("The next intent of this session is held here.")
    person.traps.allow("status of 409")
    person.page.locator("[data-widget=brand] input[type=checkbox]").first.click()
    expect(panel).to_contain_text("select to brand, held since")
    page.keyboard.press("d")
    expect(panel).to_contain_text("The held intent was dropped; its sender gets an error.")
    expect(person.page.get_by_text("An administrator dropped this intent")).to_be_visible()
    assert stack.views(person.session)["brand"].get("selected", []) == []


def test_an_inspector_that_goes_away_releases(stack, console):
    person = console()
    inspector = console(session=person.session)
    inspector.go("bus")
    inspector.page.get_by_role("button", name="Hold next intent").click()
    panel = inspector.page.get_by_role("region", name="Held intent")
    expect(panel).to_contain_text("is held here")
    person.type("boots")
    expect(panel).to_contain_text("set-query to box, held since")
    inspector.page.close()
    stack.settled(person.session, "boots")
