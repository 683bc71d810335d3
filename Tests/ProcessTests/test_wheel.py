# SPDX-License-Identifier: MIT
"""The Python wheel, on machines that have nothing of what it was built with."""

import os
import pathlib
import re
import signal
import subprocess
import zipfile

import pytest
import searchbus_testing as testing
from bare_debian import BareDebian
from searchbus_testing import ROOT, Gateway, binary, eventually

pytestmark = pytest.mark.release


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of what was built."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([ROOT / "deploy/package/wheel.py", binary("searchbus").parent, folder], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "COMPRESSION": "none"})
    return next(folder.iterdir())


@pytest.fixture(scope="module")
def python():
    """A Debian with Python and pip alone."""
    made = BareDebian(["python3-venv"])
    yield made
    made.remove()


def test_pip_installs_it_and_the_demo_runs(wheel, python):
    """Without a network, Swift or a library: two commands to a store that finds something."""
    assert not any(list(python.root.glob(f"usr/lib/*/{name}.so*")) for name in ("libcurl", "libpq", "libswiftCore"))
    subprocess.run(["cp", wheel, python.home], check=True)
    python.run("python3", "-m", "venv", "env")
    python.run("env/bin/pip", "install", "--no-index", "--no-deps", wheel.name)
    port = testing.free_port()
    child = python.start("env/bin/searchbus", "demo", "--listen", f"127.0.0.1:{port}")
    eventually(lambda: child.output, lambda text: "ready in" in text or not child.is_running, "the demo is ready", 90)
    assert child.is_running, child.output
    gateway = Gateway(port, python.home / ".searchbus/store")
    session = gateway.call("POST", "/api/sessions", {})["session"]
    gateway.send(session, ("box", "set-query", {"query": "headphones"}), wait=True)
    eventually(lambda: gateway.views(session), lambda views: views.get("hits", {}).get("hits"), "the store finds something")
    assert child.end(signal.SIGINT) == 0
    python.run("env/bin/pip", "uninstall", "-y", "searchbus")
    assert not list(python.home.glob("env/lib/python3*/site-packages/searchbus*"))


def test_it_needs_nothing_but_the_c_library_of_its_platform(wheel, tmp_path):
    """Each library that a program needs is beside it, or of the C library; and each has its licence."""
    version = re.search(r"-manylinux_2_(\d+)_", wheel.name)[1]
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path)
        licences = {pathlib.Path(name).stem for name in file.namelist() if "/licenses/" in name}
        assert {f"searchbus/{name}.py" for name in ("bus", "engines", "widgets")} <= set(file.namelist())
    assert licences >= {"LICENSE", "libsqlite3-0", "libcurl4", "libzstd1"}
    programs = tmp_path / "searchbus/installed/lib/searchbus"
    beside = {path.name for path in programs.iterdir()}
    for program in programs.iterdir():
        section = subprocess.run(["readelf", "-dVW", program], check=True, capture_output=True, text=True).stdout
        for name in re.findall(r"\(NEEDED\).*\[(.+)\]", section):
            assert name in beside or re.match(r"(ld-linux|lib(c|m|dl|rt|pthread|util|resolv)\.so)", name), f"{program.name}: {name}"
        assert max(map(int, re.findall(r"GLIBC_2\.(\d+)", section)), default=0) <= int(version), program.name
