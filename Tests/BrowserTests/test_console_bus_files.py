# SPDX-License-Identifier: MIT
"""The inspector beyond what is loaded: the whole log by a filter, and files of events."""

import json

import pytest
from playwright.sync_api import expect

from console_stack import eventually


def rows(page):
    return page.locator("bus-page .action-row[role=option]")


@pytest.fixture
def busy(stack, console):
    """A console whose session typed “boots” first, and then so much that it is no longer loaded."""
    screen = console()
    screen.type("boots")
    stack.settled(screen.session, "boots")
    for number in range(40):
        stack.send(screen.session, ("box", "set-query", {"query": f"lamp {number}"}))
    stack.settled(screen.session, "lamp 39")
    screen.go("bus")
    expect(rows(screen.page).first).to_contain_text("lamp 39")
    return screen


def test_the_whole_log_is_searched_on_enter(stack, busy):
    """What is not loaded is found, also by the time since its cause; the address has the search; an action found is read whole."""
    page = busy.page
    expect(page.locator("bus-page").get_by_text("lamp 0”")).to_have_count(0)
    page.get_by_label("Filter").fill('query:boots kind:view >0us')
    expect(page.get_by_role("button", name="Search the log")).to_be_visible()
    page.get_by_label("Filter").press("Enter")
    expect(page.locator(".bus-count")).to_contain_text("the whole log was searched")
    expect(rows(page).first).to_contain_text("“boots”")
    assert "search=query" in page.url
    rows(page).first.click()
    expect(page.locator(".step[data-event]").first).to_contain_text("intent")
    page.reload()
    expect(rows(page).first).to_contain_text("“boots”")
    page.get_by_role("button", name="Back to live").click()
    page.get_by_label("Filter").fill("")
    expect(rows(page).first).to_contain_text("lamp 39")
    expect(page.locator(".bus-count")).to_contain_text("live")


def test_a_search_that_finds_nothing_is_shown_as_such(busy):
    page = busy.page
    page.get_by_label("Filter").fill("query:nothing-like-it")
    expect(page.locator("bus-page .page-state")).to_contain_text("No loaded event passes the filter")
    page.locator("bus-page .page-state").get_by_role("button", name="Search the whole log").click()
    expect(page.locator("bus-page .page-state")).to_contain_text("No event on the log passes the filter.")


def test_a_filter_that_is_wrong_is_not_searched_for(busy):
    page = busy.page
    page.get_by_label("Filter").fill("colour:red")
    page.get_by_label("Filter").press("Enter")
    expect(page.locator(".bus-problem")).to_contain_text("Unknown field “colour”")
    assert "search=" not in page.url


def test_an_exported_file_is_opened_and_sent_to_a_new_session(stack, busy):
    """The file shows what the page showed; its intents make the same queries in a session of their own."""
    page = busy.page
    page.get_by_label("Filter").fill("query:lamp")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    file = download.value.path()
    queries = [line["event"]["data"]["query"] for line in map(json.loads, file.read_text().splitlines())
               if line["topic"].startswith("intent/box/")]
    assert queries[-1] == "lamp 39"
    page.get_by_label("Filter").fill("")
    page.locator("input[type=file]").set_input_files({"name": "seen.ndjson", "mimeType": "application/x-ndjson", "buffer": file.read_bytes()})
    expect(page.locator(".bus-count")).to_contain_text("file seen")
    expect(rows(page).first).to_contain_text("lamp 39")
    shorter = b"\n".join(file.read_bytes().splitlines()[:40])
    page.locator("input[type=file]").set_input_files({"name": "seen.ndjson", "mimeType": "application/x-ndjson", "buffer": shorter})
    expect(page.locator(".bus-count")).to_contain_text("40 events")
    page.locator("input[type=file]").set_input_files({"name": "seen.ndjson", "mimeType": "application/x-ndjson", "buffer": file.read_bytes()})
    expect(rows(page).first).to_contain_text("lamp 39")
    page.get_by_role("button", name="Send to a new session").click()
    expect(page.locator(".bus-count")).to_contain_text("live")
    new = page.url.split("session=")[1].split("&")[0]
    assert new != busy.session
    eventually(lambda: [event["event"]["data"]["query"] for event in stack.log(session=new, topic="intent/box/", after=0, limit=1000)],
               lambda sent: sent == queries, "the intents are sent in their order")


@pytest.mark.parametrize(("text", "words"), [
    ("{", "Line 1 of the file is not JSON"),
    ('{"topic":"view/hits/s/","event":{"id":"1","type":"t","source":"/s","time":"2026-01-31T09:30:00Z"}}\n\n[]', "Line 3 of the file has no topic"),
    ('{"topic":"view/hits/s/","event":{"id":"1"}}', "Line 1 of the file has an event without “type”"),
    ('{"topic":"view/hits/s/","event":{"id":"1","type":"t","source":"/s","time":"x"}}', "an invalid time"),
])
def test_a_malformed_file_names_the_line(console, text, words):
    screen = console(place="bus")
    expect(rows(screen.page).first).to_be_visible()
    screen.page.locator("input[type=file]").set_input_files({"name": "a.ndjson", "mimeType": "application/x-ndjson", "buffer": text.encode()})
    expect(screen.page.locator(".bus-problem")).to_contain_text(words)
    expect(rows(screen.page).first).to_be_visible()


def test_the_command_for_a_test_is_copied(stack, busy):
    page = busy.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="As a test").click()
    command = eventually(lambda: page.evaluate("navigator.clipboard.readText()"), bool, "the command is copied")
    assert command == f"searchbus session export {busy.session} --case {busy.session}.case && searchbus test {busy.session}.case"
