# SPDX-License-Identifier: MIT
"""The inspector explains the order of hits."""

from playwright.sync_api import expect

from console_axe import findings


def test_the_order_of_hits_is_explained(stack, console):
    """By the criteria of the engine, with the one that decides between neighbours, and by what was found for each word."""
    screen = console()
    screen.type("lampp")
    hits = stack.settled(screen.session, "lampp")["hits"]["hits"]
    screen.go("bus")
    page = screen.page
    page.locator("bus-page .action-row[role=option]", has_text="set-query box “lampp”").first.click()
    page.get_by_role("tab", name="Ranking").click()
    choice = page.get_by_label("Searcher")
    expect(choice).to_be_visible()
    choice.select_option("products")
    table = page.locator(".ranking-table")
    expect(table.locator("thead th")).to_contain_text(["#", "Hit", "Typos", "Index order", "Found"])
    rows = table.locator("tbody tr")
    expect(rows).to_have_count(len(hits))
    expect(rows.first.locator("th")).to_have_attribute("title", hits[0]["objectID"])
    expect(rows.first.locator(".ranking-words")).to_contain_text("lampp → lamp one typo in ")
    # Each hit falls behind the one above it by one criterion; the first has none above.
    expect(table.locator(".is-deciding")).to_have_count(len(hits) - 1)
    expect(page.locator(".hit-ranking .trace-note")).not_to_contain_text("has changed since")
    assert not findings(page, "ranking")

    # What has no hits is said.
    page.locator("bus-page .action-row[role=option]", has_text="start session").first.click()
    expect(page.locator(".hit-ranking")).to_contain_text("Found")
    stack.send(screen.session, ("box", "set-query", {"query": "qqqqzzzzxxxx"}))
    page.locator("bus-page .action-row[role=option]", has_text="qqqqzzzz").first.click()
    expect(page.locator(".hit-ranking")).to_contain_text("found nothing")
