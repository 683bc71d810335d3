# SPDX-License-Identifier: MIT
"""Steps back and forth, and addresses that people can read: states of a session are put back, copied and shared."""

import re

from playwright.sync_api import expect

from console_stack import eventually

OWNERSHIP = """
async () => {
  const { TextOwnership } = await import("/client/text-ownership.js");
  const text = new TextOwnership("me");
  const focused = { focused: true, composing: false };
  const takes = [];
  const view = (client, edit) => takes.push(text.takesOver({ client, edit }, focused));
  text.changed(); text.changed();
  view("me", 1);     // an echo of the older edit, while the newer is on its way
  view("me", 2);     // the echo of the newer
  view("me", 1);     // undone
  view("me", 2);     // redone
  view("other", 9);  // another client
  text.changed();
  view("other", 10); // ours is on its way
  view("me", 3);
  return takes;
}
"""

LATE = """
async () => {
  const { TextField } = await import("/client/text-field.js");
  const sent = [];
  const field = new TextField({ post: async (text) => sent.push(text) });
  document.body.append(field.input);
  field.input.focus();
  for (const text of ["jaws", ""]) field.enter(text);
  await Promise.resolve();
  const [first, second] = sent;
  field.render(first);                            // The second one is still being applied.
  window.late = { field, second };
}
"""

PAGES = """
async () => {
  const { PagedViews } = await import("/client/paged-views.js");
  const hits = (...ids) => ids.map((objectID) => ({ objectID }));
  const ids = (views) => views.get("hits").hits.map((hit) => hit.objectID).join("");
  const views = new PagedViews();
  const seen = [];
  const step = (name, view) => { views.set(name, view); seen.push(views.has("hits") ? ids(views) : null); };
  step("hits.1", { list: 7, page: 1, hits: hits("c", "d") });
  step("hits", { list: 7, pages: 3, hits: hits("a", "b") });
  step("hits.2", { list: 7, page: 2, hits: hits("e") });
  step("hits.3", { list: 7, page: 3, hits: hits("f") });
  step("hits.1", { list: 6, page: 1, hits: hits("z") });
  step("hits", { list: 8, pages: 1, hits: hits("k") });
  step("hits.1", { list: 8, page: 1, hits: hits("l") });
  step("hits", { list: 8, pages: 2, hits: hits("k") });
  step("hits", { pages: [0, 1], hits: hits("o", "p") });
  return seen;
}
"""


def test_text_is_put_back_but_never_by_an_echo(console):
    """Echoes of this browser's edits do not change its text; an undo does."""
    assert console().page.evaluate(OWNERSHIP) == [False, False, True, True, True, False, False]


def test_an_emptied_field_stays_empty_while_earlier_changes_are_echoed(console):
    """However long the echo of the last change takes; a text that another client sets then is taken over."""
    page = console().page
    page.clock.install()
    page.evaluate(LATE)
    for _ in range(5):
        page.clock.fast_forward(2_000)
        assert page.evaluate("late.field.input.value") == ""
    page.evaluate("late.field.render(late.second)")
    page.evaluate("late.field.render({ query: 'alien', client: 'other', edit: 1 })")
    assert page.evaluate("late.field.input.value") == "alien"


def test_pages_of_one_list_are_one_list(console):
    """Pages count in their order up to a gap, if they belong to the list; a view with all hits stands for itself."""
    assert console().page.evaluate(PAGES) == [None, "abcd", "abcde", "abcde", "ab", "k", "k", "kl", "op"]


def test_more_pages_leave_the_cards_that_are_there(stack, console):
    """Loading more appends cards; those of the earlier pages are the same elements, untouched."""
    screen = console()
    screen.type("wireless")
    screen.shows(stack.settled(screen.session, "wireless"))
    screen.page.evaluate("""() => { window.touched = 0;
      const cards = [...document.querySelectorAll("[data-widget=hits] .hit-body")];
      const observer = new MutationObserver((records) => { touched += records.length; });
      for (const card of cards) observer.observe(card, { subtree: true, childList: true, characterData: true }); }""")
    first = screen.ids()
    screen.scroll_to_end()
    eventually(lambda: len(screen.ids()), lambda shown: shown >= 40, "40 hits are shown")
    assert screen.ids()[:20] == first
    assert screen.page.evaluate("touched") == 0


def test_undo_and_redo_by_button_and_key(stack, console):
    """Each step can be taken back and done again; keystrokes of one text are one step; the box follows."""
    screen = console()
    undo, redo = (screen.page.locator(f"[data-action={name}]") for name in ("undo", "redo"))
    expect(undo).to_be_disabled()
    screen.type("lamp")
    stack.settled(screen.session, "lamp")
    name = next(iter(screen.counts("brand")))
    screen.facet("brand", name).check()
    expect(screen.chips).to_have_text([name])
    undo.click()
    expect(screen.chips).to_have_count(0)
    undo.click()
    expect(screen.box).to_have_value("")
    expect(undo).to_be_disabled()
    screen.page.keyboard.press("Control+Shift+Z")
    expect(screen.box).to_have_value("lamp")
    redo.click()
    expect(screen.chips).to_have_text([name])
    screen.page.keyboard.press("Control+z")
    expect(screen.chips).to_have_count(0)
    screen.shows(stack.fresh("lamp"))


def test_undo_in_a_text_field_is_the_fields_own(stack, console):
    """In the box the keys undo typing, as everywhere."""
    screen = console()
    name = next(iter(screen.counts("brand")))
    screen.facet("brand", name).check()
    expect(screen.chips).to_have_text([name])
    screen.type("lamp")
    stack.settled(screen.session, "lamp")
    screen.box.press("Control+z")
    expect(screen.chips).to_have_text([name])


def test_address_tells_the_state_and_makes_it(stack, console):
    """The address bar shows what is searched and filtered; in a fresh tab it begins a session of its own there."""
    screen = console()
    screen.type("lamp")
    stack.settled(screen.session, "lamp")
    name = next(iter(screen.counts("brand")))
    screen.facet("brand", name).check()
    expect(screen.page).to_have_url(re.compile(rf"/\?q=lamp&brand=[^#]+#/search\?session={screen.session}$"))
    views = stack.settled(screen.session, "lamp")
    other = console()
    other.page.goto("about:blank")
    other.page.goto(screen.page.url.split("#")[0])
    expect(other.box).to_have_value("lamp")
    expect(other.chips).to_have_text([name])
    other.shows(views)
    assert f"session={screen.session}" not in other.page.url
    other.chips.click()
    expect(other.chips).to_have_count(0)
    expect(screen.chips).to_have_text([name])


def test_two_links_to_share_or_to_copy(stack, console):
    """One link leads into the session, the other to a copy of what it shows."""
    screen = console(permissions=["clipboard-read", "clipboard-write"])
    screen.type("desk lamp")
    stack.settled(screen.session, "desk lamp")
    links = screen.page.get_by_role("button", name="Links to this session")
    links.click()
    screen.page.get_by_role("button", name="Copy a link to these results").click()
    expect(screen.page.locator(".toast")).to_contain_text("copied")
    copied = screen.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"{stack.url}/?q=desk") and "session" not in copied
    links.click()
    screen.page.get_by_role("button", name="Copy a link to this session").click()
    eventually(lambda: screen.page.evaluate("navigator.clipboard.readText()"),
               lambda text: text == f"{stack.url}/#/search?session={screen.session}", "the session's link is copied")


def test_link_that_cannot_be_read_begins_empty(stack, right, contexts):
    """A link with parts that mean nothing here opens the console all the same."""
    context, traps = contexts(storage_state=right)
    traps.allow(r"status of 4\d\d")
    page = context.new_page()
    page.goto(f"{stack.url}/?utm_source=mail&nonsense=%00")
    expect(page.locator("[data-hit]").first).to_be_visible()
