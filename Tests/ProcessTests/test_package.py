# SPDX-License-Identifier: MIT
"""The Debian package in a bare Debian, where nothing of what built it is; and the app as a service."""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import urllib.request

import pytest
import searchbus_testing as testing
from searchbus_testing import Gateway, binary, eventually

pytestmark = pytest.mark.release


def test_the_package_runs_the_demo_in_a_bare_debian(bare):
    """No Swift, no Python, no compiler: one command imports the data and starts the store, for an ordinary user."""
    assert not list(bare.root.glob("usr/bin/python3*")) and not list(bare.root.glob("opt/*"))
    assert "warning" not in bare.installed.lower(), bare.installed
    port = testing.free_port()
    child = bare.start("searchbus", "demo", "--listen", f"127.0.0.1:{port}", "--log", "json")
    eventually(lambda: child.output, lambda text: "ready in" in text or not child.is_running, "the demo is ready", 90)
    assert child.is_running, child.output
    lines = [json.loads(line) for line in child.output.splitlines()]
    assert re.fullmatch("products: [0-9,]+ records read .*", lines[0]["message"]) and lines[0]["process"] == "supervisor", lines
    gateway = Gateway(port, bare.home / ".searchbus/store")
    session = gateway.call("POST", "/api/sessions", {})["session"]
    gateway.send(session, ("box", "set-query", {"query": "headphones"}), wait=True)
    eventually(lambda: gateway.views(session), lambda views: views.get("hits", {}).get("hits"), "the store finds something")
    processes = gateway.call("GET", "/api/status")["processes"]
    assert {process["version"] for process in processes} == {bare.run("searchbus", "--version")[0].strip()}
    # The console is bundled: what its page names is there, and may be cached for good.
    named = re.findall(r'(?:src|href)="(/[^"]+)"', fetched(port, "/")[1])
    assert {name.rpartition(".")[2] for name in named} >= {"js", "css"}, named
    for name in named:
        if not name.startswith("/api/"):
            headers, _ = fetched(port, name)
            assert name.startswith("/immutable/") and "immutable" in headers["Cache-Control"], (name, headers)
    assert "export" in fetched(port, "/client/index.js")[1]
    # The inspector of pages is one file, since the console's modules are not there.
    assert not re.search(r"""["']\.\.?/""", fetched(port, "/client/devtools.js")[1])
    assert "@import" not in fetched(port, "/client/devtools.css")[1]
    assert not (bare.root / "usr/share/searchbus/web/src").exists()
    assert child.end(signal.SIGINT) == 0


def fetched(port, path):
    """A file of the console: its header fields and its text."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=testing.PATIENCE) as response:
        return response.headers, response.read().decode()


def test_what_is_installed_knows_nothing_of_where_it_was_built(bare):
    """Programs look for libraries beside themselves alone."""
    for file in (bare.root / "usr/lib/searchbus").iterdir():
        section = subprocess.run(["readelf", "-d", file], check=True, capture_output=True, text=True).stdout
        paths = [line.rpartition("[")[2].rstrip("]\n") for line in section.splitlines() if "PATH)" in line]
        assert paths in (["$ORIGIN"], []), f"{file.name}: {paths}"


def test_the_tar_file_runs_where_it_is_unpacked(package, tmp_path):
    """Its command is below one folder, with everything else."""
    with tarfile.open(next(package.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="fully_trusted")
    command = next(tmp_path.glob("searchbus-*/bin/searchbus"))
    help_text = subprocess.run([command, "demo", "--help"], check=True, capture_output=True, text=True).stdout
    assert "gallery" in help_text
    shutil.rmtree(next(tmp_path.glob("searchbus-*")))


def test_the_package_has_the_javascript_client(bare):
    """The archive that `npm install` takes, of this version; test_client_package.py uses it."""
    archive, = (bare.root / "usr/share/searchbus/javascript-client").iterdir()
    assert archive.name == f"searchbus-{bare.run('searchbus', '--version')[0].strip()}.tgz"
    with tarfile.open(archive) as files:
        assert {"package/package.json", "package/core.js", "package/core.d.ts"} <= set(files.getnames())


def test_the_python_client_of_the_package_is_installed_without_a_network(bare, shop, tmp_path):
    """One wheel, of the package's version, without what is of its sources."""
    wheel, = (bare.root / "usr/share/searchbus/python-client").iterdir()
    assert wheel.name == f"searchbus-{bare.run('searchbus', '--version')[0].strip()}-py3-none-any.whl"
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps",
                    "--target", tmp_path / "client", wheel], check=True)
    (tmp_path / "page.py").write_text(
        "import sys, searchbus.widgets, searchbus.engines, searchbus_client\n"
        "with searchbus_client.SearchBus(sys.argv[1], sys.argv[2]) as bus: print(len(bus.app().widgets))\n")
    key = shop.run("key")[0].strip()
    said = subprocess.run([sys.executable, tmp_path / "page.py", f"http://127.0.0.1:{shop.port}", key], check=True,
                          capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(tmp_path / "client")}).stdout
    assert int(said) == len(shop.gateway.call("GET", "/api/app")["widgets"])


def test_documents_of_the_package_lead_to_what_is_in_it(bare):
    """All that they link to is there, but for what is of the sources alone."""
    folder = bare.root / "usr/share/doc/searchbus"
    documents = list(folder.rglob("*.md"))
    assert len(documents) > 20
    for document in documents:
        text = re.sub(r"```.*?```", "", document.read_text(), flags=re.DOTALL)
        for link in re.findall(r"\]\(([^)#\s:]+)(?:#[^)]*)?\)", text):
            place = os.path.relpath(document.parent / link, folder)
            is_source = place.startswith(("Sources/", "Tests/", "deploy/docs/", "web/python-client/"))
            assert is_source or (folder / place).exists(), f"{document.relative_to(folder)}: {link}"


def test_the_unit_is_one_that_systemd_reads(bare, tmp_path):
    """systemd itself finds nothing wrong with the unit, but that its command is not of this system."""
    unit = tmp_path / "searchbus@shop.service"
    text = (bare.root / "usr/lib/systemd/system/searchbus@.service").read_text()
    text = text.replace("/usr/bin/searchbus", str(binary("searchbus")))
    unit.write_text(text.replace("file:/usr", f"file:{bare.root}/usr"))
    told = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
    assert told.returncode == 0 and "searchbus@shop" not in told.stderr, told.stderr


def test_the_service_manager_is_notified_of_the_apps_state(make_shop):
    """Ready once everything runs, alive again and again while the supervisor decides, stopping when it is ended."""
    folder = testing.make_directory()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(str(folder / "notify"))
    listener.settimeout(testing.PATIENCE)
    environment = {**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "400000"}
    shop = make_shop(is_sound=False, env=environment)
    try:
        told = [listener.recv(100).decode()]
        while told.count("WATCHDOG=1") < 3 or "READY=1" not in told:
            told.append(listener.recv(100).decode())
        assert set(told) == {"READY=1", "WATCHDOG=1"}
        for pid in shop.pids().values():
            assert b"NOTIFY_SOCKET" not in pathlib.Path(f"/proc/{pid}/environ").read_bytes()
        shop.child.send_signal(signal.SIGINT)
        eventually(lambda: listener.recv(100).decode(), lambda text: text == "STOPPING=1", "the stop is reported")
        assert shop.child.process.wait(testing.PATIENCE) == 0
    finally:
        listener.close()
        shutil.rmtree(folder)
