# SPDX-License-Identifier: MIT
"""`searchbus up --open` opens the console in the browser."""

import os
import urllib.request

from searchbus_testing import PATIENCE, eventually


def test_the_console_is_opened_once_with_a_link_that_is_valid(make_shop, tmp_path):
    """The browser gets a link of its own when the app is ready, and none when it is ready again after a change."""
    opened = tmp_path / "opened"
    browser = tmp_path / "xdg-open"
    browser.write_text(f'#!/bin/sh\necho "$1" >>"{opened}"\n')
    browser.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "DISPLAY": ":99"}
    shop = make_shop("--open", env=environment)
    eventually(opened.exists, bool, "the browser has a link")
    link, = opened.read_text().split()
    with urllib.request.urlopen(link, timeout=PATIENCE) as answer:
        assert answer.status == 200 and "token" not in answer.url
    shop.app.write_text(shop.app.read_text().replace("name:", "# Another text.\ninteractors: together\nname:", 1))
    eventually(lambda: shop.child.output, lambda text: text.count("ready in") == 2, "it is ready again")
    assert len(opened.read_text().split()) == 1


def test_a_browser_that_fails_is_reported(make_shop, tmp_path):
    browser = tmp_path / "xdg-open"
    browser.write_text("#!/bin/sh\nexit 3\n")
    browser.chmod(0o755)
    shop = make_shop("--open", env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "DISPLAY": ":99"})
    eventually(lambda: shop.child.output, lambda text: "did not open the console; use the link instead" in text, "it is reported")
