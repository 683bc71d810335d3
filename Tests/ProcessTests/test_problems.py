# SPDX-License-Identifier: MIT
"""What keeps an app from its work is named everywhere people look: a disk that is full or read-only, a program that crashes."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import urllib.request

import pytest
from algolia_testing import call
from searchbus_testing import Child, Stack, eventually, make_directory

FIXTURES = pathlib.Path(__file__).parent / "fixtures"
SIZE = 48 << 20


def system(*words):
    """Runs a command of the system; the test is skipped where it is not possible here."""
    try:
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        pytest.skip(str(error))
    if done.returncode != 0:
        pytest.skip(f"{words[0]} is not possible here: {done.stderr.strip()}")
    return done.stdout.strip()


class Disk:
    """A small disk of its own, with ext4."""

    def __init__(self, folder):
        self.place = make_directory()
        image = folder / "disk.img"
        with image.open("wb") as file:
            file.truncate(SIZE)
        system("mkfs.ext4", "-q", image)
        system("mount", "-o", "loop,errors=remount-ro", image, self.place)
        self.device = system("findmnt", "-n", "-o", "SOURCE", self.place)
        self.filler = self.place / "filler"

    def fill(self):
        """Leaves not a byte."""
        with self.filler.open("wb", buffering=0) as file:
            for size in (1 << 16, 1 << 10, 1):
                with contextlib.suppress(OSError):
                    while True:
                        file.write(bytes(size))

    def make_room(self):
        """Takes the filler away."""
        self.filler.unlink()

    def fail(self):
        """Simulates an error of the disk for the system: writes are refused."""
        trigger = pathlib.Path(f"/sys/fs/ext4/{pathlib.Path(self.device).name}/trigger_fs_error")
        if not os.access(trigger, os.W_OK):
            pytest.skip(f"{trigger} cannot be written to")
        trigger.write_text("1")

    def close(self):
        subprocess.run(["umount", "-l", str(self.place)], check=False)
        self.place.rmdir()


class SmallStack(Stack):
    """An app whose data are on a disk of their own."""

    def __init__(self, disk, app, indexes, *arguments):
        super().__init__(app, None, *arguments)
        self.outside = self.data
        self.data = disk.place / "data"
        self.data.mkdir(mode=0o700)
        shutil.copytree(indexes, self.data / "indexes")
        self.runtime = self.data / "run"

    def launch(self, **options):
        # What it prints is written to another disk.
        self.child = Child(self.command, self.outside / "up.txt", **options)
        return self

    def close(self):
        super().close()
        shutil.rmtree(self.outside, ignore_errors=True)


@pytest.fixture
def disk(tmp_path):
    """A small disk."""
    made = Disk(tmp_path)
    yield made
    made.close()


@pytest.fixture(params=["process", "power"])
def shop(request, disk, indexes):
    """A shop with Algolia's interface on a small disk."""
    stack = SmallStack(disk, FIXTURES / "algolia.yaml", indexes, "--durability", request.param)
    try:
        stack.start()
        yield stack
    finally:
        stack.close()


def problems(stack):
    """The problems that make the app not ready, by process and subject."""
    status, answer = stack.gateway.try_call("GET", "/readyz")
    return {(each["name"], each.get("subject")): each for each in answer["problems"]} if status == 503 else {}


def check_named_everywhere(stack, code, words):
    """Without an intent, or any other append."""
    found = eventually(lambda: problems(stack), lambda found: ("broker", "append") in found, "it is not ready")
    problem = found["broker", "append"]
    assert problem["code"] == code and words in problem["message"] and problem["remedy"], problem
    eventually(stack.output, lambda text: f"broker reports a problem: append: {problem['message']} [{code}]" in text,
               "`up` prints it")
    shown, errors = stack.run("status", code=70)
    assert f"append: {problem['message']} [{code}]" in shown and problem["remedy"] in shown, shown
    # Others may have something to store too.
    assert re.search(r"The processes report \d+ problems?\.", errors), errors
    report = json.loads(stack.run("status", "--json", code=70)[0])
    assert report["healthy"] is False
    codes = {each["name"]: [one["code"] for one in each["problems"]] for each in report["processes"] if "problems" in each}
    assert codes["broker"] == [code] and set(sum(codes.values(), [])) == {code}, codes
    status = {each["name"]: each for each in stack.gateway.call("GET", "/api/status")["processes"]}
    assert status["broker"]["problems"][0]["code"] == code and status["broker"]["health"] == "running"
    with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{stack.port}/metrics",
                                                       headers=stack.gateway.headers)) as answer:
        assert f'searchbus_process_problems{{process="broker",code="{code}"}} 1\n' in answer.read().decode()


def test_a_full_disk_is_named_everywhere_and_so_is_its_end(shop, disk):
    session = shop.new_session()
    stream = shop.gateway.stream(f"/api/sessions/{session}/events")
    assert next(stream)[0] == "reset"
    disk.fill()
    check_named_everywhere(shop, "storage-full", "full")
    health = next(data for name, _, data in stream if name == "health")
    assert health["problem"]["code"] == "storage-full" and "full" in health["problem"]["message"], health
    intent = {"intents": [{"to": "products", "type": "set-query", "data": {"query": "lamp"}}]}
    assert shop.gateway.try_call("POST", f"/api/sessions/{session}/intents", intent)[0] == 507
    status, _, answer = call(shop, "POST", "/1/indexes/products/query", {"query": "lamp"})
    assert (status, answer["status"]) == (507, 507) and "disk" in answer["message"], answer
    assert shop.gateway.views(session), "reads continue"
    disk.make_room()
    eventually(lambda: shop.gateway.try_call("GET", "/readyz")[0], lambda status: status == 200, "it is ready again")
    eventually(shop.output, lambda text: "broker: problem resolved: append" in text, "`up` prints it")
    # Insights try again after a delay.
    eventually(lambda: [each["problems"] for each in shop.gateway.call("GET", "/api/status")["processes"] if "problems" in each],
               lambda left: not left, "no process has a problem")
    shop.run("status")
    assert "problem" not in next(data for name, _, data in stream if name == "health")
    assert shop.gateway.try_call("POST", f"/api/sessions/{session}/intents", intent)[0] == 202
    assert call(shop, "POST", "/1/indexes/products/query", {"query": "lamp"})[0] == 200


def test_a_read_only_disk_is_named_everywhere(shop, disk):
    session = shop.new_session()
    before = shop.gateway.views(session)
    disk.fail()
    check_named_everywhere(shop, "storage-failed", "ead-only")
    status, _, answer = call(shop, "POST", "/1/indexes/products/query", {"query": "lamp"})
    assert status == 500 and "disk" in answer["message"], answer
    assert shop.gateway.views(session) == before, "reads continue"


def test_a_crashing_program_is_shown_with_its_cause(make_shop, tmp_path):
    """Its signal, its last lines, and what to do."""
    app = tmp_path / "more.yaml"
    program = ["/bin/sh", "-c", "echo the index is too short; kill -BUS $$"]
    app.write_text((FIXTURES / "shop.yaml").read_text()
                   + f"  crashing: {{ type: crashing, run: {json.dumps(program)} }}\n")
    stack = make_shop(app=app, is_sound=False)
    process = eventually(stack.processes, lambda found: "problem" in found.get("custom-crashing", {}),
                         "it is reported")["custom-crashing"]
    problem = process["problem"]
    assert "SIGBUS" in problem["message"] and "“the index is too short”" in problem["message"], problem
    assert "index verify" in problem["remedy"]
    eventually(stack.output, lambda text: "ready in" in text, "the app is ready")
    assert "SIGBUS" in stack.run("status", code=70)[0]
    found = eventually(lambda: problems(stack), lambda found: any(name == "custom-crashing" for name, _ in found), "it is named")
    assert any("SIGBUS" in each["detail"] for each in found.values()), found
    board = {each["name"]: each for each in stack.gateway.call("GET", "/api/status")["processes"]}
    assert "SIGBUS" in board["custom-crashing"]["problems"][0]["message"]


def environment(pid):
    """The environment that a process was started with."""
    text = pathlib.Path(f"/proc/{pid}/environ").read_bytes().decode()
    return dict(pair.split("=", 1) for pair in text.split("\0") if pair)


def test_secrets_reach_only_what_needs_them(make_shop, tmp_path):
    """A program of one's own gets what every program needs, and the variables that the app file names."""
    app = tmp_path / "more.yaml"
    app.write_text((FIXTURES / "shop.yaml").read_text()
                   + "  mine: { type: mine, run: [sleep, '1000'], environment: [MINE] }\n")
    secrets = {"SEARCHBUS_NATS_PASSWORD": "secret-one", "SEARCHBUS_KEY": "secret-two", "DATABASE_PASSWORD": "secret-three"}
    stack = make_shop(app=app, env={**os.environ, **secrets, "MINE": "mine", "TZ": "UTC"})
    pids = {name: process["pid"] for name, process in stack.wait_running().items()}
    for name, pid in pids.items():
        found = environment(pid)
        assert not [value for value in found.values() if value.startswith("secret-")], name
        assert found["PATH"] == os.environ["PATH"] and found["TZ"] == "UTC", name
        assert found.get("MINE") == ("mine" if name == "custom-mine" else None), name
    own = environment(pids["custom-mine"])
    assert own["SEARCHBUS_WIDGET"] == "mine" and own["SEARCHBUS_RUNTIME"] == str(stack.runtime)
