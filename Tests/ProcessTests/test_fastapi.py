# SPDX-License-Identifier: MIT
"""The service of docs/fastapi.md: its files as they are, the tests that the page shows, and a user in a browser."""

import os
import re
import sys

import pytest
from playwright.sync_api import expect, sync_playwright
from searchbus_testing import BROWSER, ROOT, Child, Stack, binary, command, eventually, free_port, running

pytest_plugins = ["pytester"]

PAGE = (ROOT / "docs/fastapi.md").read_text()
FILES = dict(re.findall(r"[Ss]ave this as `([\w.]+)`[^\n]*\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
FILES["products.csv"] = re.search(r"printf '(.*)' > products.csv", PAGE)[1].replace("\\n", "\n")
CLIENT = str(ROOT / "web/python-client/src")


def save(folder):
    """Saves what the page says to save."""
    for name, text in FILES.items():
        (folder / name).write_text(text)


def test_the_page_has_all_files():
    assert set(FILES) == {"app.yaml", "products.csv", "shop.py", "shop.html", "test_shop.py"}


def test_its_tests_pass(pytester, monkeypatch):
    monkeypatch.setenv("SEARCHBUS_COMMAND", str(binary("searchbus")))
    monkeypatch.setenv("PYTHONPATH", CLIENT)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    save(pytester.path)
    pytester.runpytest_subprocess("-p", "searchbus._pytest", "-p", "no:cacheprovider", "-q").assert_outcomes(passed=2)


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """The app and the service, as the page starts them."""
    folder = tmp_path_factory.mktemp("fastapi")
    save(folder)
    stack = Stack(folder / "app.yaml")
    command("index", "import", "products", folder / "products.csv", "--data", stack.data)
    with running(stack):
        port = free_port()
        environment = {**os.environ, "PYTHONPATH": CLIENT, "SEARCHBUS_URL": f"http://127.0.0.1:{stack.port}",
                       "SEARCHBUS_KEY": stack.run("key")[0].strip()}
        arguments = re.search(r"^\.venv/bin/(uvicorn .*) --port 8000(.*)$", PAGE, re.MULTILINE)
        service = Child([sys.executable, "-m", *arguments[1].split(), "--port", port, *arguments[2].split()], folder / "service.txt",
                        cwd=folder, env=environment)
        eventually(lambda: service.output, lambda text: "Uvicorn running" in text or not service.is_running, "the service runs")
        assert service.is_running, service.output
        yield f"http://127.0.0.1:{port}"
        # Also with pages that are open, which hold streams.
        service.end()


def test_a_user_types_refines_and_comes_back(shop):
    """Two users have two sessions; a second tab of one shows the same."""
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"]) as browser:
        first, second = browser.new_context(), browser.new_context()
        page, other = first.new_page(), second.new_page()
        problems = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        for one in (page, other):
            one.goto(shop)
        page.get_by_label("Search").press_sequentially("lamp")
        expect(page.locator("#hits li")).to_have_text(["Red lamp: 12", "Blue lamp: 15"], timeout=20_000)
        page.get_by_role("button", name="Bolt (1)").click()
        expect(page.locator("#hits li")).to_have_text(["Blue lamp: 15"], timeout=20_000)
        expect(page.get_by_role("button", name="Bolt (1)")).to_have_attribute("aria-pressed", "true")
        expect(other.locator("#hits li")).to_have_count(3, timeout=20_000)
        tab = first.new_page()
        tab.goto(shop)
        expect(tab.locator("#hits li")).to_have_text(["Blue lamp: 15"], timeout=20_000)
        expect(tab.get_by_label("Search")).to_be_focused()
        assert problems == []
