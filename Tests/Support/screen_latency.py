#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Measures the time from a key to the frame that shows its results, in a real browser.

    screen_latency.py --url http://127.0.0.1:8080/?token=… [--keys 200] [--rate 5] [--json]

`--url` is a login link, as `searchbus link` prints it; the app needs a search box and a hits widget named `hits`. Keys
are real key events. A key's time runs from the event's own time stamp until layout and paint of the frame that
shows its hits have ended; `settled` until the last change that any widget made because of it.

Beside it, in the same run: the page's own time. The same keys, answered inside the page, at once, with the views that the
same texts had; and of the first figures the part outside of the server: from key to request and from arrival to paint.

Prints one JSON object with `--json`, otherwise a table. All times are milliseconds. Exit codes: 0, 2 usage, 70 a key
was never answered, 69 no browser or no such page.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import sys
import threading
import time

from playwright.sync_api import Error, sync_playwright
from searchbus_testing import BROWSER

HERE = pathlib.Path(__file__).resolve().parent
WORDS = ("wireless", "desk lamp", "garden", "camera", "james", "coffee", "black ch")
QUIET = 0.4
PATIENCE = 10.0
VIEWPORT = {"width": 1440, "height": 900}
# What the main thread did, by the browser's own account.
WORK = {"task": "TaskDuration", "script": "ScriptDuration", "style": "RecalcStyleDuration", "layout": "LayoutDuration"}


class Screen:
    """One page of the console, opened with scripts of ours in it."""

    def __init__(self, context, address, *scripts):
        self.page = context.new_page()
        for script in scripts:
            self.page.add_init_script(script)
        self.page.goto(address)
        self.box = self.page.locator("[data-search-box]").first
        self.page.locator("[data-widget=hits] [data-hit]").first.wait_for()
        self.box.focus()
        self.metrics = context.new_cdp_session(self.page)
        # In processor time, which other programs of a busy machine do not change.
        self.metrics.send("Performance.enable", {"timeDomain": "threadTicks"})

    def work(self):
        """Milliseconds of processor time that the main thread has worked so far, by kind."""
        values = {each["name"]: each["value"] for each in self.metrics.send("Performance.getMetrics")["metrics"]}
        return {name: values[metric] * 1000 for name, metric in WORK.items()}

    def clear(self):
        """Empties the box and waits until nothing changes."""
        self.page.keyboard.press("Escape")
        self.page.wait_for_timeout(QUIET * 1000)


def presses(count):
    """Words again and again, until there are so many keys; each word as its keys."""
    left = count
    while left > 0:
        for word in WORDS:
            yield word[:left]
            left -= len(word[:left])
            if left == 0:
                return


def record(context, address):
    """What the stream brings for each text that will be typed."""
    screen = Screen(context, address, source("screen_echo.js"))
    for word in WORDS:
        for letter in word:
            screen.page.keyboard.press(letter)
            screen.page.wait_for_timeout(QUIET * 500)
        screen.clear()
    recording = screen.page.evaluate("window.screenRecording")
    screen.page.close()
    return recording


def measure(context, address, keys, rate, *scripts):
    """Types at a rate, with a little chance so that keys and frames do not keep step; answers with what came out."""
    screen = Screen(context, address, *scripts, source("screen_probe.js"))
    chance = random.Random(1)
    screen.page.keyboard.type(WORDS[0], delay=50)
    screen.clear()
    screen.page.evaluate("screenProbe.take()")
    noted, work = [], dict.fromkeys(WORK, 0.0)
    for word in presses(keys):
        before = screen.work()
        due = time.monotonic()
        for letter in word:
            due += (0.75 + chance.random() / 2) / rate
            time.sleep(max(0.0, due - time.monotonic()))
            screen.page.keyboard.press(letter)
        noted += answered(screen)
        after = screen.work()
        for name in work:
            work[name] += after[name] - before[name]
        screen.clear()
        screen.page.evaluate("screenProbe.take()")
    screen.page.close()
    return noted, {name: round(value / keys, 2) for name, value in work.items()}


def answered(screen):
    """The keys of a word, once the last is answered or time is up, and the screen is quiet."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if screen.page.evaluate("screenProbe.keys.at(-1)?.painted ?? null") is not None:
            break
        screen.page.wait_for_timeout(50)
    screen.page.wait_for_timeout(QUIET * 1000)
    return screen.page.evaluate("screenProbe.take()")


def percentiles(values):
    """The usual places of a distribution; nothing of nothing."""
    if len(values) < 2:
        return None
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return {"p50": round(cuts[49], 1), "p90": round(cuts[89], 1), "p99": round(cuts[98], 1), "max": round(max(values), 1)}


def figures(noted):
    """Of the keys that were answered, the distribution of each span."""
    whole = [key for key in noted if key["painted"] is not None]
    before = [key["sent"] - key["pressed"] for key in whole]
    after = [key["painted"] - key["arrived"] for key in whole]
    return {
        "painted": percentiles([key["painted"] - key["pressed"] for key in whole]),
        "settled": percentiles([(key["settled"] or key["painted"]) - key["pressed"] for key in whole]),
        "keyToRequest": percentiles(before),
        "requestToArrival": percentiles([key["arrived"] - key["sent"] for key in whole]),
        "arrivalToDrawn": percentiles([key["drawn"] - key["arrived"] for key in whole]),
        "arrivalToPainted": percentiles(after),
        "pageShare": percentiles([sum(pair) for pair in zip(before, after, strict=True)]),
    }


def source(name):
    """One of the scripts beside this file."""
    return (HERE / name).read_text(encoding="utf-8")


def run(options):
    """Measures both ways; answers with the report."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.browser, args=["--no-sandbox"])
        context = browser.new_context(viewport=VIEWPORT, locale="en-US")
        context.new_page().goto(options.url)
        address = options.url.split("?")[0].split("#")[0]
        context.pages[0].locator("[data-hit]").first.wait_for()
        context.pages[0].close()
        recording = record(context, address)
        live, work = measure(context, address, options.keys, options.rate)
        given = f"window.screenRecording = {json.dumps(recording)};"
        echoed, own_work = measure(context, address, options.keys, options.rate, given, source("screen_echo.js"))
        version = browser.version
        browser.close()
    missed = sum(key["painted"] is None for key in live)
    return {"keys": len(live), "rate": options.rate, "unanswered": missed, "browser": f"Chromium {version}",
            "live": {**figures(live), "work": work}, "own": {**figures(echoed), "work": own_work}}


def table(report):
    """The report for people."""
    yield f"{report['keys']} keys at {report['rate']:g} a second, {report['unanswered']} unanswered, {report['browser']}"
    for part, title in (("live", "key → painted, the app"), ("own", "the same, views that arrive at once")):
        yield f"\n{title}"
        for name, value in report[part].items():
            if name != "work" and value is not None:
                yield f"  {name:18}" + "".join(f"{place} {value[place]:7.1f} ms   " for place in ("p50", "p90", "p99"))
        yield "  work a key        " + "".join(f"{name} {value:.1f} ms   " for name, value in report[part]["work"].items())


def end_with_input():
    """Ends at once when standard input does; the browser's driver sees that and ends the browser."""
    sys.stdin.buffer.read()
    os._exit(70)


def main():
    parser = argparse.ArgumentParser(description="Measures from a key to the painted results, in a browser.")
    parser.add_argument("--url", required=True, help="a login link (searchbus link), or an address that needs none")
    parser.add_argument("--keys", type=int, default=210)
    parser.add_argument("--rate", type=float, default=5.0, help="keys a second")
    parser.add_argument("--browser", default=BROWSER)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--supervised", action="store_true", help="end, and the browser too, when standard input does")
    options = parser.parse_args()
    if options.keys < 1 or not 0.1 <= options.rate <= 50:
        parser.error("--keys is at least 1, --rate between 0.1 and 50")
    if options.supervised:
        threading.Thread(target=end_with_input, daemon=True).start()
    try:
        report = run(options)
    except Error as error:
        print(f"error: {error.message.splitlines()[0]}", file=sys.stderr)
        return 69
    print(json.dumps(report) if options.json else "\n".join(table(report)))
    return 70 if report["unanswered"] else 0


if __name__ == "__main__":
    sys.exit(main())
