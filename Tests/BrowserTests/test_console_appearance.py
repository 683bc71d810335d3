# SPDX-License-Identifier: MIT
"""Every page at every size, in light and dark, by keyboard alone; and the policy that guards them."""

import re

import pytest
from playwright.sync_api import expect

from console_stack import eventually

NARROW = {"width": 390, "height": 844}
PLACES = ("search", "insights", "bus", "gallery")


@pytest.mark.parametrize("options", [{}, {"viewport": NARROW, "color_scheme": "dark"}], ids=["wide", "narrow-dark"])
def test_pages_open_without_errors_and_fit(console, options):
    """Each page by its link: no error, nothing wider than the window, a title of its own, a policy on each answer."""
    screen = console(**options)
    answers = []
    screen.page.on("response", lambda response: answers.append(response))
    for place in (*PLACES, *reversed(PLACES)):
        screen.go(place)
        expect(screen.page).to_have_title(re.compile(place, re.IGNORECASE))
        expect(screen.page.locator(f".nav [data-page={place}]")).to_have_attribute("aria-current", "page")
        content = {"search": "[data-hit]", "bus": ".action-row[role=option]"}.get(place, f"{place}-page")
        expect(screen.page.locator(content).first).to_be_visible()
        too_wide = screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert too_wide <= 0
    screen.page.reload()
    expect(screen.hits.first).to_be_visible()
    assert len(answers) > 20
    for answer in answers:
        policy = answer.headers.get("content-security-policy", "")
        assert "default-src 'none'" in policy and "require-trusted-types-for 'script'" in policy, answer.url


def test_drawer_on_a_narrow_screen(console):
    """Refinements wait in a drawer: it opens, filters, and closes by its button, Escape and a tap beside it."""
    screen = console(viewport=NARROW, has_touch=True)
    side = screen.page.locator(".side")
    opener = screen.page.locator(".drawer-button")
    expect(side).to_be_hidden()
    opener.click()
    expect(side).to_be_visible()
    name = next(iter(screen.counts("brand")))
    screen.facet("brand", name).check()
    expect(screen.chips).to_have_text([name])
    expect(opener).to_have_accessible_name("Refine 1 filter in force")
    screen.page.get_by_role("button", name=re.compile(r"^Show [\d,]+ results?$")).click()
    expect(side).to_be_hidden()
    expect(screen.chips).to_be_visible()
    expect(screen.hits.locator(".hit-subtitle").first).to_have_text(name)

    opener.click()
    expect(side).to_be_visible()
    screen.page.keyboard.press("Escape")
    expect(side).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    expect(side).to_be_visible()
    screen.page.mouse.click(NARROW["width"] - 10, NARROW["height"] / 2)
    expect(side).to_be_hidden()


def brightness(screen):
    """How bright the page's ground is, from 0 to 255."""
    colour = screen.page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    parts = [int(part) for part in re.findall(r"\d+", colour)[:3]]
    return sum(parts) / 3


def test_dark_mode_follows_the_system_and_the_button(console):
    """The system's preference holds until the button changes it, also after a reload; and again once it is what the button chose."""
    screen = console(color_scheme="dark")
    assert brightness(screen) < 60
    button = screen.page.get_by_role("button", name="Switch between light and dark")
    button.click()
    eventually(lambda: brightness(screen), lambda value: value > 200, "the page is light")
    screen.page.reload()
    expect(screen.hits.first).to_be_visible()
    assert brightness(screen) > 200
    screen.page.emulate_media(color_scheme="light")
    screen.page.emulate_media(color_scheme="dark")
    assert brightness(screen) > 200, "the choice stays when the system changes"
    button.click()
    eventually(lambda: brightness(screen), lambda value: value < 60, "the page is dark")
    screen.page.emulate_media(color_scheme="light")
    eventually(lambda: brightness(screen), lambda value: value > 200, "the page follows the system again")


def test_keyboard_alone_is_enough(stack, console):
    """`/` to the box, Escape empties it, Tab and arrows to facets and hits, Space and Enter to choose."""
    screen = console()
    keys = screen.page.keyboard
    expect(screen.hits).to_have_count(20)
    keys.press("/")
    expect(screen.box).to_be_focused()
    assert screen.box.input_value() == ""
    keys.type("wireless", delay=15)
    screen.shows(stack.settled(screen.session, "wireless"))

    boxes = screen.page.locator("[data-widget=brand] input")
    while not boxes.evaluate_all("boxes => boxes.includes(document.activeElement)"):
        keys.press("Tab")
    keys.press("ArrowDown")
    expect(boxes.nth(1)).to_be_focused()
    keys.press("Space")
    expect(screen.chips).to_have_count(1)
    expect(screen.page.locator("[data-widget=brand] input:focus")).to_be_checked()

    cards = screen.hits.locator(".hit-open")
    while not cards.evaluate_all("cards => cards.includes(document.activeElement)"):
        keys.press("Tab")
    expect(cards.first).to_be_focused()
    keys.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    keys.press("ArrowDown")
    expect(cards.nth(5)).to_be_focused()
    keys.press("Home")
    expect(cards.first).to_be_focused()

    keys.press("Enter")
    dialog = screen.page.get_by_role("dialog", name=cards.first.inner_text())
    expect(dialog).to_contain_text("Free shipping")
    expect(dialog.locator("dt:has-text('Price') + dd")).to_have_text(screen.hits.first.locator(".meta-currency").inner_text())
    expect(dialog.get_by_role("button", name="Close")).to_be_focused()
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    expect(cards.first).to_be_focused()

    keys.press("/")
    expect(screen.box).to_be_focused()
    keys.press("Escape")
    expect(screen.box).to_have_value("")
    stack.settled(screen.session, "")

    screen.chips.focus()
    keys.press("Enter")
    expect(screen.chips).to_have_count(0)


def test_slash_is_a_letter_where_one_types(console):
    """Within a field the key is what it says."""
    screen = console()
    screen.type("a/b")
    expect(screen.box).to_have_value("a/b")


def test_skip_link_leads_past_the_top_bar(console):
    """The first stop of the Tab key jumps to the page."""
    screen = console()
    screen.page.keyboard.press("Tab")
    expect(screen.page.locator(".skip-link")).to_be_focused()
    screen.page.keyboard.press("Enter")
    expect(screen.page.locator("#page")).to_be_focused()


def test_screen_readers_announce_the_results(console):
    """One polite region announces, after typing, the number of results; every control has a name."""
    screen = console()
    screen.type("lamp")
    expect(screen.page.locator("#announcements")).to_have_text(re.compile(r"^\d+ results? \("))
    for role in ("button", "link", "checkbox", "slider", "spinbutton", "searchbox", "tab"):
        nameless = screen.page.get_by_role(role, name=re.compile("^$"))
        assert nameless.count() == 0, role
