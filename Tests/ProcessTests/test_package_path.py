# SPDX-License-Identifier: MIT
"""The whole path of a new user, in a bare Debian with the package alone: own data, a proxy, an own page, a backup, an upgrade."""

import json
import re
import shutil
import signal
import subprocess
from urllib.parse import urljoin

import bare_debian
import pytest
from proxies import Nginx, Proxy
from searchbus_testing import Gateway, eventually, free_port

pytestmark = pytest.mark.release

PLANTS = """id;name;family;height_cm;price;image;indoor
P-1;Fern;Polypodiaceae;60;12,50 €;https://example.org/fern.jpg;yes
P-2;Basil;Lamiaceae;35;2,95 €;https://example.org/basil.jpg;yes
P-3;Mint;Lamiaceae;40;2,50 €;https://example.org/mint.jpg;no
P-4;Oak;Fagaceae;3000;149,00 €;https://example.org/oak.jpg;no
P-5;Lavender;Lamiaceae;55;5,50 €;https://example.org/lavender.jpg;no
"""
PAGE = "https://garden.example"
EARLIER = "0.0.9"


@pytest.fixture
def garden(bare):
    """A folder of the user with an app that `init` has made of a file."""
    folder = bare.home / "garden"
    bare.run("mkdir", "garden")
    bare.run("sh", "-c", f"cat >plants.csv <<'END'\n{PLANTS}END", folder="garden")
    said, errors = bare.run("searchbus", "init", "plants.csv", folder="garden")
    assert errors == "" and said.rstrip().endswith("next: searchbus up"), said + errors
    assert "is in order" in bare.run("searchbus", "check", "--strict", folder="garden")[0]
    yield folder
    for name in ("garden", "second", "monday"):
        shutil.rmtree(bare.home / name, ignore_errors=True)


def up(bare, *arguments, folder="garden", output="up.txt"):
    """Starts the app of a folder, and returns when all of it runs."""
    child = bare.start("searchbus", "up", *arguments, folder=folder, output=output)
    eventually(lambda: child.output, lambda text: "ready in" in text or not child.is_running, "the app is ready")
    assert child.is_running, child.output
    return child


def search(gateway, session, query):
    """Types something into the box of a session; answers with its views."""
    gateway.call("PUT", f"/api/sessions/{session}")
    gateway.send(session, ("box", "set-query", {"query": query}), wait=True)
    return eventually(lambda: gateway.views(session), lambda views: is_answered(views, query), f"{session} shows what was found")


def is_answered(views, query):
    """Whether all that a search for something changes is shown."""
    return all(views.get(name, {}).get("query", query) == query and views.get(name, {}).get("phase") == "ready"
               for name in ("hits", "stats", "family", "order", "price"))


@pytest.fixture
def proxy(bare):
    """Debian's nginx in the bare system, with the recipe that the package brings; its upstream is a socket in the folder."""
    folder = bare.home / "proxy"
    made = Nginx(folder, "unix:/home/me/garden/http.sock", recipes=bare.root / "usr/share/doc/searchbus/deploy/proxy")
    configuration = folder / "nginx.conf"
    # As the system within sees its places.
    configuration.write_text(configuration.read_text().replace(str(bare.root), "").replace("user root;\n", ""))
    subprocess.run([*bare_debian.AS_ROOT, "chown", "-R", f"{bare_debian.USER}", folder], check=True)
    yield made
    made.close()
    shutil.rmtree(folder, ignore_errors=True)


def test_own_data_are_searched_behind_the_recipe_by_a_page_of_another_origin(bare, garden, proxy):
    """With the key that such a page is given, and real headers, as a browser sends them for that page."""
    with (garden / "searchbus.yaml").open("a") as file:
        file.write(f"\nweb:\n  origins: [{PAGE}]\n")
    app = up(bare, "--listen", "unix:/home/me/garden/http.sock", "--public-url", proxy.url)
    key = bare.run("searchbus", "keys", "create", "--role", "session", "--description", "page", folder="garden")[0].strip()
    Proxy.start(proxy, *bare.words("nginx", "-c", "/home/me/proxy/nginx.conf", "-p", "/home/me/proxy",
                                   "-e", "/home/me/proxy/error.log"))
    page = {"origin": PAGE, "sec_fetch_site": "cross-site", "sec_fetch_mode": "cors"}

    # The module, and all that it imports.
    waiting, modules = ["/client/index.js"], {}
    while waiting:
        path = waiting.pop()
        status, headers, text = proxy.ask("GET", path, sec_fetch_dest="script", **page)
        assert status == 200 and headers["Content-Type"].startswith("text/javascript"), (path, status, headers)
        assert headers["Access-Control-Allow-Origin"] in ("*", PAGE), (path, headers)
        modules[path] = text
        named = [urljoin(path, name) for name in re.findall(r"""(?:from|import) ?["'](\.\.?/[\w./-]+)["']""", text)]
        waiting += [name for name in named if name not in modules]
    assert 1 < len(modules) < 8

    status, headers, _ = proxy.ask("OPTIONS", "/api/sessions", access_control_request_method="POST",
                                   access_control_request_headers="authorization,content-type", **page)
    assert status == 204 and headers["Access-Control-Allow-Origin"] == PAGE, (status, headers)
    assert "authorization" in headers["Access-Control-Allow-Headers"].lower()
    own = {**page, "authorization": f"Bearer {key}", "content_type": "application/json"}
    status, headers, body = proxy.ask("POST", "/api/sessions", "{}", **own)
    assert status == 201 and headers["Access-Control-Allow-Origin"] == PAGE, (status, headers, body)
    session = json.loads(body)["session"]
    intent = json.dumps({"to": "box", "type": "set-query", "data": {"query": "mint"}})
    status, _, body = proxy.ask("POST", f"/api/sessions/{session}/intents?wait=outcome", intent, **own)
    assert status == 202, body
    views = eventually(lambda: json.loads(proxy.ask("GET", f"/api/sessions/{session}", **own)[2])["views"],
                       lambda views: views.get("stats", {}).get("nbHits") == 1, "the page has what it asked for")
    assert names(views) == ["Mint"]
    # What is not the page's is refused: another page, and the log to the key of this one.
    assert proxy.ask("POST", "/api/sessions", "{}", **{**own, "origin": "https://other.example"})[0] == 403
    assert proxy.ask("GET", "/api/log", **own)[0] == 403
    assert app.end(signal.SIGINT) == 0


def test_data_that_its_user_may_not_read_are_not_called_missing(bare, garden):
    """Neither the indexes, of which the check warns, nor the log, without which nothing starts."""
    for name, command, code, said in (("indexes", ("check", "--strict"), 78, "the indexes cannot be read"),
                                      ("log.sqlite", ("up", "--listen", "127.0.0.1:0"), 66, "chown -R")):
        bare.run("sh", "-c", f"test -e {name} || touch {name}; chmod 000 {name}", folder="garden/.searchbus/plants")
        out, errors = bare.run("searchbus", *command, folder="garden", code=code)
        assert said in out + errors and "no such index" not in out, out + errors
        bare.run("chmod", "700", f".searchbus/plants/{name}", folder="garden")


def test_a_backup_of_a_running_app_continues_elsewhere(bare, garden):
    """In a folder that had nothing: the same index, session, views and keys; later changes are missing."""
    port = free_port()
    app = up(bare, "--listen", f"127.0.0.1:{port}")
    key = bare.run("searchbus", "key", folder="garden")[0]
    gateway = Gateway(port, garden / ".searchbus/plants")
    before = search(gateway, "s1", "mint")
    bare.run("searchbus", "backup", "../monday", "--with-secrets", folder="garden")
    assert "is intact" in bare.run("searchbus", "backup", "verify", "../monday", folder="garden")[0]
    search(gateway, "s2", "oak")
    # It does not go where an app runs, and says where else.
    refused = bare.run("searchbus", "restore", "../monday", folder="garden", code=75)[1]
    assert "[data-directory-in-use]" in refused and "--data" in refused, refused
    assert app.end(signal.SIGINT) == 0

    bare.run("mkdir", "second")
    bare.run("cp", "garden/searchbus.yaml", "second/")
    bare.run("searchbus", "restore", "../monday", folder="second")
    app = up(bare, "--listen", f"127.0.0.1:{port}", folder="second")
    assert bare.run("searchbus", "key", folder="second")[0] == key
    gateway = Gateway(port, bare.home / "second/.searchbus/plants")
    assert gateway.views("s1") == before
    assert gateway.try_call("GET", "/api/sessions/s2")[0] == 404
    assert search(gateway, "s1", "lamiaceae")["stats"]["nbHits"] == 3
    assert app.end(signal.SIGINT) == 0


def test_a_newer_package_over_a_running_app_keeps_everything(bare, garden, tmp_path):
    """A restarted process has the new version, which is reported; after a restart all have, with the same data."""
    current = bare.run("searchbus", "--version")[0].strip()
    bare.install(bare_debian.older_package(bare.package, tmp_path, EARLIER))
    port = free_port()
    app = up(bare, "--listen", f"127.0.0.1:{port}")
    gateway = Gateway(port, garden / ".searchbus/plants")
    before = search(gateway, "s1", "mint")
    key = bare.run("searchbus", "keys", "create", "--role", "read", folder="garden")[0].strip()
    assert versions(gateway) == {EARLIER}

    assert "warning" not in bare.install(bare.package).lower()
    # Running processes continue with the old version, and the new command reports it.
    assert search(gateway, "s2", "fern")["stats"]["nbHits"] == 1
    said = bare.run("searchbus", "status", folder="garden")[0]
    assert f"several versions of SearchBus: this is {current}, but broker {EARLIER}" in said, said
    bare.run("searchbus", "restart", "interactors", folder="garden")
    eventually(lambda: app.output, lambda text: f"interactors is version {current}, and this is {EARLIER}" in text,
               "the supervisor tells of the other version")
    assert eventually(lambda: versions(gateway), lambda seen: len(seen) == 2, "so do the processes") == {EARLIER, current}
    assert search(gateway, "s1", "oak")["stats"]["nbHits"] == 1, "they work together meanwhile"
    search(gateway, "s1", "mint")
    assert app.end(signal.SIGINT) == 0

    app = up(bare, "--listen", f"127.0.0.1:{port}", output="again.txt")
    after = gateway.views("s1")
    assert names(after) == names(before) == ["Mint"]
    assert after["box"] == before["box"] and after["family"] == before["family"]
    eventually(lambda: versions(gateway), lambda seen: seen == {current}, "all are of the new version")
    assert "is version" not in app.output and "several versions" not in bare.run("searchbus", "status", folder="garden")[0]
    gateway.headers["authorization"] = f"Bearer {key}"
    assert gateway.try_call("GET", "/api/status")[0] == 200, "a key of before is good"
    assert app.end(signal.SIGINT) == 0


def names(views):
    """The names of the hits that are shown."""
    return [hit["record"]["name"] for hit in views["hits"]["hits"]]


def versions(gateway):
    """The versions that processes say they are of."""
    return {process.get("version") for process in gateway.call("GET", "/api/status")["processes"]}
