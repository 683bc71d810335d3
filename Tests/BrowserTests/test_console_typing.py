# SPDX-License-Identifier: MIT
"""Typing: results with each letter, for the final text in the end, and a text that is never overwritten."""

import re

from playwright.sync_api import expect

QUERY = "wireless headph"


def test_fast_typing_ends_in_the_results_of_the_final_text(stack, console):
    """Hits, their number, the facets' counts and the films follow the text; the text itself is never rewritten."""
    screen = console(watch_text=True)
    expect(screen.hits).to_have_count(20)
    before = screen.ids(), screen.counts("brand")
    screen.type(QUERY)
    assert screen.box.input_value() == QUERY
    right = stack.fresh(QUERY)
    screen.shows(right)
    assert (screen.ids(), screen.counts("brand")) != before
    assert screen.box.input_value() == QUERY


def test_matches_are_marked(console):
    """Each word of the query is marked where a hit begins with it, and nothing else is."""
    screen = console()
    screen.type(QUERY)
    expect(screen.hits.locator("mark").filter(has_text=re.compile("^headph$", re.IGNORECASE)).first).to_be_visible()
    marked = {text.lower() for text in screen.hits.locator("mark").all_inner_texts()}
    assert marked == {"wireless", "headph"}


def test_views_never_go_back(stack, console):
    """The queries that hits were shown for are a way to the final text, without a step back."""
    screen = console()
    screen.type(QUERY, delay=8)
    stack.settled(screen.session, QUERY)
    entries = stack.log(topic="view/hits/", session=screen.session, limit=1000)
    shown = [entry["event"]["data"]["query"] for entry in entries]
    assert shown[-1] == QUERY
    assert shown == sorted(shown, key=len)
    assert all(QUERY.startswith(query) for query in shown)


def test_corrections_count_in_the_order_they_were_made(stack, console):
    """Deleting and typing again within a breath ends in the last text."""
    screen = console(watch_text=True)
    screen.type("camera", delay=8)
    for _ in "camera":
        screen.box.press("Backspace")
    screen.type("desk lamp", delay=8)
    screen.shows(stack.fresh("desk lamp"))
    assert screen.box.input_value() == "desk lamp"


def test_films_and_actors_come_with_the_same_keystroke(console):
    """One search answers for all searchers; lists without results show it."""
    screen = console()
    expect(screen.page.locator("[data-widget=filmHits] .empty")).to_contain_text("Type to search")
    screen.type("james")
    expect(screen.page.locator("[data-widget=actorHits] [data-hit] mark").first).to_have_text("James")
    expect(screen.page.locator("[data-widget=filmHits] [data-hit]").first).to_be_visible()
    screen.box.fill("qqqqzzzz")
    for widget in ("hits", "filmHits", "actorHits"):
        expect(screen.page.locator(f"[data-widget={widget}] .empty")).to_contain_text("Nothing matches “qqqqzzzz”")


def test_latency_badge_leads_to_the_action_of_the_keystroke(console):
    """The badge tells how long the last keystroke took, and opens its waterfall."""
    screen = console()
    screen.type("lamp")
    badge = screen.page.locator(".latency")
    expect(badge).to_have_attribute("href", re.compile("action="))
    badge.click()
    expect(screen.page.locator(".step[data-event]").first).to_contain_text("set-query")


def test_any_text_is_text(stack, console):
    """Signs that mean something elsewhere are typed, searched and kept as they are."""
    screen = console()
    for text in ("Ünïcödé 北京", "a\"b OR name:*", "100% (sale)", "  two  spaces  "):
        screen.box.fill("")
        screen.type(text, delay=0)
        stack.settled(screen.session, text)
        assert screen.box.input_value() == text
        expect(screen.stats).to_be_visible()
