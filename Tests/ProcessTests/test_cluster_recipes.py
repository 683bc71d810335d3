# SPDX-License-Identifier: MIT
"""The recipes of deploy/cluster with the real programs: servers of NATS, HAProxy before two machines, manifests."""

import json
import os
import re
import shutil
import signal
import subprocess
import urllib.request

import pytest
import yaml
from certificates import Authority
from proxies import HAProxy
from searchbus_testing import ROOT, Stack, binary, eventually
from searchbus_testing import command as run_command
from test_cluster import SERVER, Servers, app_of

RECIPES = ROOT / "deploy/cluster"


@pytest.mark.parametrize("extra", ["", "users.conf", "tls.conf", "cluster-tls.conf"])
def test_the_servers_take_their_configurations(tmp_path, extra):
    """Each of the three, as it is and with what can be taken in."""
    folder = tmp_path / "nats"
    shutil.copytree(RECIPES / "nats", folder)
    authority = Authority(tmp_path)
    certificate, key = authority.sign("server", "nats.example.org")
    for path in folder.glob("*.conf"):
        text = path.read_text().replace(f"# include ./{extra}", f"include ./{extra}") if extra else path.read_text()
        for old, new in (("/etc/nats/server.pem", certificate), ("/etc/nats/server.key", key), ("/etc/nats/ca.pem", authority.path)):
            text = text.replace(old, str(new))
        path.write_text(text)
    for name in "abc":
        done = subprocess.run([SERVER, "-t", "-c", folder / f"nats-{name}.conf"], capture_output=True, text=True, check=False,
                              env={**os.environ, "SEARCHBUS_PASSWORD": "one", "ADMIN_PASSWORD": "two"})
        assert done.returncode == 0 and "is valid" in done.stdout + done.stderr, done.stdout + done.stderr


def test_an_app_needs_the_password_of_its_account(make_shop, tmp_path, monkeypatch):
    """With the user of users.conf the app runs; with a wrong password it gets an error, which does not contain it."""
    servers = Servers()
    shutil.copy(RECIPES / "nats/users.conf", servers.folder)
    configuration = servers.folder / "nats.conf"
    configuration.write_text(configuration.read_text() + "include ./users.conf\n")
    monkeypatch.setenv("SEARCHBUS_PASSWORD", "open-sesame")
    monkeypatch.setenv("ADMIN_PASSWORD", "other")
    try:
        servers.start()
        monkeypatch.setenv("SEARCHBUS_NATS_USER", "searchbus")
        monkeypatch.setenv("SEARCHBUS_NATS_PASSWORD", "wrong")
        stack = make_shop(app=app_of([servers.address], tmp_path), is_sound=False)
        told = eventually(lambda: stack.child.output, lambda text: "journal-unavailable" in text, "the refusal is reported")
        assert "credentials" in told and "wrong" not in told, told
        stack.child.kill()
        monkeypatch.setenv("SEARCHBUS_NATS_PASSWORD", "open-sesame")
        stack.start()
        assert stack.new_session()
    finally:
        servers.close()


def unit_folder(folder):
    """The package's unit of one app with the recipe beside it, as systemd finds them, for the executable that was built."""
    folder.mkdir()
    unit = (ROOT / "deploy/package/searchbus@.service").read_text()
    for old, new in (("@PREFIX@/bin/searchbus", binary("searchbus")), ("@PREFIX@/share/doc/searchbus", ROOT)):
        assert old in unit
        unit = unit.replace(old, str(new))
    (folder / "searchbus@shop.service").write_text(unit)
    (folder / "searchbus@shop.service.d").mkdir()
    shutil.copy(RECIPES / "systemd/cluster.conf", folder / "searchbus@shop.service.d")
    return folder / "searchbus@shop.service"


def verify(unit):
    """What systemd finds wrong with a unit and what is beside it; nothing where that is nothing."""
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    lines = [line for line in done.stderr.splitlines() if "searchbus@" in line or str(unit.parent) in line]
    assert done.returncode == 0 or lines, done.stderr
    return lines


def test_systemd_takes_the_unit_with_the_recipe(tmp_path):
    """It finds nothing to complain of; a word that it does not know, in the recipe alone, it would have named."""
    unit = unit_folder(tmp_path / "units")
    assert verify(unit) == []
    recipe = unit.with_name("searchbus@shop.service.d") / "cluster.conf"
    recipe.write_text(recipe.read_text().replace("TimeoutStopSec", "TimeoutStopSeconds"))
    assert any("TimeoutStopSeconds" in line and "cluster.conf" in line for line in verify(unit))


def test_the_recipe_of_a_unit_changes_what_it_says(tmp_path):
    """A machine comes again when its servers were not there (69), and stays away for all else that the unit names. What is set for
    the unit are words that `searchbus up` knows."""
    def ends(path):
        return {word for line in path.read_text().splitlines() if line.startswith("RestartPreventExitStatus=") for word in line.split("=")[1].split()}
    recipe = RECIPES / "systemd/cluster.conf"
    unit = ROOT / "deploy/package/searchbus@.service"
    assert ends(unit) - ends(recipe) == {"69"} and ends(recipe) < ends(unit)
    # An empty value takes back what the unit has said; without it the recipe would only add to that.
    assert recipe.read_text().index("RestartPreventExitStatus=\n") < recipe.read_text().index("RestartPreventExitStatus=64")
    settings = {}
    for line in (RECIPES / "systemd/searchbus-shop.env").read_text().splitlines():
        if line and not line.startswith("# "):
            name, equals, value = line.lstrip("#").partition("=")
            assert equals and re.fullmatch(r"SEARCHBUS_[A-Z_]+", name), line
            settings[name] = value
    known, _ = run_command("help", "up")
    options = [word for word in settings["SEARCHBUS_OPTIONS"].split() if word.startswith("--")]
    assert options and all(f" {option} " in known for option in options)
    document = (ROOT / "docs/cluster.md").read_text() + unit.read_text()
    assert all(name in document for name in settings), settings


@pytest.fixture
def site(indexes, tmp_path):
    """Two machines behind HAProxy."""
    servers = Servers().start()
    app = app_of([servers.address], tmp_path)
    stacks = {name: Stack(app, indexes) for name in "ab"}
    proxy = HAProxy(tmp_path / "proxy", {name: f"127.0.0.1:{stack.port}" for name, stack in stacks.items()})
    try:
        for name, stack in stacks.items():
            stack.arguments = ("--machine", name, "--public-url", proxy.url, "--trusted-proxy", "127.0.0.1")
            if name == "b":
                shutil.copy(stacks["a"].data / "gateway.secret", stack.data)
            stack.start()
        proxy.machines = stacks
        yield proxy.start()
    finally:
        proxy.close()
        for stack in stacks.values():
            stack.close()
        servers.close()


def enter(site):
    """Follows a link that one machine made, at whichever; answers with the cookie."""
    link = site.machines["a"].run("link")[0].strip()
    status, headers, body = site.ask("GET", link.removeprefix(site.url), accept="text/html")
    assert status == 303, (status, body)
    return {name.lower(): value for name, value in headers.items()}["set-cookie"].split("; ")[0]


def events(site, path, **headers):
    """The events of a stream through the proxy: name, id and data."""
    connection = site.connection()
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    assert response.status == 200, response.read()
    fields = {}
    for line in iter(response.readline, b""):
        name, _, value = line.decode().rstrip("\n").partition(":")
        if name:
            fields[name] = value.strip()
        elif fields:
            if "data" in fields:
                yield fields.get("event", "message"), fields.get("id"), json.loads(fields["data"])
            fields = {}


def streams(stack):
    """How many streams a machine has open."""
    request = urllib.request.Request(f"http://127.0.0.1:{stack.port}/metrics", headers=stack.gateway.headers)
    with urllib.request.urlopen(request, timeout=20) as response:
        text = response.read().decode()
    return int(float(re.search(r"^searchbus_streams (\S+)", text, re.M)[1]))


def test_a_page_resumes_at_another_node(site):
    """One link works at both; when the node of a stream ends, the page resumes at the other without starting over."""
    own = {"cookie": enter(site), "origin": site.url, "content_type": "application/json"}

    def attempt(body):
        status, _, answer = site.ask("POST", f"/api/sessions/{session}/intents", json.dumps(body), **own)
        return status, answer

    def type_in(query):
        body = {"intents": [{"to": "box", "type": "set-query", "id": f"one-{query}", "data": {"query": query}}]}
        eventually(lambda: attempt(body), lambda answer: answer[0] == 202, "the intent is taken", patience=30)

    def watch(query, stream):
        """Reads until the hits of a query are there; answers with the names of the events and the last id."""
        names, last = [], None
        for name, id, data in stream:
            names.append(name)
            last = id or last
            if name == "view" and "view/hits/" in data["topic"] and data["event"]["data"].get("query") == query:
                return names, last
            # A stream that opens late begins with the view.
            if name == "reset" and data["views"].get("hits", {}).get("query") == query:
                return names, last
        raise AssertionError(f"the stream ended after {names}")

    status, _, answer = site.ask("POST", "/api/sessions", "{}", **own)
    assert status == 201, answer
    session = json.loads(answer)["session"]
    path = f"/api/sessions/{session}/events"
    stream = events(site, path, cookie=own["cookie"])
    type_in("lamp")
    _, place = watch("lamp", stream)
    machine = next(name for name, stack in site.machines.items() if streams(stack) > 0)
    stack = site.machines[machine]
    pids = [*stack.pids().values()]
    stack.child.kill()
    for pid in filter(stack.is_ours, pids):
        os.kill(pid, signal.SIGKILL)
    with pytest.raises((AssertionError, OSError, ValueError)):
        watch("nothing of the kind", stream)
    type_in("kettle")

    def resumed():
        try:
            return watch("kettle", events(site, path, cookie=own["cookie"], **{"last-event-id": place}))
        except (AssertionError, OSError):
            return None
    names, _ = eventually(resumed, bool, "the page resumes", patience=30)
    assert "reset" not in names, names


def test_the_manifests_fit_together():
    """They can be read, and what one part names another one has."""
    documents = [document for path in (RECIPES / "kubernetes").glob("*.yaml") for document in yaml.safe_load_all(path.read_text())]
    kinds = {(one["kind"], one["metadata"]["name"]): one for one in documents}
    assert len(kinds) == len(documents) >= 8
    for (kind, _), one in kinds.items():
        if kind != "StatefulSet":
            continue
        spec = one["spec"]["template"]["spec"]
        assert one["spec"]["selector"]["matchLabels"] == one["spec"]["template"]["metadata"]["labels"]
        assert ("Service", one["spec"]["serviceName"]) in kinds
        volumes = {volume["name"] for volume in [*spec["volumes"], *(claim["metadata"] for claim in one["spec"]["volumeClaimTemplates"])]}
        for container in [*spec.get("initContainers", []), *spec["containers"]]:
            assert {mount["name"] for mount in container["volumeMounts"]} <= volumes
            ports = {port["name"] for port in container.get("ports", [])}
            for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
                assert probe not in container or container[probe]["httpGet"]["port"] in ports
    command = kinds["StatefulSet", "searchbus"]["spec"]["template"]["spec"]["containers"][0]["args"]
    known, _ = run_command("help", "up")
    assert all(word in known for word in command if word.startswith("--"))
    assert kinds["Ingress", "searchbus"]["spec"]["ingressClassName"]


def test_the_manifests_name_what_the_commands_make():
    """Images have an exact version, and what no manifest has one of the README's commands makes."""
    texts = [path.read_text() for path in (RECIPES / "kubernetes").glob("*.yaml")]
    versions = dict(re.findall(r"image: (\S+):(\d+\.\d+\.\d+)(?:-\w+)?$", "".join(texts), re.M))
    assert set(versions) == set(re.findall(r"image: (\S+):", "".join(texts))) == {"nats", "registry.example.org/searchbus"}
    assert tuple(map(int, versions["nats"].split("."))) >= (2, 10, 22)
    readme = (RECIPES / "README.md").read_text()
    made = set(re.findall(r"create (?:configmap|secret generic|secret tls) (\S+)", readme))
    made |= {one["metadata"]["name"] for text in texts for one in yaml.safe_load_all(text) if one["kind"] == "ConfigMap"}
    named = re.findall(r"(?:secretKeyRef|configMap|secret):\n +(?:name|secretName): (\S+)|^ +secretName: (\S+)", "".join(texts), re.M)
    # The controller of the ingress names this one, in its own configuration.
    assert {one or other for one, other in named} | {"searchbus-proxy-headers"} == made
    assert f"-t registry.example.org/searchbus:{versions['registry.example.org/searchbus']} " in readme


def test_the_policy_of_the_servers_lets_in_whom_it_has_to():
    """Only servers reach the port of the servers, and only they and SearchBus that of the clients."""
    documents = [document for path in (RECIPES / "kubernetes").glob("*.yaml") for document in yaml.safe_load_all(path.read_text())]
    kinds = {(one["kind"], one["metadata"]["name"]): one for one in documents}

    def labels(name):
        return kinds["StatefulSet", name]["spec"]["template"]["metadata"]["labels"]

    spec = kinds["NetworkPolicy", "nats"]["spec"]
    assert spec["podSelector"]["matchLabels"] == labels("nats") and spec["policyTypes"] == ["Ingress"]
    let_in = {port["port"]: [one["podSelector"]["matchLabels"] for one in rule["from"]] for rule in spec["ingress"] for port in rule["ports"]}
    ports = {port["name"]: port["containerPort"] for port in kinds["StatefulSet", "nats"]["spec"]["template"]["spec"]["containers"][0]["ports"]}
    assert let_in == {ports["cluster"]: [labels("nats")], ports["client"]: [labels("nats"), labels("searchbus")]}
