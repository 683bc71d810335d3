# SPDX-License-Identifier: MIT
"""Missing answers are shown; prompt ones show nothing."""

import os
import re
import signal
import time

from playwright.sync_api import expect

from console_inject import inject_event

WAITING = """
async () => {
  const { Waiting } = await import("/client/waiting.js");
  const waiting = new Waiting();
  const stages = [];
  waiting.asked("a", 0);
  waiting.asked("b", 200);
  stages.push(waiting.stage(299), waiting.stage(300), waiting.stage(1999), waiting.stage(2000));
  waiting.closed("a");
  stages.push(waiting.stage(499), waiting.oldest);
  waiting.closed("b");
  stages.push(waiting.stage(9000), waiting.next(9000));
  waiting.viewed("hits", "stalled", 9000);
  stages.push(waiting.stage(9001), waiting.stage(11000));
  waiting.viewed("hits", "ready", 11000);
  stages.push(waiting.stage(11001));
  waiting.asked("c", 12000);
  waiting.asked("d", 13000);
  waiting.closed("d");
  return [...stages, waiting.stage(14000)];
}
"""

# A list stalls, another one too; then the whole state comes, in which one of them has its answer and the other does not exist.
RESET = """
async () => {
  const { AnswerWatch } = await import("/client/answer-watch.js");
  const stages = [];
  const watch = new AnswerWatch({}, () => "s", { changed: ({ stage }) => stages.push(stage), refused: () => {} });
  for (const widget of ["hits", "gone"]) watch.viewed(widget, "stalled");
  watch.reset({ hits: { phase: "ready" } }, "log");
  watch.stop();
  return stages;
}
"""

# An intent is on the log, another one on its way; then the log is another one.
NEW_LOG = """
async () => {
  const { AnswerWatch } = await import("/client/answer-watch.js");
  const stages = [];
  let time = 0;
  performance.now = () => time;
  const watch = new AnswerWatch({ log: async () => ({ events: [] }) }, () => "s", {
    changed: ({ stage }) => stages.push(stage), refused: () => {}, epoch: "old" });
  watch.asked("a", "box", Promise.resolve({ id: "a", sequence: "5" }));
  await null;
  time = 1000;
  watch.reset({}, "old");
  watch.reset({}, "new");
  watch.asked("b", "box", new Promise(() => {}));
  time = 2000;
  watch.reset({}, "newer");
  watch.stop();
  delete performance.now;
  return stages;
}
"""

# The stream breaks between an intent and its outcome; then it is open again, twice.
MISSED = """
async () => {
  const { AnswerWatch } = await import("/client/answer-watch.js");
  const asked = [], refused = [];
  const api = { log: async ({ topics, after }) => {
    asked.push([...topics, after]);
    return { events: [{ event: { data: { intent: "a", result: "rejected", message: "no" } } }] };
  } };
  const watch = new AnswerWatch(api, () => "s", { changed: () => {}, refused: (message) => refused.push(message) });
  watch.asked("a", "box", Promise.resolve({ id: "a", sequence: "5" }));
  await null;
  await watch.missed();
  await watch.missed();
  watch.ended({ intent: "a", result: "rejected", message: "again" });
  watch.ended({ intent: "other", result: "rejected", message: "of another page" });
  watch.stop();
  return [asked, refused];
}
"""


def page_of(screen):
    """The element that carries the mark."""
    return screen.page.locator("search-page")


def is_of_query(response):
    """Whether a response says that what was typed is on the log."""
    request = response.request
    return request.method == "POST" and request.url.endswith("/intents") and "set-query" in (request.post_data or "")


def test_times_of_waiting(console):
    """An answer within 300 ms is never waited for; from two seconds on it is said; a stalled widget counts too."""
    assert console().page.evaluate(WAITING) == [
        "none", "waiting", "waiting", "long", "none", "b", "none", None, "waiting", "long", "none", "long"]


def test_a_new_state_ends_the_waiting_for_widgets(console):
    """A page that missed the last views, and receives the whole state, does not wait for them."""
    assert console().page.evaluate(RESET) == ["waiting", "none"]


def test_intents_of_a_log_that_is_no_more_are_not_waited_for(console):
    """What a restored log does not have will not be answered; what is still on its way comes to the new one."""
    assert console().page.evaluate(NEW_LOG) == ["waiting", "none", "waiting"]


def test_missed_outcomes_are_read_from_the_log(console):
    """Once: an intent that has its outcome is not asked for again, and outcomes of other pages are ignored."""
    assert console().page.evaluate(MISSED) == [[["outcome/box/", "5"]], ["no"]]


def test_late_rejections_are_shown_at_once(console):
    """The state store rejects what the gateway accepted: the page learns of it from its stream, without a timer or the log."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    asked = []
    screen.page.on("request", lambda request: asked.append(request.url) if "/api/log" in request.url else None)
    # No timer of the page ends from here on.
    screen.page.clock.install()
    screen.page.clock.pause_at(time.time() + 60)
    screen.page.evaluate("""() => {
      const { session } = document.querySelector("search-page").context;
      session.send({ to: "products", type: "set-index", data: { index: "nope" } });
    }""")
    expect(screen.page.locator(".toast")).to_contain_text("Couldn’t apply the change: ")
    assert asked == []


def test_intents_that_get_no_answer_are_seen(stack, console):
    """The requests of a page are held back: it waits, shows it, and stops with the answer."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    held, released = [], []
    screen.page.route("**/intents", lambda route: route.continue_() if released else held.append(route))
    # The page's clock is stopped: no step is missed, however slow the machine is.
    screen.page.clock.install()
    screen.page.clock.pause_at(time.time() + 60)
    screen.type("la", delay=0)
    screen.page.clock.run_for(250)
    screen.type("mp", delay=0)
    screen.page.clock.run_for(49)
    expect(page_of(screen)).not_to_have_attribute("data-waiting", re.compile("."))
    screen.page.clock.run_for(1)
    expect(page_of(screen)).to_have_attribute("data-waiting", "waiting")
    screen.page.clock.run_for(1_700)
    expect(page_of(screen)).to_have_attribute("data-waiting", "long")
    expect(screen.page.locator(".waiting-note")).to_contain_text("No response yet")
    screen.page.clock.resume()
    released.append(True)
    # A request may be on its way to this test still; then it is not held.
    for route in held:
        route.continue_()
    screen.shows(stack.fresh("lamp"))
    expect(page_of(screen)).not_to_have_attribute("data-waiting", "long")
    expect(screen.page.locator(".waiting-note")).to_be_hidden()


def test_intents_of_one_batch_are_answered_together(stack, console):
    """What leaves in one batch is one chain: its last intent has its answer and its trace, under whatever name."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    name = next(iter(screen.counts("brand")))
    held = []
    screen.page.route("**/intents", lambda route: route.continue_() if held else held.append(route))
    screen.type("l")
    screen.facet("brand", name).check()
    screen.box.press("End")
    screen.type("amp")
    held[0].continue_()
    screen.shows(stack.fresh("lamp", ("brand", "select", {"values": [name], "on": True})))
    badge = screen.page.locator(".latency")
    expect(badge).to_have_attribute("href", re.compile("action="))
    intent = re.search("action=([^&]+)", badge.get_attribute("href"))[1]
    [entry] = [each for each in stack.log(session=screen.session, correlation=intent) if each["event"]["id"] == intent]
    assert entry["event"]["correlationid"] != intent, "it is not the first of its batch"
    expect(screen.page.locator("search-page[data-waiting]")).to_have_count(0)
    badge.click()
    expect(screen.page.locator(".step[data-topic^='view/hits/']").first).to_be_attached()


def test_suspended_searcher_is_shown_until_it_resumes(stack, console):
    """A suspended searcher leaves the page waiting, not ready; when it resumes, or is replaced, the page is ready."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    pid = stack.pids()["searcher-everything"]
    os.kill(pid, signal.SIGSTOP)
    try:
        screen.type("desk lamp")
        expect(screen.page.locator("search-page[data-waiting]")).to_be_visible()
        assert screen.box.input_value() == "desk lamp"
    finally:
        if stack.pids().get("searcher-everything") == pid:
            os.kill(pid, signal.SIGCONT)
    screen.shows(stack.fresh("desk lamp"))
    expect(screen.page.locator("search-page[data-waiting]")).to_have_count(0)


def test_a_typed_text_stays_while_no_process_applies_it(stack, console):
    """The state store is away for longer than an echo takes: the text in the box is the user's, not that of the last view."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    screen.page.clock.install()
    pid = stack.pids()["state"]
    os.kill(pid, signal.SIGSTOP)
    try:
        with screen.page.expect_response(is_of_query):
            screen.type("l")
        for _ in range(5):
            screen.page.clock.fast_forward(2_000)
            assert screen.box.input_value() == "l"
    finally:
        if stack.pids().get("state") == pid:
            os.kill(pid, signal.SIGCONT)
    screen.type("amp")
    screen.shows(stack.fresh("lamp"))


def test_intents_that_were_carried_out_together_are_all_answered(stack, console):
    """A state store that has been away takes all that was typed in one turn: the last intent has its answer and its trace."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    pid = stack.pids()["state"]
    os.kill(pid, signal.SIGSTOP)
    try:
        for letter in "lamp":
            with screen.page.expect_response(is_of_query):
                screen.type(letter)
    finally:
        if stack.pids().get("state") == pid:
            os.kill(pid, signal.SIGCONT)
    screen.shows(stack.fresh("lamp"))
    expect(page_of(screen)).not_to_have_attribute("data-waiting", re.compile("."))
    sent = [entry["event"] for entry in stack.log(topic="intent/box", session=screen.session)]
    for intent in sent:
        chain = stack.log(session=screen.session, correlation=intent["correlationid"], after=0)
        outcomes = [entry["event"]["data"]["intent"] for entry in chain if entry["topic"].startswith("outcome/box/")]
        together = [each["id"] for each in sent if each["correlationid"] == intent["correlationid"]]
        assert outcomes == together, "each has its own outcome in its own chain"
    assert {entry["topic"].split("/")[0] for entry in chain} >= {"request", "results", "view"}, "the last one led to the rest"


def test_change_without_effect_is_not_waited_for(stack, console):
    """An intent that changes nothing leads to no view, and yet the page does not wait for one."""
    screen = console()
    screen.type("lamp")
    stack.settled(screen.session, "lamp")
    screen.page.evaluate("""() => { window.stages = [];
      new MutationObserver(() => stages.push(document.querySelector("search-page").dataset.waiting ?? "none"))
        .observe(document.querySelector("search-page"), { attributeFilter: ["data-waiting"] }); }""")
    screen.box.press("Enter")
    screen.type("s")
    screen.shows(stack.settled(screen.session, "lamps"))
    assert "long" not in screen.page.evaluate("stages")


def test_widgets_of_silent_components_are_marked(console):
    """The widgets of a silent component are marked, the others are not; the mark disappears when it responds."""
    screen = console(inject=True)
    inject_event(screen.page, "health", {"silent": ["interactor-brand"], "components": ["brand"]})
    brand = screen.page.locator("[data-widget=brand]")
    expect(brand.locator(".widget-notes")).to_contain_text("does not respond")
    expect(screen.page.locator("search-widget[data-silent]")).to_have_count(1)
    inject_event(screen.page, "health", {"silent": ["searcher-everything"], "components": ["everything"]})
    expect(screen.page.locator("[data-widget=hits][data-silent]")).to_be_visible()
    expect(screen.page.locator("[data-widget=current][data-silent]")).to_have_count(0)
    inject_event(screen.page, "health", {"silent": [], "components": []})
    expect(screen.page.locator("search-widget[data-silent]")).to_have_count(0)
    expect(brand.locator(".widget-notes")).to_be_hidden()


def test_note_names_what_does_not_answer(stack, console):
    """The state store applies the intents of every widget: if it is suspended, it is named and not the box."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    pid = stack.pids()["state"]
    note = screen.page.locator(".waiting-note")
    os.kill(pid, signal.SIGSTOP)
    try:
        screen.type("lamp")
        expect(note).to_contain_text("“state” does not respond", timeout=5_000)
    finally:
        if stack.pids().get("state") == pid:
            os.kill(pid, signal.SIGCONT)
    expect(note).to_be_hidden(timeout=15_000)


def test_note_names_why_nothing_is_saved(console):
    """While the server accepts no input, the page shows the reason, whether or not a user types."""
    screen = console(inject=True)
    note = screen.page.locator(".waiting-note")
    expect(note).to_be_hidden()
    problem = {"code": "storage-full", "message": "The disk <b>is</b> full."}
    inject_event(screen.page, "health", {"silent": [], "components": [], "problem": problem})
    expect(note).to_contain_text("Input cannot be saved at the moment: The disk <b>is</b> full.")
    inject_event(screen.page, "health", {"silent": [], "components": []})
    expect(note).to_be_hidden()


FIRST_ANSWERS = """
async () => {
  const { default: Hits } = await import("/src/controllers/hits.js");
  const list = new Hits({ widget: { name: "x", parameters: { infiniteScrolling: "off" } }, send: () => Promise.resolve({}) });
  document.body.append(list.element);
  const said = [];
  const tell = (phase, query) => {
    list.render({ phase, query, hits: [], nbHits: 0, loaded: [0], page: 0 });
    const empty = list.element.querySelector(".empty");
    said.push(empty.hidden ? "" : empty.querySelector("h3").textContent);
  };
  tell("idle", "");
  tell("loading", "");
  tell("stalled", "");
  tell("stalled", "l");
  tell("ready", "l");
  tell("stalled", "la");
  list.element.remove();
  return said;
}
"""


def test_a_missing_answer_does_not_ask_the_user_to_type(console):
    """Before the first request the list shows how to begin; while the first results are overdue, that there are none; then the results."""
    assert console().page.evaluate(FIRST_ANSWERS) == [
        "Type to search", "Type to search", "Searching…", "Searching…", "Nothing matches “l” with these filters",
        "Nothing matches “l” with these filters"]
