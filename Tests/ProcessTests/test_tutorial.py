# SPDX-License-Identifier: MIT
"""The tutorial, line by line: every file is saved, every command typed, every answer compared with what the page shows."""

import os
import re
import signal
import subprocess

import pytest
from playwright.sync_api import expect, sync_playwright
from searchbus_testing import BROWSER, ROOT, Child, binary, eventually, free_port, make_directory

TUTORIAL = "".join((ROOT / "docs" / name).read_text() for name in ("tutorial.md", "tutorial-widget.md"))
# A fenced block with its language, and the paragraph before it.
BLOCK = re.compile(r"([^\n]*)\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAVED = re.compile(r"this as `([\w.]+)`")
ADDED = re.compile(r"at the end of `([\w.]+)`")


def pattern(shown):
    """What is shown as an expression: `…` is anything on a line, and alone on a line any lines."""
    lines = [r"(?:.*\n)*?" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n"
             for line in shown.rstrip("\n").split("\n")] if shown.strip() else []
    return re.compile("".join(lines))


class Reader:
    """A user who follows the tutorial, in a home of their own."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.up = None
        self.read = 0
        self.environment = os.environ | {"PACKAGE": str(ROOT / "web/python-client"), "PATH": f"{binary('searchbus').parent}:{os.environ['PATH']}", "HOME": str(folder)}

    def follow(self, before, language, text):
        """Does what one block says."""
        text = text.replace(":8080", f":{self.port}")
        if language == "console":
            for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                self.type(command, shown)
        elif language == "text":
            self.wait_for(text)
        elif saved := SAVED.search(before):
            (self.folder / saved[1]).write_text(text)
        elif added := ADDED.search(before):
            with (self.folder / added[1]).open("a") as file:
                file.write(text)
        else:
            assert language == "sh", f"unknown block: {before}\n{text}"

    def type(self, command, shown):
        """Types a command, and compares the answer."""
        if command.startswith("cd "):
            self.folder = self.folder / command[3:]
        elif command == "searchbus up":
            self.up = Child(["searchbus", "up", "--listen", f"127.0.0.1:{self.port}", "--web", ROOT / "web"], self.folder.parent / "up.txt",
                            cwd=self.folder, env=self.environment)
            self.read = 0
            self.wait_for(shown)
        else:
            # Without a terminal, whose width would fold what is shown.
            done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
            assert pattern(shown).fullmatch(done.stdout), f"$ {command}\n{done.stdout}\nis not what the page shows:\n{shown}"

    def wait_for(self, shown):
        """Waits until the second terminal shows this, behind what was waited for before."""
        wanted = pattern(shown)
        found = eventually(lambda: wanted.search(self.up.output, self.read), bool, f"the second terminal shows\n{shown}")
        self.read = found.end()


@pytest.fixture
def reader():
    home = make_directory()
    reader = Reader(home)
    yield reader
    if reader.up is not None and reader.up.is_running:
        reader.up.end(signal.SIGINT)
    subprocess.run(["rm", "-rf", home], check=True)


def test_the_tutorial_does_what_it_says(reader):
    blocks = BLOCK.findall(TUTORIAL)
    assert len(blocks) == TUTORIAL.count("```") // 2 > 15, "each block follows a paragraph"
    for block in blocks:
        reader.follow(*block)
    assert reader.up.end(signal.SIGINT) == 0
    reader.type("searchbus up", "ready in … s: …\n")
    look(reader)


def look(reader):
    """The page shows the session of before with the widget as its controller draws it."""
    link = subprocess.run(["searchbus", "link"], cwd=reader.folder, env=reader.environment, capture_output=True, text=True, check=True).stdout.strip()
    with sync_playwright() as playwright:
        with playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"]) as browser:
            page = browser.new_page()
            page.goto(link)
            # The page goes to the link's own session first.
            page.wait_for_function("location.hash.includes('session=')")
            page.goto(f"http://127.0.0.1:{reader.port}/#/search?session=tutorial")
            page.reload()
            expect(page.get_by_text("You can afford 1 of the 1 shown.")).to_be_visible(timeout=20_000)
            page.get_by_label("Budget").fill("3")
            page.get_by_label("Budget").press("Enter")
            expect(page.get_by_text("You can afford 0 of the 1 shown.")).to_be_visible(timeout=20_000)
            if shot := os.environ.get("SEARCHBUS_TEST_PICTURE"):
                page.screenshot(path=shot)
