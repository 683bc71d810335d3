# SPDX-License-Identifier: MIT
"""
What the browser tests share: one running store, one browser, and consoles that watch themselves.

SEARCHBUS_BIN names the folder of the executables (`.build/debug` otherwise), SEARCHBUS_TEST_BROWSER the browser
(`/usr/bin/chromium-headless-shell` otherwise), SEARCHBUS_TEST_INDEXES a folder of imported demo indexes, which saves their import.
"""

import contextlib
import pathlib
import tempfile

import pytest
from playwright.sync_api import expect, sync_playwright

from console_inject import INJECT_SCRIPT
from console_screen import REWRITE_SCRIPT, Screen, Traps
from console_stack import Stack
from searchbus_testing import BROWSER

WIDE = {"width": 1440, "height": 900}
PATIENCE = 20_000

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def stack():
    """The store, running."""
    running = Stack()
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="session")
def launch():
    """Starts browsers without a window; further arguments are the browser's own."""
    with sync_playwright() as playwright:
        yield lambda *arguments: playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", *arguments])


@pytest.fixture(scope="session")
def browser(launch):
    """The browser of most tests."""
    with launch() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def right(stack, browser):
    """What a browser holds that has opened the login link: its cookie."""
    with browser.new_context() as context:
        context.new_page().goto(stack.new_link())
        return {"cookies": context.storage_state()["cookies"]}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """Lets fixtures know how the test went."""
    outcome = yield
    report = outcome.get_result()
    if report.when == "call":
        item.has_failed = report.failed


@pytest.fixture
def contexts(request, browser):
    """Makes browser contexts; afterwards says what their traps caught, with a picture of each page of a failed test."""
    made = []

    def make(using=browser, **options):
        defaults = {"viewport": WIDE, "locale": "en-US", "reduced_motion": "reduce"}
        context = using.new_context(**{**defaults, **options})
        context.set_default_timeout(PATIENCE)
        made.append((context, Traps(context)))
        return made[-1]

    yield make
    caught = [text for _, traps in made for text in traps.caught()]
    if getattr(request.node, "has_failed", False) or caught:
        take_pictures(request.node.name, [context for context, _ in made])
    for context, _ in made:
        context.close()
    assert caught == [], "nothing goes wrong in the browser"


def take_pictures(name, open_contexts):
    """Saves a picture of each open page and prints where."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="searchbus-pictures-"))
    for number, page in enumerate(page for context in open_contexts for page in context.pages):
        path = folder / f"{name.replace('/', '-')}-{number}.png"
        page.screenshot(path=path)
        print(f"picture of {page.url}: {path}")


@pytest.fixture
def console(stack, right, contexts):
    """Opens authenticated consoles: `console()` in a session of its own, `console(session=other.session)` beside."""
    def make(session=None, place="search", watch_text=False, inject=False, **options):
        context, traps = contexts(storage_state=right, **options)
        if inject:
            context.add_init_script(INJECT_SCRIPT)
        if watch_text:
            context.add_init_script(REWRITE_SCRIPT)
        screen = Screen(context.new_page(), stack, session or stack.new_session(), traps)
        return screen.open(place)

    return make


@pytest.fixture(scope="session")
def gallery():
    """The app of all widget types, running."""
    running = Stack("gallery")
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="session")
def key(gallery, browser):
    """What a browser holds that has opened the gallery's login link."""
    with browser.new_context() as context:
        context.new_page().goto(gallery.new_link())
        return {"cookies": context.storage_state()["cookies"]}


@pytest.fixture
def opened(gallery, key, contexts):
    """Opens the gallery's app in sessions of their own; `scripts` run before those of the page."""
    def make(place="gallery", scripts=(), **options):
        context, traps = contexts(storage_state=key, **options)
        for script in scripts:
            context.add_init_script(script)
        return Screen(context.new_page(), gallery, gallery.new_session(), traps).open(place)

    return make


@pytest.fixture(scope="module")
def started():
    """Starts demo apps by name, each once."""
    with contextlib.ExitStack() as running:
        apps = {}

        def start(name):
            if name not in apps:
                apps[name] = stack = Stack(name)
                running.callback(stack.stop)
                stack.start()
            return apps[name]
        yield start


@pytest.fixture
def shown(started, contexts):
    """Opens a demo app in a session of its own."""
    def open_app(name, **options):
        stack = started(name)
        context, traps = contexts(**options)
        page = context.new_page()
        page.goto(stack.new_link())
        return Screen(page, stack, stack.new_session(), traps).open("search")
    return open_app
