# SPDX-License-Identifier: MIT
"""From data to a screen: `searchbus init`, `up`, and the commands beside them, as a new user would use them."""

import json
import os
import shutil
import subprocess

import pytest
from searchbus_testing import Child, Gateway, binary, eventually, free_port, make_directory

PRODUCTS = """sku;name;brand;category;price;in_stock;added
A-1;Red lamp;Lumo;Light > Lamps;19,90 €;yes;2024-05-01
A-2;Blue lamp;Lumo;Light > Lamps;29,00 €;no;2024-05-09
A-3;Green chair;Sitz;Chairs;149,50 €;yes;2024-06-11
A-4;Desk;Sitz;Desks;1.299,00 €;yes;2023-12-24
"""

GAUGE = """import os, signal
print("gauge", os.getpid(), flush=True)
signal.pause()
"""


def run(folder, *words, code=0):
    """A command in a folder; answers with what it prints."""
    done = subprocess.run([str(binary("searchbus")), *words], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == code, f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout, done.stderr


@pytest.fixture
def folder():
    """A folder with a file of products."""
    made = make_directory()
    (made / "products.csv").write_text(PRODUCTS)
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def start(folder):
    """Starts the app of the folder, from a folder below it if one is named."""
    children = []

    def launch(below="."):
        port = free_port()
        children.append(Child([binary("searchbus"), "up", "--listen", f"127.0.0.1:{port}"], folder / "up.txt",
                              cwd=folder / below))
        eventually(lambda: children[-1].output, lambda text: "ready in" in text, "the app is ready")
        return port, children[-1]

    yield launch
    for child in children:
        child.end()


def test_a_file_becomes_a_screen_that_answers(folder, start):
    out, errors = run(folder, "init", "products.csv")
    assert errors == "" and out.rstrip().endswith("next: searchbus up")
    assert "in EUR" in out and "called like an identifier" in out
    assert "is in order" in run(folder, "check", "--strict")[0]
    assert "already" in run(folder, "init", "products.csv", code=64)[1]
    # The command to import again is in the file.
    again = next(line for line in (folder / "searchbus.yaml").read_text().splitlines() if "index import" in line)
    line = again.removeprefix("#").strip().replace("searchbus", str(binary("searchbus")), 1)
    subprocess.run(["sh", "-c", line], cwd=folder, check=True, capture_output=True, timeout=60)

    port, _ = start()
    gateway = Gateway(port, folder / ".searchbus/products")
    # The key is printed there, and is the one that the gateway takes.
    assert gateway.headers["authorization"] == f"Bearer {run(folder, 'key')[0].strip()}"
    gateway.call("PUT", "/api/sessions/s1")
    run(folder, "send", "s1", "box", "set-query", '{"query":"lamp"}')
    views = eventually(lambda: gateway.views("s1"), lambda views: views.get("stats", {}).get("nbHits") == 2, "two lamps")
    assert [item["value"] for item in views["brand"]["items"]] == ["Lumo"]
    assert views["price"]["bounds"] == [19.9, 29]
    assert views["in-stock"]["count"] == 1
    assert [item["label"] for item in views["category-levels"]["items"]] == ["Light"]
    assert views["added"]["bounds"][0] == 1714521600
    names = [hit["record"]["name"] for hit in views["hits"]["hits"]]
    assert sorted(names) == ["Blue lamp", "Red lamp"]
    assert all(hit["objectID"].startswith("A-") for hit in views["hits"]["hits"])


def test_commands_find_the_app_above_and_nothing_by_chance(folder, start):
    below = folder / "a/b"
    below.mkdir(parents=True)
    assert "No app file found" in run(below, "index", "import", "x", "../../products.csv", code=66)[1]
    assert "No app found" in run(below, "index", "list", code=66)[1]
    assert "searchbus init" in run(below, "up", code=78)[1]
    run(folder, "init", "products.csv")
    out, errors = run(below, "index", "list")
    assert "products" in out and "app file: ../../searchbus.yaml" in errors
    (below / "more.ndjson").write_text('{"objectID":"1","name":"one"}\n')
    run(below, "index", "import", "more", "more.ndjson")
    assert (folder / ".searchbus/products/indexes/more").is_dir()
    # A folder with data of its own is nearer.
    (below / ".searchbus/other").mkdir(parents=True)
    assert "No app file found" in run(below, "index", "import", "more", "more.ndjson", code=66)[1]
    shutil.rmtree(below / ".searchbus")
    _, child = start("a/b")
    assert "app file: ../../searchbus.yaml" in child.output and not (below / ".searchbus").exists()
    assert run(below, "open", "--print")[0].startswith("http://127.0.0.1:")


def test_a_process_is_restarted_when_asked_and_when_its_program_changes(folder, start):
    run(folder, "restart", "all", code=66)
    run(folder, "init", "products.csv")
    run(folder, "restart", "all", code=69)
    assert "no key" in run(folder, "key", code=66)[1]
    app = folder / "searchbus.yaml"
    app.write_text(app.read_text() + '\n  gauge: { type: gauge, searcher: products, run: [python3, gauge.py] }\n')
    (folder / "gauge.py").write_text(GAUGE)
    _, child = start()

    def gauges():
        return [line for line in child.output.splitlines() if "gauge" in line and line.split()[-1].isdigit()]

    before = len(eventually(gauges, bool, "the gauge runs"))
    (restarted,) = json.loads(run(folder, "restart", "gauge", "--json")[0])["restarted"]
    assert restarted["name"] == "custom-gauge"
    eventually(gauges, lambda lines: len(lines) > before, "the gauge is started again")
    assert child.output.count("restarting custom-gauge, as asked") == 1
    assert "Did you mean `gauge`?" in run(folder, "restart", "gaug", code=66)[1]
    assert (folder / ".searchbus/products/run/requests").stat().st_mode & 0o077 == 0
    # A program that changes is restarted by itself; one that fails then waits longer and longer, and comes back.
    (folder / "gauge.py").write_text("raise SystemExit(1)\n")
    eventually(lambda: child.output, lambda text: "the app changed: restarting custom-gauge" in text, "it is seen")
    eventually(lambda: child.output, lambda text: text.count("custom-gauge ended with exit code 1") >= 2
               or text.count("custom-gauge") and "restarting in" in text, "it fails")
    (folder / "gauge.py").write_text(GAUGE)
    eventually(lambda: child.output, lambda text: text.count("the app changed: restarting custom-gauge") == 2, "again")
    run(folder, "restart", "all")
    assert "custom-gauge" in run(folder, "status")[0]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_read_by_their_shells(folder, shell):
    script, _ = run(folder, "completion", shell)
    assert "searchbus" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True, timeout=20)
    run(folder, "init", "products.csv")
    words = ["---completion", "index", "show", "--", "name", "3", "0", "searchbus", "index", "show", ""]
    done = subprocess.run([str(binary("searchbus")), *words], cwd=folder, capture_output=True, text=True, timeout=20,
                          env={**os.environ, "SAP_SHELL": shell})
    assert done.stdout.split() == ["products"]
    (folder / "searchbus.yaml").write_text("name: [")
    done = subprocess.run([str(binary("searchbus")), *words], cwd=folder, capture_output=True, text=True, timeout=20,
                          env={**os.environ, "SAP_SHELL": shell})
    assert done.returncode == 0 and done.stderr == ""
