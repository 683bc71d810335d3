# SPDX-License-Identifier: MIT
"""Sessions outlive pages: further pages of hits, reloads, links, several browsers, and changes of the index."""

import re

from playwright.sync_api import expect

from console_screen import LOST_CONNECTION
from console_stack import eventually

MISSING = r"status of 404"


def test_scrolling_loads_more_without_repeats(stack, console):
    """The end of the list loads the next page, again and again; no hit comes twice, none is left out."""
    screen = console()
    screen.type("wireless")
    screen.shows(stack.settled(screen.session, "wireless"))
    for count in (40, 60, 80):
        screen.scroll_to_end()
        eventually(lambda: len(screen.ids()), lambda shown, count=count: shown >= count, f"{count} hits are shown")
    ids = screen.ids()
    assert len(set(ids)) == len(ids)
    assert ids == [hit["objectID"] for hit in stack.views(screen.session)["hits"]["hits"]]


def test_new_query_begins_at_the_top(stack, console):
    """After scrolling down, typing shows the first of the new hits."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    screen.scroll_to_end()
    expect(screen.hits.nth(25)).to_be_attached()
    screen.page.keyboard.press("/")
    screen.page.keyboard.type("lamp", delay=15)
    stack.settled(screen.session, "lamp")
    expect(screen.hits.first).to_be_in_viewport()


def test_reload_finds_everything_again(stack, console):
    """Query, refinement, range, hits and scroll position are as before."""
    screen = console()
    screen.type("wireless")
    name = next(iter(stack.settled(screen.session, "wireless")["brand"]["items"]))["value"]
    screen.facet("brand", name).check()
    expect(screen.chips).to_have_text([name])
    # The list that the choice leads to begins at its top, wherever one had scrolled to in the one before.
    eventually(lambda: set(screen.hits.locator(".hit-subtitle").all_inner_texts()), lambda brands: brands == {name},
               f"all hits are of {name}")
    screen.scroll_to_end()
    expect(screen.hits.nth(25)).to_be_attached()
    before = stack.views(screen.session)
    screen.page.reload()
    expect(screen.box).to_have_value("wireless")
    expect(screen.chips).to_have_text([name])
    expect(screen.facet("brand", name)).to_be_checked()
    screen.shows(before)
    eventually(lambda: screen.page.evaluate("scrollY"), lambda top: top > 300, "the page is scrolled to where it was")


def test_address_without_a_session_finds_the_last_one(stack, console):
    """The console remembers which session this browser was in."""
    screen = console()
    screen.type("lamp")
    stack.settled(screen.session, "lamp")
    screen.page.goto("about:blank")
    screen.page.goto(f"{stack.url}/")
    expect(screen.box).to_have_value("lamp")
    assert f"session={screen.session}" in screen.page.url


def test_two_browsers_in_one_session_see_each_other(stack, console):
    """Text, refinements and clearing go both ways."""
    one = console()
    two = console(session=one.session)
    one.type("wireless")
    expect(two.box).to_have_value("wireless")
    two.shows(stack.settled(one.session, "wireless"))

    name = next(iter(two.counts("brand")))
    two.facet("brand", name).check()
    expect(one.facet("brand", name)).to_be_checked()
    expect(one.chips).to_have_text([name])

    one.chips.click()
    expect(two.chips).to_have_count(0)
    expect(two.facet("brand", name)).not_to_be_checked()
    two.box.fill("lamp")
    expect(one.box).to_have_value("lamp")
    one.shows(stack.settled(one.session, "lamp"))


def test_text_is_there_after_a_look_at_another_page(stack, console):
    """The typed text is kept when the user returns from another page."""
    screen = console()
    screen.type("lamp")
    stack.settled(screen.session, "lamp")
    screen.go("bus")
    screen.go("search")
    expect(screen.box).to_have_value("lamp")


def test_sessions_do_not_see_each_other(stack, console):
    """What happens in one session leaves another as it is."""
    one, two = console(), console()
    one.type("lamp")
    stack.settled(one.session, "lamp")
    assert two.box.input_value() == ""
    two.shows(stack.fresh(""))


def test_copied_link_leads_to_the_state(stack, console):
    """The copied link shows the same to every user."""
    screen = console(permissions=["clipboard-read", "clipboard-write"])
    screen.type("desk lamp")
    views = stack.settled(screen.session, "desk lamp")
    screen.page.get_by_role("button", name="Links to this session").click()
    screen.page.get_by_role("button", name="Copy a link to this session").click()
    expect(screen.page.locator(".toast")).to_contain_text("copied")
    link = screen.page.evaluate("navigator.clipboard.readText()")
    other = console()
    other.page.goto(link)
    expect(other.box).to_have_value("desk lamp")
    other.shows(views)


def test_new_session_is_empty_and_back_returns(stack, console):
    """The plus begins a new session; the browser's back button leads to the session before."""
    screen = console()
    screen.type("lamp")
    stack.settled(screen.session, "lamp")
    screen.page.get_by_role("button", name="New session").click()
    expect(screen.box).to_have_value("")
    screen.shows(stack.fresh(""))
    screen.page.go_back()
    expect(screen.box).to_have_value("lamp")


def test_link_to_an_unknown_session_makes_it(stack, console):
    """A session that does not exist, or no longer, begins under the name in the link."""
    screen = console()
    screen.traps.allow(MISSING)
    screen.session = f"made-by-link-{screen.session}"[:64]
    screen.page.goto("about:blank")
    screen.open()
    expect(screen.hits).to_have_count(20)
    screen.type("lamp")
    stack.settled(screen.session, "lamp")


def test_change_of_the_index_is_pushed(stack, console):
    """A product that is imported while its query is on the screen appears by itself."""
    word = "zyxwidget"
    screen = console()
    screen.type(word)
    expect(screen.page.locator("[data-widget=hits] .empty")).to_contain_text(word)
    screen.page.evaluate("() => { window.stillTheSamePage = true; }")
    stack.add_products({"objectID": f"new-{word}", "name": f"Useful {word}", "brand": "Browserly", "price": 12.5,
                        "categories": ["Widgets"], "popularity": 1})
    expect(screen.hits).to_have_count(1)
    expect(screen.hits.locator("mark")).to_have_text(word)
    expect(screen.stats).to_have_text(re.compile("^1 result"))
    assert screen.counts("brand") == {"Browserly": 1}
    assert screen.page.evaluate("window.stillTheSamePage")


def test_text_typed_without_a_connection_is_not_lost(stack, console):
    """What is typed offline is sent once the connection is back; until then the page says what it is doing."""
    screen = console(watch_text=True)
    screen.traps.allow(LOST_CONNECTION)
    screen.page.context.set_offline(True)
    screen.type("desk lamp")
    expect(screen.banner).to_be_visible()
    assert screen.box.input_value() == "desk lamp"
    screen.page.context.set_offline(False)
    expect(screen.banner).to_be_hidden()
    screen.shows(stack.fresh("desk lamp"))


def test_link_opened_while_a_session_is_being_made(stack, right, contexts):
    """A new session that comes late does not take the place of the one a link has named meanwhile."""
    wanted = stack.new_session()
    context, _ = contexts(storage_state=right)
    page = context.new_page()
    waiting = []
    page.route("**/api/sessions", lambda route: waiting.append(route))
    page.goto(f"{stack.url}/")
    eventually(lambda: page.evaluate("1") and len(waiting), lambda count: count == 1, "a session is asked for")
    page.goto(f"{stack.url}/#/search?session={wanted}")
    expect(page.locator("[data-session]")).to_have_text(wanted)
    with page.expect_response("**/api/sessions"):
        waiting[0].continue_()
    expect(page.locator("[data-hit]").first).to_be_visible()
    assert f"session={wanted}" in page.url
