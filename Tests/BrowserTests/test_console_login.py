# SPDX-License-Identifier: MIT
"""Authorization: the link works once; then its cookie. Nothing else does."""

from playwright.sync_api import expect

REFUSED = r"status of 401"


def test_link_lets_in_once_and_leaves_a_cookie(stack, contexts):
    """The first opening of a link sets a cookie and drops the token from the address; later visits need no link."""
    context, _ = contexts()
    page = context.new_page()
    page.goto(stack.new_link())
    expect(page.locator("[data-hit]").first).to_be_visible()
    assert "token" not in page.url
    [cookie] = context.cookies()
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"
    page.goto(f"{stack.url}/")
    expect(page.locator("[data-hit]").first).to_be_visible()


def test_used_link_is_refused(stack, contexts):
    """A used link, from a history or a log, opens nothing and shows the remedy."""
    link = stack.new_link()
    first, _ = contexts()
    page = first.new_page()
    page.goto(link)
    expect(page.locator("search-page")).to_be_visible()

    second, traps = contexts()
    traps.allow(REFUSED)
    page = second.new_page()
    page.goto(link)
    expect(page.get_by_role("heading", name="This link is not valid")).to_be_visible()
    expect(page.locator(".locked")).to_contain_text("The link was used already")
    expect(page.locator(".locked")).to_contain_text("searchbus link")
    assert "token" not in page.url
    assert second.cookies() == []


def test_without_a_cookie_everything_is_locked(stack, contexts):
    """Each page is the locked page, which names the command for a new link; a reload with a right opens it."""
    context, traps = contexts()
    traps.allow(REFUSED)
    page = context.new_page()
    for place in ("search", "insights", "bus", "gallery"):
        page.goto(f"{stack.url}/#/{place}?session=somebody")
        expect(page.get_by_role("heading", name="This console is locked")).to_be_visible()
        expect(page.locator(".locked")).to_contain_text("searchbus link")
        expect(page.locator("header")).to_have_count(0)
    page.goto(stack.new_link())
    expect(page.locator("[data-hit]").first).to_be_visible()


def test_guessed_link_is_refused(stack, contexts):
    """A token that was never given opens nothing."""
    context, traps = contexts()
    traps.allow(REFUSED)
    page = context.new_page()
    page.goto(f"{stack.url}/?token={'A' * 43}")
    expect(page.get_by_role("heading", name="This link is not valid")).to_be_visible()
    assert context.cookies() == []
