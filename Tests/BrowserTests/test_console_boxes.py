# SPDX-License-Identifier: MIT
"""Fields for texts: speaking instead of typing, and searching among the values of a list."""

import re

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_stack import eventually

NO_VOICE = "delete window.SpeechRecognition; delete window.webkitSpeechRecognition;"

# A fake recogniser: the test defines its results.
FAKE_VOICE = """
delete window.SpeechRecognition;
window.webkitSpeechRecognition = class {
  constructor() { window.recogniser = this; this.calls = []; }
  start() { this.calls.push("start"); }
  stop() { this.calls.push("stop"); this.onend?.(); }
  abort() { this.calls.push("abort"); this.onerror?.({ error: "aborted" }); this.onend?.(); }
};
window.hear = (transcript, isFinal) => recogniser.onresult({ results: [Object.assign([{ transcript }], { isFinal })] });
window.fail = (error) => { recogniser.onerror({ error }); recogniser.onend(); };
"""


# A search box of its own in the mode `search-on-submit`: what it sends, and where the focus is.
SUBMITTING = """
async () => {
  const { default: SearchBox } = await import("/src/controllers/search-box.js");
  const sent = [];
  const send = (type, data) => { sent.push([type, data.query]); return Promise.resolve({}); };
  const box = new SearchBox({ widget: { name: "x", parameters: {} }, send, announce: () => {} });
  document.body.append(box.element);
  document.activeElement?.blur();
  const view = { phase: "ready", query: "", placeholder: "Find", mode: "search-on-submit", autofocus: true };
  box.render(view);
  const input = box.element.querySelector("input"), button = box.element.querySelector(".submit");
  const focused = [document.activeElement === input];
  input.blur();
  box.render(view);
  focused.push(document.activeElement === input);
  input.value = "lamp";
  input.dispatchEvent(new InputEvent("input"));
  button.click();
  const shown = !button.hidden;
  box.render({ ...view, mode: "search-as-you-type" });
  return { focused, sent, shown: [shown, !button.hidden] };
}
"""


def voice(screen, widget):
    """The voice button of a box, and its state."""
    host = screen.page.locator(f"[data-widget={widget}]")
    return host.get_by_role("button", name="Search by voice"), host.locator(".voice-note")


def test_a_browser_that_cannot_listen_has_no_button(opened):
    """Where nothing listens, nothing is offered."""
    screen = opened("search", scripts=[NO_VOICE])
    expect(screen.hits.first).to_be_visible()
    expect(screen.page.locator(".voice-button").first).to_be_hidden()


def test_what_is_said_is_searched(gallery, opened):
    """A press listens, interim results are shown beside the box, final ones are its text; another press ends it."""
    screen = opened("search", scripts=[FAKE_VOICE])
    button, note = voice(screen, "box")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(note).to_have_text("Listening…")
    assert screen.page.evaluate("[recogniser.lang, ...recogniser.calls]") == ["en", "start"]
    screen.page.evaluate("hear('desk', false)")
    expect(note).to_have_text("“desk…”")
    box = screen.page.locator("[data-widget=box] input")
    expect(box).to_have_value("")
    screen.page.evaluate("hear('desk lamp', true)")
    expect(box).to_have_value("desk lamp")
    expect(box).to_be_focused()
    expect(note).to_be_hidden()
    expect(button).to_have_attribute("aria-pressed", "false")
    eventually(lambda: gallery.views(screen.session)["hits"]["query"], lambda query: query == "desk lamp", "it is searched")
    button.click()
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert screen.page.evaluate("recogniser.calls") == ["start", "abort"]


def test_what_is_said_to_a_box_with_suggestions_is_submitted(gallery, opened):
    """The target searches it, and it is a recent search."""
    screen = opened("search", scripts=[FAKE_VOICE])
    button, _ = voice(screen, "finder")
    button.click()
    screen.page.evaluate("hear('alien', true)")
    eventually(lambda: gallery.views(screen.session)["finder"], lambda view: view["recent"] == ["alien"] and view["query"] == "alien",
               "it is submitted")


@pytest.mark.parametrize("error, state, words", [
    ("not-allowed", "denied", "does not let this page listen"), ("no-speech", "nothing", "No speech was recognised"),
    ("audio-capture", "denied", "No microphone found"), ("odd", "denied", "could not listen"),
])
def test_why_no_speech_was_recognised_is_shown(opened, error, state, words):
    """Denied, silent or broken: a note shows the reason, until the user continues."""
    screen = opened("search", scripts=[FAKE_VOICE])
    button, note = voice(screen, "box")
    button.click()
    screen.page.evaluate("(error) => fail(error)", error)
    expect(note).to_contain_text(words)
    expect(note).to_have_attribute("role", "status")
    expect(button).to_have_attribute("data-voice", state)
    assert findings(screen.page, error, within=".search-top") == []
    box = screen.page.locator("[data-widget=box] input")
    box.press("a")
    expect(note).to_be_hidden()


def test_a_box_that_searches_on_submission_has_a_button_for_it(opened):
    """What is typed waits for the button or Enter; the focus is set once, if the app file requires it, and never taken from another element."""
    result = opened("search").page.evaluate(SUBMITTING)
    assert result == {"focused": [True, False], "sent": [["set-query", "lamp"], ["submit", "lamp"]], "shown": [True, False]}


def values(screen, widget):
    """The field to search among the values of a list, and the labels of the list."""
    host = screen.page.locator(f"[data-widget={widget}]")
    return host.locator(".value-input"), host.locator(".label")


def test_values_are_searched_in_the_list_itself(gallery, opened):
    """What matches takes the place of the values, marked; what is selected stays; Escape brings all back."""
    screen = opened("search")
    field, labels = values(screen, "brand")
    expect(labels).to_have_count(10)
    before = labels.all_inner_texts()
    host = screen.page.locator("[data-widget=brand]")
    host.get_by_role("checkbox").first.check()
    expect(host.locator(".badge")).to_contain_text("1")
    # Of announcements at one time only the last is read.
    told = screen.page.locator("#announcements")
    expect(told).to_have_text(re.compile(r"^(?!10,000)[\d,]+ results? \("))
    field.press_sequentially("so", delay=30)
    expect(labels.locator("mark").first).to_have_text("So")
    expect(host.get_by_role("checkbox", name=before[0])).to_be_checked()
    found = [text for text in labels.all_inner_texts() if text != before[0]]
    assert found and all(re.search(r"\bso", text, re.IGNORECASE) for text in found)
    expect(told).to_have_text(re.compile(r"^\d values? found$"))
    host.get_by_role("checkbox", name=found[0]).check()
    expect(host.locator(".badge")).to_contain_text("2")
    assert field.input_value() == "so"
    assert findings(screen.page, "values are searched", within="[data-widget=brand]") == []
    field.press("Escape")
    expect(field).to_have_value("")
    expect(labels).to_have_count(11)
    expect(host.get_by_role("checkbox", name=found[0])).to_be_checked()
    assert gallery.views(screen.session)["box"]["query"] == "", "nothing else is searched"


def test_an_empty_value_search_is_announced(opened):
    """An empty result is announced; the elements below the list do not move."""
    screen = opened("search")
    field, labels = values(screen, "brand")
    expect(labels).to_have_count(10)
    field.focus()
    below = screen.page.locator("[data-widget=matches]").bounding_box()["y"]
    field.press_sequentially("qqq", delay=20)
    expect(screen.page.locator("[data-widget=brand] .panel-note")).to_have_text("No value matches “qqq”.")
    assert abs(screen.page.locator("[data-widget=matches]").bounding_box()["y"] - below) <= 30, "but for the button for more"
    field.press("Escape")
    expect(labels).to_have_count(10)


def test_a_menu_is_searched_as_well(opened):
    """Radio buttons of what matches; the choice is made among them."""
    screen = opened("search")
    field, labels = values(screen, "maker")
    expect(labels.first).to_be_visible()
    field.press_sequentially("so", delay=30)
    expect(labels.locator("mark").first).to_have_text("So")
    name = labels.first.inner_text()
    screen.page.locator("[data-widget=maker]").get_by_role("radio", name=name).check()
    expect(screen.page.locator("[data-widget=current] .filters button")).to_have_text([name])
    field.press("Escape")
    expect(screen.page.locator("[data-widget=maker]").get_by_role("radio", name=name)).to_be_checked()
