# SPDX-License-Identifier: MIT
"""The widgets, packages, Swift and app files that the documents show; test_documents.py runs the rest."""

import json
import re
import shlex
import subprocess

import pytest
from code_blocks import blocks
from example_widgets import app_with, program, wait_view, widget
from searchbus_testing import ROOT, Stack, binary, command, running
from shop_data import APP

WIDGETS = [block for block in blocks("python") if "searchbus.widgets" in block.text]
# What each widget of the documents is sent, and what then is in its view.
INTENTS = {"sum-searches": ("reset", {}, "sum"), "cheap": ("toggle", {}, "selected"), "price-steps": ("select", {"step": 0}, "steps")}


def type_of(block):
    """The widget type that a block defines."""
    return re.search(r'^    type = "([\w-]+)"', block.text, re.MULTILINE)[1]


def test_the_documents_have_blocks():
    """The tests below look at something."""
    assert {block.document for block in WIDGETS} >= {"README.md", "docs/widgets.md", "docs/widget-that-refines.md"}
    assert {block.document for block in blocks("swift")} >= {"docs/swift-widgets.md", "docs/backends.md"}


@pytest.fixture(scope="module")
def stack(indexes, tmp_path_factory):
    """The shop with the widgets of the documents, each under a name of its own."""
    folder = tmp_path_factory.mktemp("documents")
    lines = []
    for number, block in enumerate(WIDGETS):
        run = program(folder, f"w{number}", block.text)
        lines.append(widget(f"w{number}", type_of(block), run, filterState="main"))
    with running(Stack(app_with(folder, *lines), indexes)) as shared:
        yield shared


@pytest.mark.parametrize("number", range(len(WIDGETS)), ids=[str(block) for block in WIDGETS])
def test_a_python_widget_works(stack, number):
    name, (kind, data, member) = f"w{number}", INTENTS[type_of(WIDGETS[number])]
    session = stack.new_session()
    wait_view(stack, session, name, lambda view: member in view, "its view is there")
    stack.gateway.send(session, ("box", "set-query", {"query": "l"}), wait=True)
    wait_view(stack, session, "box", lambda view: view["query"] == "l", "the text is searched")
    done = stack.gateway.send(session, (name, kind, data), wait=True)[0]["outcome"]
    assert done["result"] in ("applied", "unchanged"), done
    refused = stack.gateway.send(session, (name, "explode", {}), wait=True)[0]["outcome"]
    assert (refused["result"], refused["code"]) == ("rejected", "invalid-intent"), refused
    assert refused["message"] and refused["remedy"]
    assert stack.processes()[f"custom-{name}"]["restarts"] == 0


PACKAGES = [block for block in blocks("swift") if block.text.startswith("// swift-tools-version")]


@pytest.mark.parametrize("block", PACKAGES, ids=str)
def test_a_package_is_one_and_names_a_product_that_there_is(tmp_path, block):
    def package(folder):
        done = subprocess.run(["swift", "package", "--package-path", folder, "dump-package"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)
    (tmp_path / "Package.swift").write_text(block.text.replace('"SEARCHBUS"', f'"{ROOT}"'))
    wanted = [each["product"][:2] for target in package(tmp_path)["targets"] for each in target["dependencies"]]
    ours = package(ROOT)
    products = [product["name"] for product in ours["products"]]
    assert wanted and all(name in products and source == ours["name"] for name, source in wanted)


@pytest.mark.parametrize("block", [block for block in blocks("swift") if block not in PACKAGES], ids=str)
def test_swift_compiles(tmp_path, block):
    """Checked against the modules that the tests are built with."""
    modules = binary("Modules")
    source = tmp_path / "Block.swift"
    imports = {f"import {name}" for name in ("Components", "Interactors", "Runtime", "SearchModel", "Wire")}
    missing = [] if "import " in block.text else sorted(imports)
    examples = [f"import {name}" for name in ("SumSearches", "PriceSteps") if f"{name}.self" in block.text]
    source.write_text("\n".join(missing + examples) + "\n" + block.text)
    done = subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-I", modules,
         "-I", ROOT / "Sources/Base/CEpoll", "-I", ROOT / "Sources/Base/CZstd", "-I", ROOT / "Sources/Base/COpenSSL",
         "-I", ROOT / ".build/checkouts/GRDB.swift/Sources/GRDBSQLite", source],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", blocks("yaml"), ids=str)
def test_an_app_file_is_right(tmp_path, monkeypatch, block):
    """A whole app as it is; a part of one in its place in the small shop."""
    text = block.text
    for name in re.findall(r"\$\{(\w+)\}", text):
        monkeypatch.setenv(name, "value")
    if not re.search(r"^name:", text, re.MULTILINE):
        text = in_the_shop(text)
    for path in re.findall(r"controller: ([\w./-]+)", text):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("export default class {}\n")
    (tmp_path / "searchbus.yaml").write_text(text)
    command("check", tmp_path / "searchbus.yaml")


def in_the_shop(part):
    """The small shop with a part of an app file: whole sections, or lines of `widgets:`."""
    text = APP.read_text()
    if part.startswith("filters:"):
        return text.replace("hitsPerPage: 8 }", "hitsPerPage: 8,\n    " + inline(part) + " }")
    sections = re.split(r"^(?=\w+:)", part, flags=re.MULTILINE)
    for section in filter(str.strip, sections):
        name = re.match(r"(\w+):", section)
        if name is None or name[1] == "widgets":
            text += "".join(f"{line}\n" for line in section.splitlines() if line != "widgets:")
        elif re.search(rf"^{name[1]}:", text, re.MULTILINE):
            text = re.sub(rf"^{name[1]}:.*\n", section.rstrip("\n") + "\n", text, flags=re.MULTILINE)
        else:
            text = text.replace("widgets:", f"{section.rstrip()}\n\nwidgets:", 1)
    return text


def inline(filters):
    """Base filters as within the braces of a searcher."""
    entries = re.findall(r"^  - (.*?)(?: +# .*)?$", filters, re.MULTILINE)
    return f"filters: [{', '.join(entries)}]"


def commands():
    """Every command line of the blocks that are not run, with its block."""
    found = []
    for block in blocks("sh"):
        if block.reason is None:
            continue
        for line in block.text.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            while words and (words[0] == "sudo" or re.fullmatch(r"\w+=\S*", words[0])):
                words.pop(0)
            if words:
                found.append(pytest.param(block, words, id=f"{block}-{' '.join(words)[:40]}"))
    return found


@pytest.mark.parametrize(("block", "words"), commands())
def test_a_command_is_there(block, words):
    """Our own commands know the options that the documents give them; programs of this repository are there."""
    name = words[0].rpartition("/")[2]
    if name == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert [word for word in words[1:] if "=" not in word and word not in targets] == []
    elif name.startswith("searchbus"):
        said = help_of(binary(name), words[1:])
        for option in [word.partition("=")[0] for word in words if word.startswith("--")]:
            assert option in said, f"{option} is not an option of {' '.join(words[:3])}"
    elif name in ("python3", "sh"):
        script = next((word for word in words[1:] if word.endswith((".py", ".sh"))), None)
        assert script is None or any((folder / script).exists() for folder in (ROOT, (ROOT / block.document).parent)), script
    for place, word in enumerate(words):
        if word == "--package-path":
            assert (ROOT / words[place + 1] / "Package.swift").exists()


def help_of(program, words):
    """The help of a command and of its subcommands."""
    path, said = [], ""
    for word in words:
        if not re.fullmatch(r"[a-z]+", word):
            break
        done = subprocess.run([program, *path, word, "--help"], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            break
        path, said = [*path, word], done.stdout
    return said or subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
