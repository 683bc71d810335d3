# SPDX-License-Identifier: MIT
"""The recipes of deploy/proxy with the real servers: login, intents, event streams, and the mistakes that people make with them."""

import base64
import http.client
import json
import re
import signal
import socket
import stat
import time

import pytest
from proxies import HOST, Caddy, Nginx
from searchbus_testing import Child, Stack, binary, command, eventually, running
from shop_data import APP

pytestmark = pytest.mark.release

# What comes at once comes well before the first heartbeat of a blocked stream, after 5 s.
AT_ONCE = 2
JSON = {"content_type": "application/json"}


@pytest.fixture(scope="module", params=[Nginx, Caddy], ids=["nginx", "caddy"])
def site(request, indexes, tmp_path_factory):
    """A shop on a socket, behind a proxy."""
    folder = tmp_path_factory.mktemp("proxy")
    stack = Stack(APP, indexes)
    path = stack.data / "http.sock"
    proxy = request.param(folder / "server", f"unix:{path}")
    stack.arguments = ("--listen", f"unix:{path}", "--public-url", proxy.url)
    stack.socket = path
    stack.proxy = proxy
    with running(stack):
        try:
            proxy.start()
            yield stack
        finally:
            proxy.close()


@pytest.fixture(scope="module")
def cookie(site):
    """The cookie of a browser that came through a link."""
    return enter(site)


def enter(site):
    """Follows a new link; answers with the cookie."""
    link = site.run("link")[0].strip()
    assert link.startswith(f"{site.proxy.url}/?token="), link
    site.tokens = [*getattr(site, "tokens", []), link.partition("token=")[2]]
    path = link.removeprefix(site.proxy.url)
    status, headers, _ = site.proxy.ask("GET", path, accept="text/html")
    assert status == 303 and headers["Location"] == "/", (status, headers)
    pair, *flags = headers["Set-Cookie"].split("; ")
    assert set(flags) == {"HttpOnly", "Secure", "SameSite=Strict", "Path=/"}
    assert pair.startswith(f"__Host-searchbus-{site.proxy.port}="), pair
    assert site.proxy.ask("GET", path)[0] == 401, "a link is good once"
    site.tokens.append(pair.partition("=")[2].partition(".")[2])
    return pair


def test_a_link_authorizes_a_browser_and_intents_come_through(site, cookie):
    own = {"cookie": cookie, "origin": site.proxy.url, **JSON}
    status, _, body = site.proxy.ask("POST", "/api/sessions", "{}", **own)
    assert status == 201, body
    session = json.loads(body)["session"]
    intent = json.dumps({"to": "box", "type": "set-query", "data": {"query": "lamp"}})
    # The proxy's own login is sent beside the cookie.
    login = "Basic " + base64.b64encode(b"someone:else").decode()
    for fields in (own, {**own, "authorization": login}):
        status, _, body = site.proxy.ask("POST", f"/api/sessions/{session}/intents?wait=outcome", intent, **fields)
        assert status == 202, body
    assert site.proxy.ask("GET", "/api/app", cookie=cookie)[0] == 200
    assert site.proxy.ask("GET", "/api/app")[0] == 401


def test_a_stream_arrives_at_once(site, cookie):
    own = {"cookie": cookie, "origin": site.proxy.url, **JSON}
    session = json.loads(site.proxy.ask("POST", "/api/sessions", "{}", **own)[2])["session"]
    begun = time.monotonic()
    connection = site.proxy.connection()
    connection.request("GET", f"/api/sessions/{session}/events", headers={"cookie": cookie})
    response = connection.getresponse()
    assert response.status == 200 and next_event(response) == "reset"
    assert time.monotonic() - begun < AT_ONCE
    time_of_intent = time.monotonic()
    intent = json.dumps({"to": "box", "type": "set-query", "data": {"query": "kettle"}})
    assert site.proxy.ask("POST", f"/api/sessions/{session}/intents", intent, **own)[0] == 202
    assert next_event(response, "view") == "view"
    assert time.monotonic() - time_of_intent < AT_ONCE
    connection.close()


def test_a_shared_link_works_when_it_is_clicked_on_another_site(site, cookie):
    visit = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}
    for path in ("/", "/?q=lamp"):
        # SameSite=Strict keeps the cookie back here; the page asks for everything else itself.
        status, headers, _ = site.proxy.ask("GET", path, **visit)
        assert status == 200 and headers["Content-Type"].startswith("text/html")
    assert site.proxy.ask("GET", "/api/app", cookie=cookie, sec_fetch_site="cross-site")[0] == 403
    assert site.proxy.ask("POST", "/api/sessions", "{}", cookie=cookie, origin="https://evil.example", **JSON)[0] == 403


def test_people_who_come_without_tls_are_sent_on(site):
    status, location = site.proxy.ask_plainly("/?q=lamp")
    assert status == 308 and location.startswith(f"https://{HOST}") and location.endswith("/?q=lamp")


def test_the_socket_is_for_owner_and_group_and_is_recreated_after_a_kill(site, cookie):
    assert stat.S_IMODE(site.socket.stat().st_mode) == 0o660
    pid = site.send_signal("gateway", signal.SIGKILL)
    eventually(lambda: site.pids().get("gateway"), lambda now: now not in (None, pid), "another gateway runs")
    eventually(lambda: site.proxy.ask("GET", "/api/app", cookie=cookie)[0], lambda status: status == 200,
               "the gateway answers again, and knows the browser")
    assert stat.S_IMODE(site.socket.stat().st_mode) == 0o660


def test_a_request_by_another_name_or_without_tls_gets_a_remedy(site):
    # As a proxy would pass it on that was asked by another name, or without TLS.
    wrong = ask_socket(site, Host="search.lan")
    assert wrong[0] == 421 and "`search.lan`" in wrong[1]["detail"] and site.proxy.url in wrong[1]["detail"], wrong
    assert "--public-url" in wrong[1]["remedy"]
    named = ask_socket(site, **{"Host": "localhost", "X-Forwarded-Host": "search.lan", "X-Forwarded-Proto": "https"})
    assert named[0] == 421 and "`search.lan`" in named[1]["detail"] and "--public-url" in named[1]["remedy"], named
    plain = ask_socket(site, **{"Host": "localhost", "X-Forwarded-Proto": "http"})
    assert plain[0] == 421 and "redirect http to https" in plain[1]["remedy"], plain
    assert ask_socket(site, Host="localhost")[0] == 200


def test_what_a_client_says_of_itself_does_not_reach_the_gateway(site, cookie):
    own = {"cookie": cookie}
    for forwarded in ("for=192.0.2.7;host=evil.example;proto=http", "for=192.0.2.7"):
        assert site.proxy.ask("GET", "/api/app", forwarded=forwarded, **own)[0] == 200, "the recipe removes it"
    # A proxy that removes nothing, on which both families arrive.
    both = {"Host": "localhost", "X-Forwarded-Proto": "https", "Forwarded": f"host={HOST};proto=https"}
    status, problem = ask_socket(site, **both)
    assert status == 421 and "`Forwarded`" in problem["detail"] and "remove" in problem["remedy"], problem


def test_no_token_is_in_any_log(site, cookie):
    enter(site)
    secrets = [*site.tokens, json.loads((site.data / "gateway.secret").read_text())["bearer"]]
    logs = [path for folder in (site.data, site.proxy.folder) for path in folder.rglob("*")
            if path.is_file() and path.name != "gateway.secret"]
    assert any(path.name == "access.log" for path in logs) and any(path.name == "up.txt" for path in logs)
    for path in logs:
        content = path.read_bytes()
        for secret in secrets:
            assert secret.encode() not in content, f"{path.name} holds a secret"


def test_a_proxy_that_sends_its_upstreams_name_gets_a_remedy(site, tmp_path):
    proxy = Nginx(tmp_path / "server", f"unix:{site.socket}", {"proxy_set_header Host $http_host;": ""})
    try:
        status, _, body = proxy.start().ask("GET", "/")
        problem = json.loads(body)
        assert status == 421 and "`searchbus`" in problem["detail"] and "pass `Host` on" in problem["remedy"], problem
    finally:
        proxy.close()


def test_a_socket_on_which_a_gateway_answers_is_not_replaced(site, tmp_path):
    before = site.socket.stat().st_ino
    child = Child([binary("searchbus-gateway"), "--data", tmp_path, "--app", site.runtime / "app.json", "--runtime",
                   site.runtime, "--listen", f"unix:{site.socket}", "--public-url", site.proxy.url], tmp_path / "said.txt")
    assert child.process.wait(20) == 69 and "[address-in-use]" in child.output, child.output
    assert site.socket.stat().st_ino == before and ask_socket(site, Host="localhost")[0] == 200


def test_a_proxy_that_collects_streams_is_known_by_its_silence(indexes, tmp_path):
    """nginx over TCP, as in other recipes: it can be configured by a header, and if it ignores that, nothing arrives."""
    # With nothing but `proxy_pass`, nginx speaks HTTP/1.0 and puts the address of the gateway into `Host`.
    stack = Stack(APP, indexes)
    plain = ["proxy_buffering off;", "proxy_http_version 1.1;", 'proxy_set_header Connection "";',
             "proxy_set_header Host $http_host;", "proxy_set_header X-Forwarded-Host $http_host;"]
    collecting = dict.fromkeys(plain, "") | {"proxy_pass http://searchbus;": f"proxy_pass http://127.0.0.1:{stack.port};"}
    deaf = {"proxy_buffering off;": "proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;"}
    proxies = [Nginx(tmp_path / name, f"127.0.0.1:{stack.port}", changes)
               for name, changes in (("told", collecting), ("deaf", deaf))]
    stack.arguments = ("--listen", f"0.0.0.0:{stack.port}", "--public-url", f"https://{HOST}", "--trusted-proxy", "127.0.0.1")
    with running(stack):
        assert stack.run("link")[0].startswith(f"https://{HOST}/?token="), "commands of this machine find the gateway"
        path = f"/api/sessions/{stack.new_session()}/events"
        key = {"authorization": stack.gateway.headers["authorization"], "host": HOST}
        for proxy, comes in zip(proxies, (True, False), strict=True):
            try:
                proxy.start()
                own = {**key, "origin": f"https://{HOST}", **JSON}
                assert proxy.ask("POST", "/api/sessions", "{}", **own)[0] == 201
                connection = proxy.connection(patience=AT_ONCE)
                connection.request("GET", path, headers=key)
                try:
                    response = connection.getresponse()
                    assert response.status == 200, response.read()
                    assert next_event(response) == "reset" and comes
                except TimeoutError:
                    assert not comes
            finally:
                proxy.close()


@pytest.mark.parametrize("arguments, code, said", [
    (["--listen", "0.0.0.0:0"], 77, "--public-url"),
    (["--listen", "0.0.0.0:0", "--public-url", "https://search.example.org", "--no-auth"], 77, "--no-auth"),
    (["--listen", "unix:/tmp/searchbus.sock"], 64, "--public-url"),
    (["--listen", "unix:http.sock", "--public-url", "https://search.example.org"], 64, "absolute path"),
    (["--public-url", "search.example.org"], 64, "https://"),
    (["--public-url", "https://example.org/search"], 64, "of its own"),
    (["--trusted-proxy", "127.0.0.1"], 64, "--public-url"),
    (["--public-url", "https://search.example.org", "--trusted-proxy", "proxy.lan"], 64, "192.0.2.1"),
])
def test_what_cannot_be_is_said_before_anything_starts(tmp_path, arguments, code, said):
    output = "".join(command("up", APP, "--data", tmp_path / "data", *arguments, code=code))
    assert said in output and "broker started" not in output, output
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("place, said", [
    ("unix:/proc/none/http.sock", "Make the socket's directory"), ("unix:/etc/hostname", "is not a socket"),
    ("192.0.2.55:8080", "an address of this machine"),
])
def test_an_address_that_cannot_be_bound_ends_up_with_an_error(tmp_path, place, said):
    output = "".join(command("up", APP, "--data", tmp_path, "--listen", place, "--public-url", f"https://{HOST}", code=64))
    assert output.count(said) >= 1 and "restarting" not in output, output


def next_event(response, wanted=None):
    """The name of the next event of a stream, or of the next one of that name."""
    while line := response.readline():
        found = re.fullmatch(rb"event: (\S+)\n", line)
        if found and wanted in (None, found[1].decode()):
            return found[1].decode()
    return None


def ask_socket(site, **headers):
    """A request for `/healthz` right to the gateway; answers with its status and JSON."""
    connection = http.client.HTTPConnection("localhost")
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(str(site.socket))
    try:
        connection.request("GET", "/healthz", headers=headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()
