# SPDX-License-Identifier: MIT
"""The unit of the package under a real systemd, as docs/operations.md says it is used: its start, its ends, its failures."""

import subprocess

import pytest
from bare_debian import AS_ROOT
from bare_systemd import BareSystemd, control_groups
from code_blocks import blocks
from searchbus_testing import eventually

pytestmark = pytest.mark.release

APP = """name: shop
searchers:
  products: { type: hits, index: products }
widgets:
  box: { type: search-box, searcher: products }
  hits: { type: hits, searcher: products }
"""
PRODUCTS = '{"objectID": "1", "name": "Red lamp"}\n{"objectID": "2", "name": "Desk"}\n'
UNIT = "searchbus@shop"


@pytest.fixture(scope="module")
def system(bare):
    """A running systemd, with the app and the data of the document in its folder."""
    if control_groups() is None:
        pytest.skip("this machine has no control groups of the second version that can be written")
    made = BareSystemd(bare.root)
    try:
        made.run(f"mkdir -p /srv/shop; cd /srv/shop; cat >shop.yaml <<'END'\n{APP}END\ncat >products.ndjson <<'END'\n{PRODUCTS}END")
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def service(system):
    """The service, set up with the very commands of the document; answers with what they printed."""
    commands, = [block.text for block in blocks("sh") if f"systemctl enable --now {UNIT}" in block.text]
    return system.run(f"cd /srv/shop\n{commands}")[0]


def search(system, session):
    """Types something into a session."""
    system.run(f"sudo -u searchbus searchbus send {session} box set-query '{{\"query\":\"lamp\"}}' --data /var/lib/searchbus/shop")


def has_started(system, unit, restarts):
    """Waits until a unit runs, having been restarted so often."""
    eventually(lambda: (system.show(unit, "ActiveState"), system.show(unit, "NRestarts")),
               lambda said: said == ("active", str(restarts)), f"{unit} runs")


def test_the_service_runs_with_the_commands_of_the_document(system, service):
    """It is ready when systemd reports it, as a user of its own, and its journal has only the expected lines."""
    assert service.splitlines()[-1].startswith("http://127.0.0.1:8080/?token="), service
    assert system.show(UNIT, "ActiveState") == "active" and system.show(UNIT, "NRestarts") == "0"
    journal = system.journal(UNIT)
    assert "ready in" in journal and "token" not in journal
    for line in journal.splitlines():
        assert " started (pid " in line or line.startswith("ready in "), journal
    group = system.show(UNIT, "ControlGroup")
    users = system.run(f"for process in $(cat /sys/fs/cgroup{group}/cgroup.procs); do stat --format=%U /proc/$process; done")[0]
    assert len(users.split()) > 5 and set(users.split()) == {"searchbus"}, users
    search(system, "s1")
    shown = "sudo -u searchbus searchbus session show s1 --data /var/lib/searchbus/shop --json"
    eventually(lambda: system.run(shown)[0], lambda said: '"nbHits":1' in said, "the search is answered")


def test_a_service_that_died_or_hangs_is_restarted(system, service):
    """With its sessions; systemd's watchdog finds the one that lives and does nothing."""
    system.run("mkdir -p /run/systemd/system/searchbus@.service.d; cd /run/systemd/system/searchbus@.service.d; "
               "printf '[Service]\\nWatchdogSec=1\\n' >watchdog.conf; systemctl daemon-reload; "
               f"systemctl restart {UNIT}")
    search(system, "s2")
    before = int(system.show(UNIT, "NRestarts"))
    for number, signal in enumerate(("KILL", "STOP"), start=1):
        system.run(f"kill -{signal} {system.show(UNIT, 'MainPID')}")
        has_started(system, UNIT, before + number)
    assert "s2" in system.run("sudo -u searchbus searchbus session list --data /var/lib/searchbus/shop")[0]


def test_what_another_start_would_meet_again_is_not_tried_again(system, service):
    """A missing app file, and data of another user: systemd has the exit code, and its journal what to do."""
    system.run("install -m 644 /srv/shop/shop.yaml /etc/searchbus/theirs.yaml; "
               "install -d -o searchbus -g searchbus -m 700 /var/lib/searchbus/theirs; "
               "install -m 600 /dev/null /var/lib/searchbus/theirs/log.sqlite; "
               "printf 'SEARCHBUS_LISTEN=127.0.0.1:8081\\n' >/etc/default/searchbus-theirs")
    for name, code, said in (("none", "78", "[invalid-app-file]"), ("theirs", "66", "[data-directory-unusable]")):
        unit = f"searchbus@{name}"
        system.run(f"systemctl start {unit}", code=1)
        assert (system.show(unit, "ExecMainStatus"), system.show(unit, "NRestarts")) == (code, "0"), system.journal(unit)
        assert said in system.journal(unit)


def test_a_proxy_of_the_group_reaches_the_socket(system, service):
    """In the folder that the unit makes for it; who is not of the group does not get in."""
    system.run("printf 'SEARCHBUS_LISTEN=unix:/run/searchbus/shop/http.sock\\n"
               "SEARCHBUS_OPTIONS=--public-url https://search.example.org\\n' >/etc/default/searchbus-shop; "
               f"systemctl restart {UNIT}")
    reach = "setpriv --reuid=www-data --regid=www-data --init-groups test -w /run/searchbus/shop/http.sock"
    system.run(reach, code=1)
    system.run(f"usermod -aG searchbus www-data; {reach}")


def test_the_service_stops_in_order(system, service):
    """Within its time, and with nothing left."""
    system.run(f"systemctl stop {UNIT}")
    assert (system.show(UNIT, "Result"), system.show(UNIT, "ExecMainStatus")) == ("success", "0"), system.journal(UNIT)
    assert "broker stopped" in system.journal(UNIT)


def test_the_service_is_confined(bare):
    """By systemd's own measure, from 0 to 10, of what a service could do to its system."""
    told = subprocess.run([*AS_ROOT, "systemd-analyze", "security", "--offline=true", "--threshold=20", f"--root={bare.root}",
                           f"{UNIT}.service"], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout[-400:]
