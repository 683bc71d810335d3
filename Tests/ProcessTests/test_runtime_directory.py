# SPDX-License-Identifier: MIT
"""The runtime directory heals: whatever removes it, its sockets or its files, the app restores them and continues."""

import http.client
import os
import shutil
import signal
import socket

import pytest
from searchbus_bus import Draft
from searchbus_testing import Child, Stack, binary, command, eventually, running
from shop_data import APP

SOCKETS = ("commands", "events")
FILES = (*SOCKETS, "app.json", "supervisor.json", "supervisor.lock", "gateway.address")
VICTIMS = ("interactor-hits", "gateway", "broker")


def remove(*names):
    """Removes files of the runtime directory."""
    def harm(runtime):
        for name in names:
            (runtime / name).unlink(missing_ok=True)
    return harm


def garble(runtime):
    """Overwrites the app."""
    (runtime / "app.json").write_text("{")


def close(runtime):
    """Denies access; root has access nevertheless."""
    runtime.chmod(0)


HARMS = {"directory": shutil.rmtree, "sockets": remove(*SOCKETS), "app": remove("app.json"), "garbled app": garble,
         "state and lock": remove("supervisor.json", "supervisor.lock"), "mode": close}


@pytest.fixture(scope="module")
def sound_shop(indexes):
    """A shop of which one directory after the other is damaged."""
    with running(Stack(APP, indexes)) as stack:
        yield stack


def is_whole(stack):
    """Whether everything is in its place, and only its owner may enter."""
    return stack.runtime.is_dir() and stack.runtime.stat().st_mode & 0o777 == 0o700 and all(
        (stack.runtime / name).exists() for name in FILES) and (stack.runtime / "app.json").stat().st_size > 10


@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_directory_is_restored_and_no_connection_ends(sound_shop, harm):
    stack = sound_shop
    before = stack.wait_running()
    with stack.bus() as bus:
        subscription = bus.subscribe("intent/")
        HARMS[harm](stack.runtime)
        eventually(lambda: is_whole(stack), bool, "the directory is whole again", patience=10)
        sequence = bus.append(Draft("intent/box/elsewhere/", {}))[0]
        assert subscription.receive().sequence == sequence, "a connection from before works"
    assert command("status", "--data", stack.data)[0].startswith("shop, since")
    stack.new_session()
    after = stack.wait_running()
    assert {name: process["pid"] for name, process in after.items()} == {
        name: process["pid"] for name, process in before.items()}, "no process was restarted"


@pytest.mark.parametrize("victim", VICTIMS)
@pytest.mark.parametrize("harm", HARMS)
def test_a_process_that_dies_in_a_damaged_directory_comes_back(sound_shop, harm, victim):
    stack = sound_shop
    before = stack.wait_running()[victim]["pid"]
    HARMS[harm](stack.runtime)
    os.kill(before, signal.SIGKILL)
    after = eventually(stack.processes, lambda processes: processes.get(victim, {}).get("state") == "running"
                       and processes[victim]["pid"] != before, f"{victim} runs again", patience=20)
    assert after[victim]["state"] == "running"
    eventually(lambda: is_whole(stack), bool, "the directory is whole again", patience=10)
    stack.wait_running()
    stack.gateway.insist("GET", "/readyz")
    stack.new_session()


def test_what_was_restored_is_printed(sound_shop):
    remove("app.json")(sound_shop.runtime)
    eventually(sound_shop.output, lambda text: "the runtime directory was incomplete; created again: app.json" in text,
               "it is printed")
    remove("commands")(sound_shop.runtime)
    path = sound_shop.runtime / "commands"
    eventually(sound_shop.output, lambda text: f"The socket {path} was missing or replaced" in text, "it is printed")


def test_sockets_are_restored_again_and_again(make_broker):
    broker = make_broker().start()
    path = broker.runtime / "commands"
    with broker.bus() as bus:
        for _ in range(3):
            path.unlink()
            eventually(path.exists, bool, "the socket is there again", patience=5)
            bus.append(Draft("intent/a/s/"))
            with broker.bus() as other:
                assert other.is_answered(5), "new connections are accepted"


def test_another_program_at_a_sockets_place_is_reported_and_left_alone(make_broker):
    broker = make_broker().start()
    path = broker.runtime / "commands"
    path.unlink()
    with socket.socket(socket.AF_UNIX) as other, broker.bus() as bus:
        # The broker may have been quicker.
        path.unlink(missing_ok=True)
        other.bind(str(path))
        other.listen(1)
        inode = path.stat().st_ino
        subscription = bus.subscribe("status/broker/")
        status = eventually(lambda: subscription.receive().data, lambda data: data.get("problems"), "it is reported")
        (problem,) = status["problems"]
        assert problem["code"] == "address-in-use" and str(path) in problem["message"], problem
        assert path.stat().st_ino == inode, "its file is left alone"
    path.unlink()
    eventually(path.exists, bool, "the socket is there again", patience=5)
    with broker.bus() as bus:
        assert bus.is_answered(5)


class LocalConnection(http.client.HTTPConnection):
    """A connection to the socket of a gateway."""

    def __init__(self, path):
        super().__init__("search.example.org", timeout=10)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(10)
        self.sock.connect(self.path)

    def health(self):
        """The status of /healthz."""
        self.request("GET", "/healthz", headers={"Host": "search.example.org"})
        answer = self.getresponse()
        answer.read()
        return answer.status


def test_the_gateways_socket_is_restored(indexes):
    stack = Stack(APP, indexes)
    path = stack.data / "http.sock"
    stack.arguments = ("--listen", f"unix:{path}", "--public-url", "https://search.example.org")
    with running(stack):
        before = stack.wait_running()["gateway"]["pid"]
        old = LocalConnection(path)
        assert old.health() == 200
        for harm in (path.unlink, lambda: path.rename(stack.data / "moved")):
            harm()
            eventually(path.exists, bool, "the socket is there again", patience=10)
            assert eventually(lambda: path.stat().st_mode & 0o777, lambda mode: mode == 0o660, "its group may connect")
            assert LocalConnection(path).health() == 200
        assert old.health() == 200, "a connection from before works"
        assert stack.wait_running()["gateway"]["pid"] == before
    assert not path.exists()


def test_a_process_that_finds_no_socket_or_app_names_it(tmp_path):
    """The socket is waited for; a file that cannot be read ends the process with a code that is retried."""
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    indexer = Child([binary("searchbus-index-worker"), "indexer", "--data", tmp_path, "--runtime", runtime], tmp_path / "indexer.txt")
    words = f"Waiting for the broker: the broker's socket {runtime}/commands does not exist"
    eventually(lambda: indexer.output, lambda text: words in text, "it names the socket")
    assert indexer.is_running and indexer.end() == 0
    store = Child([binary("searchbus-worker"), "state", "--app", runtime / "app.json", "--runtime", runtime], tmp_path / "state.txt")
    assert store.process.wait(20) == 74
    assert f"{runtime}/app.json cannot be read: No such file" in store.output, store.output


def test_a_command_tells_missing_sockets_from_an_app_that_does_not_run(make_shop, tmp_path):
    _, errors = command("status", "--data", tmp_path, code=69)
    assert f"No app runs on {tmp_path}" in errors
    stack = make_shop()
    pid = stack.send_signal("broker", signal.SIGSTOP)
    remove("commands")(stack.runtime)
    _, errors = stack.run("status", code=69)
    os.kill(pid, signal.SIGCONT)
    assert f"The app on {stack.data} runs, but the broker's socket {stack.runtime}/commands does not exist" in errors
    eventually((stack.runtime / "commands").exists, bool, "the socket is there again")
