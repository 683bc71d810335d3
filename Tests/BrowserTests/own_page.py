# SPDX-License-Identifier: MIT
"""The shop of Examples/web: its app, running, its site of another origin, and visitors."""

import pathlib
import subprocess
import sys
import threading

import pytest
from playwright.sync_api import expect

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Support"))
sys.path.insert(0, str(ROOT / "Examples/web"))

import first_paint  # noqa: E402,F401
import searchbus_testing as testing  # noqa: E402
import serve  # noqa: E402

EXPECTED_LOSS = r"net::ERR_|status of (400|401|403|404|502|503)|blocked by CORS|did not answer"

class Site:
    """The shop's server of Examples/web in a thread."""

    def __init__(self):
        self._server = serve.make_server(0, "http://127.0.0.1:1", "none")
        self.port = self._server.server_port
        self.url = f"http://localhost:{self.port}"
        self.other_url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def use(self, gateway, key, token=None):
        """Says which gateway there is."""
        handler = self._server.RequestHandlerClass
        handler.gateway, handler.token = serve.Gateway(gateway, key), token or key

    def close(self):
        """Ends it."""
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """The shop's app over 1,500 products, and its site, whose origin the app lets in, as it does another one."""
    site = Site()
    folder = tmp_path_factory.mktemp("shop")
    app = folder / "shop.yaml"
    text = (ROOT / "Examples/web/shop.yaml").read_text()
    assert "[http://localhost:3000]" in text
    second_port = testing.free_port()
    app.write_text(text.replace("[http://localhost:3000]", f"[{site.url}, http://localhost:{second_port}]"))
    products = folder / "products.ndjson"
    subprocess.run([sys.executable, ROOT / "deploy/demo/generate_products.py", "--count", "1500", products], check=True)
    stack = testing.Stack(app)
    stack.run("index", "import", "products", products, "--settings", ROOT / "deploy/demo/products.settings.json")
    with testing.running(stack):
        stack.url = f"http://127.0.0.1:{stack.port}"
        stack.key = stack.gateway.headers["authorization"].removeprefix("Bearer ")
        site.use(stack.url, stack.key)
        # A server of a test's own may listen there.
        stack.site, stack.second_port = site, second_port
        yield stack
    site.close()


@pytest.fixture
def visit(shop, contexts):
    """Opens the shop as a new visitor."""
    def make(path="/", scripts=(), **options):
        context, traps = contexts(**options)
        for script in scripts:
            context.add_init_script(script)
        page = context.new_page()
        page.traps = traps
        page.asked = []
        page.on("request", lambda request: page.asked.append(request))
        page.goto(shop.site.url + path)
        return page
    return make


def live(page):
    """Waits until the page is connected."""
    expect(page.locator("searchbus-session")).to_have_attribute("data-connection", "live")
    return page


def titles(page):
    """What the hits on the page are called."""
    return page.locator(".hit h3").all_inner_texts()


def session_of(page):
    """The id of the page's session."""
    return page.evaluate("document.querySelector('searchbus-session').session.id")


def view(shop, page, name):
    """A view of the page's session, as the gateway has it."""
    return shop.gateway.views(session_of(page))[name]
