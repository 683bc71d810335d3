# SPDX-License-Identifier: MIT
"""The demo of Debian packages, over a few of them."""

import json

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_demo import LOOKS, settled, tick, titles, view, widget
from console_screen import Screen
from console_stack import ROOT, Stack, eventually


def package(number):
    """A package as `packages.py` tells it, made up."""
    section = ["editors", "libs", "games"][number % 3]
    return {"objectID": f"tool{number}", "name": f"tool{number}", "description": f"small {section[:-1]} for people <{number}>",
            "section": section, "maintainer": f"Team {number % 5} with a rather long name", "size": 1_000 * 3 ** (number % 12),
            "tags": ["role::program", f"use::{section}"], "version": f"1:{number}.2-1+deb12u{number}", "popularity": number}


@pytest.fixture(scope="module")
def packages():
    """The demo, running."""
    stack = Stack("packages")
    try:
        stack.run("index", "import", "packages", "-", "--format", "ndjson", "--settings", str(ROOT / "deploy/demo/packages.settings.json"),
                  text="".join(json.dumps(package(number)) + "\n" for number in range(40)))
        stack.start()
        yield stack
    finally:
        stack.stop()


@pytest.fixture
def shown(packages, contexts):
    """Opens it in a session of its own."""
    def open_app(**options):
        context, traps = contexts(**options)
        page = context.new_page()
        page.goto(packages.new_link())
        return Screen(page, packages, packages.new_session(), traps).open("search")
    return open_app


def test_packages_are_found_and_narrowed(shown):
    """A word of a description is marked, a section narrows, and one package is called one."""
    screen = shown()
    screen.page.get_by_role("searchbox").press_sequentially("editor", delay=20)
    settled(screen, "hits", "stats", query="editor")
    expect(screen.hits.locator("mark").first).to_have_text("editor")
    screen.page.get_by_role("searchbox").fill("")
    settled(screen, "hits", query="")
    tick(screen, "section", "games")
    eventually(lambda: view(screen, "stats")["nbHits"], lambda count: count == 13, "games alone are left")
    screen.page.get_by_role("searchbox").fill("tool38")
    settled(screen, "hits", "stats", query="tool38")
    eventually(lambda: titles(screen, "hits")[:1], lambda first: first == ["tool38"], "those with another digit come behind")
    screen.page.get_by_role("searchbox").fill("38 game people")
    settled(screen, "hits", "stats", query="38 game people")
    eventually(lambda: titles(screen, "hits"), lambda found: found == ["tool38"], "only it has all three words")
    expect(widget(screen, "stats").locator(".stats")).to_contain_text("1 package in")


def test_nothing_is_wrong_with_the_page(shown):
    """Wide and narrow, light and dark, with results and without: nothing that axe finds, and nothing wider than the window."""
    found = []
    for look in LOOKS:
        screen = shown(**look)
        for text in ("game", "zzqqxx"):
            screen.page.get_by_role("searchbox").fill(text)
            settled(screen, "hits", query=text)
            expect(screen.page.locator(".empty:visible" if text == "zzqqxx" else ".hit")).not_to_have_count(0)
            found += findings(screen.page, f"{text} {look}")
            width = screen.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert width[0] <= width[1], f"{text} {look}"
    assert found == []
