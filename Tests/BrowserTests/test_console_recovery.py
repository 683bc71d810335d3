# SPDX-License-Identifier: MIT
"""Whatever dies in mid-typing, and however often the connection breaks: the screen ends as if nothing had been."""

import random
import re

import pytest
from playwright.sync_api import expect

from console_screen import LOST_CONNECTION, REWRITE_SCRIPT, Screen
from console_wire import Wire

QUERY = "wireless headph"


@pytest.mark.parametrize("process", [
    "interactor-box", "interactor-hits", "state", "searcher-everything", "broker", "gateway",
])
def test_killed_process_comes_back_and_nothing_is_lost(stack, console, process):
    """A process is killed between two letters; the final text has its right results, and refining keeps working."""
    screen = console(watch_text=True)
    screen.traps.allow(LOST_CONNECTION)
    screen.type(QUERY[:9])
    old = stack.kill(process)
    screen.type(QUERY[9:])
    assert screen.box.input_value() == QUERY
    stack.wait_healthy(process, instead_of=old)
    right = stack.fresh(QUERY)
    screen.shows(right)
    expect(screen.connection).to_have_attribute("data-connection", "live")
    expect(screen.banner).to_be_hidden()
    assert screen.box.input_value() == QUERY

    brand = right["brand"]["items"][0]
    screen.facet("brand", brand["value"]).check()
    expect(screen.chips).to_have_text([brand["value"]])
    expect(screen.stats).to_contain_text(f"{brand['count']} results")


def test_process_killed_again_and_again(stack, console):
    """A searcher that dies three times within one text still answers for the last letter."""
    screen = console(watch_text=True)
    for part in ("wire", "less", " headph"):
        old = stack.kill("searcher-everything")
        screen.type(part)
        stack.wait_healthy("searcher-everything", instead_of=old)
    screen.shows(stack.fresh(QUERY))


def test_banner_while_the_gateway_is_away(stack, console):
    """A lasting loss is shown; typing continues; the banner disappears when the connection is back."""
    screen = console(watch_text=True)
    screen.traps.allow(LOST_CONNECTION)
    screen.page.route("**/api/sessions/**", lambda route: route.abort("connectionrefused"))
    old = stack.kill("gateway")
    screen.type("desk lamp")
    expect(screen.connection).to_have_attribute("data-connection", "lost")
    expect(screen.banner).to_be_visible()
    expect(screen.banner).to_contain_text(re.compile(r"Reconnecting in [1-4] s"))
    stack.wait_healthy("gateway", instead_of=old)
    screen.page.unroute("**/api/sessions/**")
    expect(screen.banner).to_be_hidden()
    expect(screen.connection).to_have_attribute("data-connection", "live")
    screen.shows(stack.fresh("desk lamp"))
    assert screen.box.input_value() == "desk lamp"


@pytest.fixture
def wire(stack):
    """A wire to the gateway."""
    with Wire(stack.port) as made:
        yield made


@pytest.fixture
def wired_browser(stack, launch, wire):
    """A browser that reaches the gateway by the wire; the address it shows and sends is the gateway's own."""
    with launch(f"--host-resolver-rules=MAP 127.0.0.1:{stack.port} 127.0.0.1:{wire.port}") as chromium:
        yield chromium


def test_connections_cut_at_random(stack, right, wire, wired_browser, contexts):
    """Connections that break at any letter lose nothing: the page ends equal to the session."""
    chance = random.Random(7)
    context, traps = contexts(using=wired_browser, storage_state=right)
    context.add_init_script(REWRITE_SCRIPT)
    traps.allow(LOST_CONNECTION)
    screen = Screen(context.new_page(), stack, stack.new_session(), traps).open()
    cuts = 0
    for query in ("wireless headphones", "desk lamp", "garden chair"):
        screen.box.fill("")
        for letter in query:
            screen.box.press(letter)
            if chance.random() < 0.4:
                cuts += wire.cut()
        screen.shows(stack.fresh(query))
        assert screen.box.input_value() == query
    assert cuts > 10
