# SPDX-License-Identifier: MIT
"""The terminal program of Examples/, which uses SearchClient: a user at a terminal, and a real gateway."""

import os
import re
import signal
import subprocess

import pytest
from searchbus_testing import binary, eventually
from terminal_screen import TerminalScreen


@pytest.fixture
def open_terminal():
    """Opens terminals with the program in a session of an app."""
    opened = []

    def open_one(stack, session, **options):
        key = stack.gateway.headers["authorization"].removeprefix("Bearer ")
        command = [binary("terminal"), f"http://127.0.0.1:{stack.port}", "--session", session]
        opened.append(TerminalScreen(command, **{"SEARCHBUS_KEY": key, **options}))
        return opened[-1]

    yield open_one
    for terminal in opened:
        terminal.close()


def count(text):
    """How many results a screen tells."""
    found = re.search(r"(\d+) results", text)
    return int(found.group(1)) if found else None


def view(stack, session, widget):
    """A widget's view."""
    return stack.gateway.views(session)[widget]


def test_typing_shows_hits(shop, open_terminal):
    session = shop.new_session()
    terminal = open_terminal(shop, session)
    terminal.wait(lambda text: count(text) == 400 and "[ ] Acme" in text, "the whole shop is shown")
    terminal.press("lam")
    terminal.wait(lambda text: "> lam" in text and 0 < (count(text) or 0) < 400, "the text narrows")
    # Each widget has a process, so that the box may come after the hits.
    eventually(lambda: view(shop, session, "box")["query"], lambda query: query == "lam", "the box has the text")
    hits = eventually(lambda: view(shop, session, "hits"), lambda hits: hits["query"] == "lam", "the hits are those of the text")
    names = [hit["record"]["name"] for hit in hits["hits"]]
    terminal.wait(lambda text: count(text) == hits["nbHits"] and all(name in text for name in names), "the hits are shown")
    terminal.press("\x7f\x7f\x7f")
    terminal.wait(lambda text: count(text) == 400, "the text is deleted again")


def test_a_facet_narrows(shop, open_terminal):
    session = shop.new_session()
    terminal = open_terminal(shop, session)
    terminal.wait(lambda text: "[ ] Acme" in text, "the brands are shown")
    first = view(shop, session, "brand")["items"][0]
    terminal.press("tab", "tab", " ")
    terminal.wait(lambda text: f"[x] {first['label']}" in text and count(text) == first["count"], "the brand narrows")
    terminal.wait(lambda text: f"[{first['label']}]" in text, "the filter is shown")
    assert view(shop, session, "brand")["selectedCount"] == 1
    terminal.press(" ")
    terminal.wait(lambda text: f"[ ] {first['label']}" in text and count(text) == 400, "the same key takes it back")


def test_a_range_moves(shop, open_terminal):
    session = shop.new_session()
    terminal = open_terminal(shop, session)
    terminal.wait(lambda text: count(text) == 400 and "●" in text, "the range is shown")
    low, high = view(shop, session, "price")["bounds"]
    terminal.press("tab", "+++")
    terminal.wait(lambda text: (count(text) or 400) < 400 and f"{low} – {high}" not in text, "the lower end narrows")
    moved = eventually(lambda: view(shop, session, "price")["range"], lambda range: range and range[0] > low + 60, "it is selected")
    assert moved[1] is None, "an end that was never moved stays open"
    terminal.press("right", "--")
    eventually(lambda: view(shop, session, "price")["range"], lambda range: range[1] and range[1] < high, "so is the upper end")
    terminal.press("0")
    terminal.wait(lambda text: count(text) == 400 and f"{low} – {high}" in text, "nothing is selected")


def test_hits_are_scrolled_beyond_the_first_page(shop, open_terminal):
    session = shop.new_session()
    terminal = open_terminal(shop, session)
    terminal.wait(lambda text: count(text) == 400, "the shop is shown")
    terminal.press("down")
    def go_down():
        terminal.press("page-down")
        return view(shop, session, "hits")["pages"]
    eventually(go_down, lambda pages: pages >= 4, "further pages are asked for")


def test_what_others_do_shows(shop, open_terminal):
    session = shop.new_session()
    first, second = (open_terminal(shop, session) for _ in range(2))
    first.wait(lambda text: count(text) == 400, "the shop is shown")
    second.wait(lambda text: count(text) == 400, "twice")
    first.press("kettle")
    second.wait(lambda text: "> kettle" in text and (count(text) or 400) < 400, "the other sees the text")
    shop.gateway.send(session, ("session", "undo", {}))
    for terminal in (first, second):
        terminal.wait(lambda text: "> kettle" not in text and count(text) == 400, "both see that it is undone")


@pytest.mark.parametrize("leave", ["q", "ctrl-c", "SIGTERM", "SIGHUP"])
def test_leaving_restores_the_terminal(shop, open_terminal, leave):
    terminal = open_terminal(shop, shop.new_session())
    terminal.wait(lambda text: count(text) == 400, "the shop is shown")
    assert not terminal.is_restored
    if leave.startswith("SIG"):
        terminal.process.send_signal(getattr(signal, leave))
    else:
        terminal.press("tab", leave)
    assert terminal.wait_end() == 0
    assert terminal.is_restored


def test_the_picture_follows_the_size(shop, open_terminal):
    terminal = open_terminal(shop, shop.new_session())
    terminal.wait(lambda text: count(text) == 400 and "│" in text, "there are two columns")
    terminal.resize(40, 12)
    terminal.wait(lambda text: count(text) == 400 and "│" not in text and "Type to search" in text, "there is one")
    terminal.resize(120, 40)
    terminal.wait(lambda text: "│" in text and "Ctrl-C quit" in text, "there are two again")


@pytest.mark.parametrize("environment, is_coloured", [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colours_are_left_out_where_they_are_not_wanted(shop, open_terminal, environment, is_coloured):
    terminal = open_terminal(shop, shop.new_session(), **environment)
    terminal.wait(lambda text: count(text) == 400, "the shop is shown")
    assert bool(re.search(rb"\x1b\[[0-9;]*3[0-9]m", terminal.written)) == is_coloured


def test_it_continues_when_the_gateway_is_killed(make_shop, open_terminal):
    stack = make_shop()
    session = stack.new_session()
    terminal = open_terminal(stack, session)
    terminal.wait(lambda text: count(text) == 400, "the shop is shown")
    for word, rest in (("lamp", 4), ("kettle", 0)):
        assert stack.send_signal("gateway", signal.SIGKILL)
        terminal.press(word)
        terminal.wait(lambda text, word=word: f"> {word}" in text and 0 < (count(text) or 0) < 400 and "connection" not in text,
                      "it continues with the new gateway")
        eventually(lambda: view(stack, session, "box"), lambda box, word=word: box["query"] == word, "the text has arrived")
        expected = view(stack, session, "hits")["nbHits"]
        terminal.wait(lambda text: count(text) == expected, "what is shown is what the session says")
        terminal.press("\x7f" * rest)
        if rest:
            terminal.wait(lambda text: count(text) == 400, "all is shown again")
    terminal.press("ctrl-c")
    assert terminal.wait_end() == 0 and terminal.is_restored


def test_a_missing_gateway_is_shown(make_shop, open_terminal):
    stack = make_shop()
    terminal = open_terminal(stack, stack.new_session())
    terminal.wait(lambda text: count(text) == 400, "the shop is shown")
    stack.send_signal("gateway", signal.SIGSTOP)
    stack.child.send_signal(signal.SIGSTOP)
    try:
        stack.send_signal("gateway", signal.SIGKILL)
        terminal.wait(lambda text: "no connection" in text or "connecting" in text, "it says that there is no connection")
    finally:
        stack.child.send_signal(signal.SIGCONT)
    terminal.wait(lambda text: count(text) == 400 and "connect" not in text, "it is there again")


@pytest.mark.parametrize("arguments, environment, code, said", [
    (["--colour"], {}, 64, "`--colour` is not understood"),
    ([], {}, 64, "not a terminal"),
    ([], {"SEARCHBUS_KEY": "wrong"}, 77, "[unauthorized]"),
    (["--session", "not/a/session"], {}, 64, "[invalid-session]"),
])
def test_what_it_cannot_do_it_says(shop, arguments, environment, code, said):
    key = shop.gateway.headers["authorization"].removeprefix("Bearer ")
    command = [str(binary("terminal")), f"http://127.0.0.1:{shop.port}", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=30,
                          env={**os.environ, "SEARCHBUS_KEY": key, **environment})
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith("error: ") and said in done.stderr


def test_a_gateway_that_is_not_there_is_named():
    done = subprocess.run([str(binary("terminal")), "http://127.0.0.1:1"], capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 69 and "http://127.0.0.1:1 does not answer" in done.stderr


def test_a_link_authorizes_it(shop):
    link = shop.gateway.call("POST", "/api/links", {})["url"]
    terminal = TerminalScreen([binary("terminal"), "--link", link])
    try:
        terminal.wait(lambda text: count(text) == 400, "the shop is shown")
        terminal.press("lamp")
        terminal.wait(lambda text: (count(text) or 400) < 400, "writing is allowed, too")
    finally:
        terminal.close()
