# SPDX-License-Identifier: MIT
"""Links to a session, as users share them: a visitor sees that session, and nothing else of the console."""

import http.server
import json
import os
import pathlib
import re
import threading
import urllib.request

import pytest
from console_axe import findings
from playwright.sync_api import expect

PICTURES = os.environ.get("SEARCHBUS_TEST_PICTURES")
REFUSED = r"status of 40[13]"


@pytest.fixture
def elsewhere():
    """A page of another site: a folder of pages by path, and the address of the site."""
    pages = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):  # noqa: N802
            content = pages.get(self.path, "").encode()
            self.send_response(200 if content else 404)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            """Says nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # Another name than the console's, so that it is another site and not only another port.
    yield pages, f"http://localhost:{server.server_port}"
    server.shutdown()


def follow(stack, contexts, elsewhere, session, *arguments):
    """Clicks a new link to a session on another site's page, in a browser that was never here."""
    link = json.loads(stack.run("link", "--session", session, *arguments, "--json"))
    pages, site = elsewhere
    pages["/"] = f'<!doctype html><title>Mail</title><link rel="icon" href="data:,"><p>Look: <a href="{link["link"]}">my search</a>'
    context, traps = contexts()
    page = context.new_page()
    page.goto(f"{site}/")
    page.get_by_role("link", name="my search").click()
    return link, page, traps


def test_link_clicked_elsewhere_opens_the_session_and_nothing_else(stack, contexts, console, elsewhere):
    """Two browsers share the session: one of the owner, one that was never seen before."""
    session = stack.new_session()
    own = console(session=session)
    _, page, traps = follow(stack, contexts, elsewhere, session)
    expect(page.locator("[data-hit]").first).to_be_visible()
    assert page.url.startswith(f"{stack.url}/") and page.url.endswith(f"#/search?session={session}")
    assert "token" not in page.url and page.evaluate("document.referrer") == ""
    page.locator("[data-search-box]").first.fill("lamp")
    expect(own.page.locator("[data-search-box]").first).to_have_value("lamp")
    expect(page.locator(".visit-note")).to_contain_text("You share this session")
    expect(page.locator(".nav a")).to_have_text(["Search"])
    expect(page.locator("[data-action=new-session]")).to_have_count(0)
    # Another session's address leads back to the own one.
    another = stack.new_session()
    page.goto(f"{stack.url}/#/search?session={another}")
    expect(page).to_have_url(re.compile(f"session={session}$"))
    assert page.evaluate("fetch('/api/log').then((response) => response.status)") == 403
    traps.allow(REFUSED)


def test_a_read_only_visitor_is_informed_and_cannot_change_anything(stack, contexts, console, elsewhere):
    """What the owner does is seen; boxes and filters are not for the person who looks on."""
    session = stack.new_session()
    own = console(session=session)
    _, page, _ = follow(stack, contexts, elsewhere, session, "--read-only")
    expect(page.locator(".visit-note")).to_contain_text("View only")
    own.page.locator("[data-search-box]").first.fill("lamp")
    expect(page.locator("[data-search-box]").first).to_have_value("lamp")
    assert page.locator("search-widget[data-type=search-box], search-widget[data-type=refinement-list]").evaluate_all(
        "(widgets) => widgets.length > 0 && widgets.every((widget) => widget.inert)")
    assert page.locator("search-widget[data-type=hits]").first.evaluate("(widget) => !widget.inert")
    # A button of the list shows it too, without a request: a refusal would be caught.
    page.locator("search-widget[data-type=hits] .load-more").first.dispatch_event("click")
    expect(page.locator(".toast")).to_contain_text("View only")


def test_revoked_link_ends_the_visit_and_says_why(stack, contexts, elsewhere):
    """An open page is notified at once; the link itself opens nothing, and leaves no token behind."""
    session = stack.new_session()
    link, page, traps = follow(stack, contexts, elsewhere, session)
    expect(page.locator("[data-hit]").first).to_be_visible()
    traps.allow(REFUSED)
    stack.run("keys", "delete", link["id"])
    expect(page.get_by_role("heading", name="This access has ended")).to_be_visible()
    expect(page.locator(".locked")).to_contain_text("was revoked")
    other, traps = contexts()
    traps.allow(REFUSED)
    page = other.new_page()
    page.goto(link["link"])
    expect(page.get_by_role("heading", name="This access has ended")).to_be_visible()
    expect(page).to_have_url(f"{stack.url}/s/{session}")


def test_damaged_link_says_what_to_do(stack, contexts):
    """A truncated link."""
    context, traps = contexts()
    traps.allow(REFUSED)
    page = context.new_page()
    page.goto(f"{stack.url}/s/somebody?token=sbk_abc")
    expect(page.get_by_role("heading", name="This link is not valid")).to_be_visible()
    expect(page.locator(".locked")).to_contain_text("Copy the whole link")


@pytest.mark.parametrize("look", ["light", "dark", "phone"])
def test_link_for_others_is_made_in_the_console(stack, contexts, console, look):
    """The owner chooses what it allows and gets it to copy; it opens the session elsewhere, as was chosen."""
    session = stack.new_session()
    more = {"light": {}, "dark": {"color_scheme": "dark"}, "phone": {"viewport": {"width": 375, "height": 760}}}[look]
    page = console(session=session, **more).page
    page.locator("[data-action=links]").click()
    page.get_by_role("button", name="Share…").click()
    dialog = page.get_by_role("dialog", name="Share this session")
    expect(dialog.get_by_role("radio", name="search")).to_be_checked()
    dialog.get_by_role("radio", name="view only").check()
    dialog.get_by_role("combobox", name="Expires after").select_option("1 day")
    dialog.get_by_role("button", name="Create link").click()
    field = dialog.get_by_role("textbox", name="The link")
    expect(field).to_be_focused()
    assert field.input_value().startswith(f"{stack.url}/s/{session}?token=sbk_")
    expect(dialog).to_contain_text("searchbus keys delete")
    assert findings(page, f"link, {look}") == []
    assert dialog.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth")
    if PICTURES:
        page.screenshot(path=pathlib.Path(PICTURES) / f"invitation-{look}.png")
    other, _ = contexts()
    visitor = other.new_page()
    visitor.goto(field.input_value())
    expect(visitor.locator(".visit-note")).to_contain_text("View only")
    # A visitor cannot create links.
    expect(visitor.locator("[data-action=links]")).to_have_count(0)
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_role("status")).to_contain_text(re.compile("copied|by hand"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("[data-action=links]")).to_be_focused()


def test_a_session_of_a_tenant_shows_its_filters(stack, console):
    """An operator who opens it learns why it finds less than the whole."""
    key = stack.run("keys", "create", "--role", "session", "--filters", "(brand:Acme OR brand:Zenith) AND NOT price > 900").strip()
    request = urllib.request.Request(f"{stack.url}/api/sessions", b"{}",
                                     {"authorization": f"Bearer {key}", "content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        session = json.load(response)["session"]
    page = console(session=session).page
    note = page.locator(".visit-note")
    expect(note).to_contain_text("It finds only records with Brand: Acme or Brand: Zenith; Not Price: above 900.")
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/tenant.png")
    assert findings(page, "session of a tenant") == []
    other = console(session=stack.new_session()).page
    expect(other.locator("[data-hit]").first).to_be_visible()
    expect(other.locator(".visit-note")).to_be_hidden()
