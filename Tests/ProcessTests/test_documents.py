# SPDX-License-Identifier: MIT
"""Every block of the documents that a reader would run is run against the demo as it is shipped, page by page, in the page's order."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from algolia_testing import client
from code_blocks import DOCUMENTS, FOLLOWED, HELD, NOT_RUN, blocks
from playwright.sync_api import expect, sync_playwright
from searchbus_testing import BROWSER, ROOT, Child, Stack, binary, command, eventually, free_port, log_path, make_directory, running

DEMO = ROOT / "deploy/demo"
SESSION = "demo-2"
SHOP = next(block.text for block in blocks("yaml") if block.document == "README.md")
RUN = [block for block in blocks("sh", "python", "js", "html") if block.reason is None and "searchbus.widgets" not in block.text]

# `up` and `demo` run until they are ready, `watch` until it has shown something, and what is put back is put beside the running demo.
SHELL = r"""
set -euo pipefail
searchbus() {
    case $1 in
        up | demo)
            coproc APP { exec "$SEARCHBUS" "$@" --listen "127.0.0.1:$OTHER_PORT" 2>&1; }
            local pid=$APP_PID ready=
            while read -r line; do
                echo "$line"
                if [[ $line == *"ready in"* ]]; then ready=1; kill "$pid"; fi
            done <&"${APP[0]}"
            test "$ready" ;;
        watch) "$SEARCHBUS" "$@" --after 0 --count 1 ;;
        restore) "$SEARCHBUS" "$@" --data restored ;;
        *) "$SEARCHBUS" "$@" ;;
    esac
}
"""
# Runs the blocks of a page in one program; the end of each is a NUL.
PYTHON = r"""
import json, sys
names = {"__name__": "page"}
for line in sys.stdin:
    block = json.loads(line)
    exec(compile("\n" * block["line"] + block["text"], block["document"], "exec"), names)
    print("\0", flush=True)
"""
# What follows the bus until it is ended.
ENDLESS = re.compile(r"^(?:while True:|for \w+ in urllib)", re.MULTILINE)
SHOWN = re.compile(r"^\s*print\(.*\) {2,}# (.+)$", re.MULTILINE)


class Reader(Stack):
    """A reader who tries the pages, beside the demo."""

    def __init__(self):
        self.home = make_directory()
        data = self.home / ".searchbus/store"
        data.mkdir(parents=True, mode=0o700)
        super().__init__(DEMO / "store.yaml", data=data)
        self.children = {}

    @property
    def command(self):
        return [binary("searchbus"), "demo", "--listen", f"127.0.0.1:{self.port}"]

    def start(self, **options):
        folder = binary("searchbus").parent
        products = self.home / "all.ndjson"
        # Fewer products than the demo has, for a shorter test.
        subprocess.run([sys.executable, DEMO / "generate_products.py", "--count", "2000", products], check=True)
        command("index", "import", "products", products, "--settings", DEMO / "products.settings.json", "--data", self.data)
        subprocess.run([DEMO / "import.sh", binary("searchbus"), "store", self.data], check=True, stdout=subprocess.DEVNULL)
        self.records = "".join(products.read_text().splitlines(keepends=True)[:200])
        (self.home / ".build").mkdir()
        (self.home / ".build/release").symlink_to(folder)
        self.fill(self.home)
        shutil.copy(DEMO / "store.yaml", self.home / "searchbus.yaml")
        self.environment = os.environ | {
            "PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(self.home), "SEARCHBUS": str(binary("searchbus")), "SESSION": SESSION,
            "PYTHONPATH": str(ROOT / "web/python-client/src"), "OTHER_PORT": str(free_port()), "URL": f"http://127.0.0.1:{self.port}"}
        super().start(cwd=self.home, env=self.environment, **options)
        self.key = json.loads((self.data / "gateway.secret").read_text())["bearer"]
        algolia = json.loads((self.data / "algolia.keys").read_text())
        admin = next(key["value"] for key in algolia["keys"] if key["description"].startswith("Admin"))
        self.environment |= {"KEY": self.key, "SEARCHBUS_KEY": self.key}
        self.names = {"127.0.0.1:8080": f"127.0.0.1:{self.port}", "port=8080": f"port={self.port}", "/backups/": f"{self.home}/",
                      "sbk_…": self.key, '"APPLICATION", "KEY"': f'"{algolia["applicationID"]}", "{admin}"', 'token="KEY"': f'token="{self.key}"'}
        return self

    def fill(self, folder):
        """Puts into a folder what the pages say that a reader has: records, settings, and the app file that README.md shows."""
        records = [json.loads(line) for line in self.records.splitlines()]
        (folder / "products.ndjson").write_text(self.records)
        shutil.copy(DEMO / "products.settings.json", folder)
        (folder / "searches.txt").write_text("lamp\nkettle\n")
        for name in ("products.csv", "more.csv"):
            with (folder / name).open("w", newline="") as file:
                writer = csv.DictWriter(file, ["objectID", "name", "brand", "price"], extrasaction="ignore")
                writer.writeheader()
                writer.writerows(records)
        for name in ("searchbus.yaml", "shop.yaml"):
            (folder / name).write_text(SHOP)

    def visit(self):
        """Uses the session that the pages name, so that it is there and something has happened in it."""
        self.gateway.call("PUT", f"/api/sessions/{SESSION}", {})
        self.gateway.send(SESSION, ("box", "set-query", {"query": "lamp"}), wait=True)

    def text(self, block):
        """A block with this reader's port and keys."""
        text = re.sub(r"(?<![\w$\"])SESSION…?(?!\w)", SESSION, block.text)
        for name, value in self.names.items():
            text = text.replace(name, value)
        return text

    def sh(self, block):
        """Types the commands of a block, in a folder of its own where they fill or start an app."""
        text, folder = self.text(block), self.home
        if re.search(r"^searchbus (init|up|index import)\b", text, re.MULTILINE):
            folder = make_directory()
            self.fill(folder)
            if "searchbus init" in text:
                for name in ("searchbus.yaml", "products.settings.json"):
                    (folder / name).unlink()
        done = subprocess.run(["bash", "-c", SHELL + text], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
        if folder != self.home:
            shutil.rmtree(folder)
        assert done.returncode == 0, f"{block} ended with {done.returncode}:\n{text}\n{done.stdout}"

    def python(self, block):
        """Runs a block behind those of its page; what it says that it prints is printed."""
        child = self.children.get(block.document)
        if child is None or not child.is_running:
            output = self.home / f"{block.document.replace('/', '-')}.txt"
            child = self.children[block.document] = Child([sys.executable, "-u", "-c", PYTHON], output, cwd=self.home, text=True,
                                                          env=self.environment, stdin=subprocess.PIPE)
        start, is_endless = len(child.output), ENDLESS.search(block.text)
        child.process.stdin.write(json.dumps({"text": self.text(block), "line": block.line, "document": block.document}) + "\n")
        child.process.stdin.flush()

        def output():
            if is_endless:
                output.last = "la" if output.last == "l" else "l"
                client(self).search_single_index("products", {"query": output.last})
                self.gateway.send(SESSION, ("box", "set-query", {"query": output.last}), wait=True)
            return child.output[start:]
        output.last = ""
        printed = eventually(output, lambda text: "\0" in text or (is_endless and "\n" in text) or not child.is_running, f"{block} ends")
        assert child.is_running, f"{block}:\n{child.output}"
        if is_endless:
            child.kill()
        assert "Traceback" not in printed, f"{block}:\n{printed}"
        for shown in SHOWN.findall(block.text):
            assert shown in printed.splitlines(), f"{block} says that it prints `{shown}`:\n{printed}"

    def html(self, block):
        """Opens a block as a page: it is connected, and each widget in it is drawn."""
        self.open(block, self.text(block))

    def js(self, block):
        """Runs a block as a module of a page, with what the text around it leaves to the reader; elements that it defines are drawn."""
        text = self.text(block)
        elements = "".join(f'<{name} widget="stats"></{name}>' for name in re.findall(r'customElements.define\("([\w-]+)"', text))
        session = f'<searchbus-session url="http://127.0.0.1:{self.port}" token="{self.key}">{elements}</searchbus-session>' if elements else ""
        if "export default class" in text:
            text = text.replace("export default class", "const Controller = class") + """
                const controller = new Controller({ widget: { name: "own", parameters: {} }, send() {}, announce() {} });
                document.body.append(controller.element);
                controller.render({ phase: "ready", sum: 3 });"""
        self.open(block, f"""<!doctype html><title>Page</title><body>{session}<script type="module">
            const KEY = "{self.key}", draw = (hits) => {{ document.title = hits.length; }}, show = () => {{}};
            {text}
            document.body.append(Object.assign(document.createElement("p"), {{ id: "done" }}));
            </script>""", "#done")

    def open(self, block, html, *wanted):
        """Opens a page of the gateway's own address."""
        page, problems = self.browser.new_page(), []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: message.type in ("error", "warning") and problems.append(message.text))
        page.route("**/page.html", lambda route: route.fulfill(content_type="text/html", body=html))
        page.goto(f"http://127.0.0.1:{self.port}/page.html")
        try:
            for selector in wanted:
                expect(page.locator(selector)).to_be_attached(timeout=20_000)
            for element in page.locator("[widget]").all():
                expect(element).to_have_attribute("data-phase", "ready", timeout=20_000)
                assert element.evaluate("element => element.childElementCount || element.textContent"), "nothing is drawn"
            assert problems == []
        except AssertionError as error:
            raise AssertionError(f"{block}: {problems} {error}") from None
        page.close()


@pytest.fixture(scope="module")
def reader():
    reader = Reader()
    try:
        with running(reader), sync_playwright() as playwright:
            reader.browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
            yield reader
    finally:
        shutil.rmtree(reader.home, ignore_errors=True)


@pytest.mark.parametrize("document", sorted({block.document for block in RUN}))
def test_the_blocks_of_a_page_run(reader, document):
    for block in RUN:
        if block.document == document:
            reader.visit()
            getattr(reader, block.language)(block)
    if child := reader.children.get(document):
        child.kill()


def unlike(shown, real, path="data"):
    """Where what a page shows has members or types that the real thing does not have."""
    if isinstance(shown, dict) and isinstance(real, dict):
        return [problem for name, value in shown.items() for problem in
                (unlike(value, real[name], f"{path}.{name}") if name in real else [f"{path}.{name} is missing"])]
    if isinstance(shown, list) and isinstance(real, list):
        return [problem for value, other in zip(shown, real, strict=False) for problem in unlike(value, other, f"{path}[]")]
    numbers = (int, float)
    return [] if type(shown) is type(real) or (type(shown) in numbers and type(real) in numbers) else [f"{path}: {shown} is not like {real}"]


def test_results_look_as_the_page_on_widgets_shows(reader):
    shown = next(json.loads(block.text) for block in blocks("json") if block.document == "docs/widgets.md")
    session = reader.new_session()
    reader.gateway.send(session, ("box", "set-query", {"query": "lamp"}), wait=True)

    def real():
        events = reader.gateway.call("GET", log_path(topic="results/products/", session=session))["events"]
        return [event["event"]["data"] for event in events if event["event"]["data"]["query"] == "lamp"]
    results = eventually(real, bool, "the search has results")
    assert unlike(shown, results[-1]) == []


def commands(command, path=()):
    """The commands that have no others below them, by what is typed."""
    below = [one for one in command.get("subcommands", []) if one.get("shouldDisplay", True) and one["commandName"] != "help"]
    name = (*path, command["commandName"])
    return {key: value for one in below for key, value in commands(one, name).items()} if below else {" ".join(name): command}


def test_the_table_of_commands_is_that_of_the_help():
    """Every command is listed, with the exit codes of its help, and each code is explained."""
    known = commands(json.loads(subprocess.run([binary("searchbus"), "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout)["command"])

    def codes(name):
        said = known[name].get("discussion", "").partition("Exit codes:")[2]
        return set(re.findall(r"(?<=[\s;])[1-9]\d*(?= )", said)) | (codes("searchbus up") if "those of `searchbus up`" in said else set())
    page, found = (ROOT / "docs/commands.md").read_text(), set()
    rows = [row.strip("|").split("|") for row in re.findall(r"^\| `searchbus .*$", page, re.MULTILINE)]
    for typed, _, numbers in rows:
        wanted, before = set(), []
        for words in re.findall(r"`([^`]+)`", typed):
            words = re.match(r"(?:[a-z]+(?: |$))+", words)[0].split()
            before = words if words[0] == "searchbus" else [*before[:-1], *words]
            found.add(name := " ".join(before) if " ".join(before) in known else f"{' '.join(before)} make")
            wanted |= codes(name)
        assert set(numbers.split()) == wanted, typed
        assert all(re.search(rf"^\| {number} \| ", page, re.MULTILINE) for number in wanted), typed
    assert found == set(known)


def test_the_documents_name_the_packages_that_make_installs():
    text = "".join((ROOT / path).read_text() for path in ("Makefile", "deploy/package/install.sh")).replace("\\\n", " ")
    installed = {word for line in re.findall(r'install-debian\.sh"? (.*)', text) for word in line.split()}
    table = re.search(r"\| target \| installs \|\n(.*?)\n\n", (ROOT / "docs/installing.md").read_text(), re.DOTALL)[1]
    assert {word for word in re.findall(r"`([^`]+)`", table) if not word.startswith(("make ", "."))} == installed


@pytest.mark.parametrize("block", blocks("json"), ids=str)
def test_json_is_json(block):
    """A whole value, or a line each."""
    try:
        json.loads(block.text)
    except json.JSONDecodeError:
        for line in block.text.splitlines():
            json.loads(line)


def test_every_block_is_run_or_has_a_reason():
    every = blocks()
    assert {block.document for block in every} > {"README.md", "docs/http.md", "docs/python-client.md", "docs/operations.md"}
    assert [f"{block}: {block.language}" for block in every if block.language not in HELD and block.reason is None] == []
    assert [piece for piece in NOT_RUN if not any(piece in block.text for block in every)] == [], "no block has these pieces any longer"
    tests = {path.name for path in (ROOT / "Tests").rglob("*")}
    named = [*FOLLOWED.values(), *HELD.values(), *(name for reason in NOT_RUN.values() for name in re.findall(r"\w+\.py", reason))]
    assert [name for name in named if name not in tests] == [] and set(FOLLOWED) < set(DOCUMENTS)
