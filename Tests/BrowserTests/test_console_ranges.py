# SPDX-License-Identifier: MIT
"""Ranges of numbers and dates: bounds of the app file, decimals, and days in the wrong order."""

import pytest
from playwright.sync_api import expect

# A custom widget: its intents, and what it shows of its views.
WIDGET = """
const begin = async (module, name = "x") => {
  const { default: Widget } = await import(`/src/controllers/${module}.js`);
  const sent = [];
  const send = (type, data) => { sent.push([type, data?.range ?? null]); return new Promise(() => {}); };
  const widget = new Widget({ widget: { name, title: "T", parameters: {} }, send, announce: () => {} });
  document.body.append(widget.element);
  const inputs = (type) => [...widget.element.querySelectorAll(`input[type=${type}]`)];
  const enter = (input, value) => {
    input.focus();
    input.value = value;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return { widget, sent, inputs, enter, note: () => widget.element.querySelector(".range-note").textContent };
};
"""

DECIMALS = """async ({ bounds, precision, typed }) => {
  %s
  const { widget, sent, inputs, enter } = await begin("number-range");
  const view = { phase: "ready", title: "T", bounds, resultBounds: bounds, range: null, outside: false, precision };
  widget.render(view);
  const [low] = inputs("number"), [handle] = inputs("range");
  enter(low, typed);
  low.blur();
  widget.render(view);
  const shown = low.value;
  handle.stepUp();
  return { sent, shown, stepped: Number(handle.value), step: Number(handle.step) };
}""" % WIDGET

BOUNDS = """async () => {
  %s
  const { widget, sent, inputs, enter, note } = await begin("number-range");
  const view = { phase: "ready", title: "T", bounds: [0, 500], resultBounds: [20, 900], range: null, outside: false, precision: 0 };
  widget.render(view);
  const limits = inputs("range").map(({ min, max }) => [Number(min), Number(max)]);
  const notes = [note()];
  const [low, high] = inputs("number");
  enter(high, "9999");
  const all = [high.value, sent.length];
  enter(low, "100");
  widget.render({ ...view, resultBounds: undefined });
  notes.push(note());
  const outside = (await begin("number-range", "y"));
  outside.widget.render({ ...view, range: [100, 900], outside: true });
  notes.push(outside.note());
  return { limits, notes, all, sent };
}""" % WIDGET

HISTOGRAM = """async () => {
  %s
  const { widget, sent, inputs, note } = await begin("histogram");
  const bars = [[0, 249], [250, 500]].map(([from, to]) => ({ from, to, count: 1, inside: true }));
  const view = { phase: "ready", title: "T", bounds: [0, 500], resultBounds: [20, 900], range: null, outside: false, bars };
  widget.render(view);
  const notes = [note()];
  widget.render({ ...view, resultBounds: undefined });
  notes.push(note());
  widget.render({ ...view, range: [100, 900], outside: true });
  notes.push(note());
  const [low] = inputs("range");
  low.value = "1";
  low.dispatchEvent(new Event("input", { bubbles: true }));
  return { notes, sent };
}""" % WIDGET

DATES = """async () => {
  %s
  const { widget, sent, inputs, enter } = await begin("date-range");
  const view = { phase: "ready", title: "T", unit: "seconds", bounds: [1704067200, 1735689599], range: null, outside: false,
    period: null, presets: [] };
  widget.render(view);
  const [from, until] = inputs("date");
  enter(from, "2024-05-10");
  enter(until, "0202-05-01");
  const partial = sent.length;
  enter(until, "2024-05-01");
  const waiting = sent.length;
  until.blur();
  return { counts: [partial, waiting], last: sent.at(-1), shown: [from.value, until.value] };
}""" % WIDGET


@pytest.mark.parametrize("bounds, precision, typed, sent, stepped", [
    ([0.1, 0.9], 1, "0.2", [0.2, None], 0.3),
    ([0.1, 0.9], 1, "0.25", [0.25, None], 0.3),
    ([1.1, 9.7], 1, "1.2", [1.2, None], 1.3),
    ([0, 100], 0, "12.5", [12.5, None], 13),
])
def test_what_is_typed_is_selected_and_shown(console, bounds, precision, typed, sent, stepped):
    """A number with decimals is selected as it is, stays on the screen, and a step from it goes no further than a step."""
    found = console().page.evaluate(DECIMALS, {"bounds": bounds, "precision": precision, "typed": typed})
    assert found["sent"][0] == ["set-range", sent]
    assert found["shown"] == typed
    assert abs(found["stepped"] - stepped) <= found["step"] * 1.001
    assert found["stepped"] < bounds[1]


def test_bounds_of_the_app_file_are_what_can_be_chosen(console):
    """The handles span them, whatever the results span; the note tells of both."""
    found = console().page.evaluate(BOUNDS)
    assert found["limits"] == [[0, 500], [0, 500]]
    assert found["notes"] == ["Available: 20 – 900", "You can choose 0 – 500.",
                              "Your range exceeds the bounds (0 – 500)."]
    assert found["all"] == ["", 1]
    assert found["sent"] == [["set-range", None], ["set-range", [100, None]]]


def test_bars_span_the_bounds_of_the_app_file(console):
    """The note tells what the results span; a handle chooses among the bars."""
    found = console().page.evaluate(HISTOGRAM)
    assert found["notes"] == ["Available: 20 – 900", "You can choose 0 – 500.",
                              "Your range exceeds the bounds (0 – 500)."]
    assert found["sent"] == [["set-range", [250, None]]]


def test_days_in_the_wrong_order_are_put_in_order(console):
    """A day before the first one is not taken while it is entered; when it is, both are the range between them."""
    found = console().page.evaluate(DATES)
    assert found["counts"] == [1, 1]
    assert found["last"] == ["set-range", [1714521600, 1715385599]]
    assert found["shown"] == ["2024-05-01", "2024-05-10"]


def test_a_decimal_comma_is_accepted_and_an_invalid_number_changes_nothing(console):
    """In every language of the browser `12,50` is not 1250, and half a number does not remove the range."""
    screen = console(locale="de-DE")
    fields = screen.page.locator("[data-widget=price] input[type=number]")
    expect(fields.last).to_be_enabled()
    fields.last.click()
    fields.last.press("Control+a")
    for text, value in [("1", "1"), ("9", "19"), (",", "19"), ("5", "19.5"), ("0", "19.50")]:
        screen.page.keyboard.type(text)
        expect(fields.last).to_have_value(value)
    fields.last.press("Enter")
    expect(screen.chips).to_have_text(["Price: up to 19.5"])
    fields.last.press("Control+a")
    screen.page.keyboard.type("-")
    fields.last.press("Enter")
    fields.first.click()
    fields.first.press("Control+a")
    screen.page.keyboard.type("10,25")
    fields.first.press("Enter")
    expect(screen.chips).to_have_text(["Price: 10.25 – 19.5"])
