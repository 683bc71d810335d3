# SPDX-License-Identifier: MIT
"""The code blocks of the documents, as the tests that run them see them, and those that no test runs."""

import re
from dataclasses import dataclass

from searchbus_testing import ROOT

DOCUMENTS = ["README.md", "CONTRIBUTING.md", *sorted(
    str(path.relative_to(ROOT)) for folder in ("docs", "Examples", "deploy", "web")
    for path in (ROOT / folder).rglob("*.md") if ".build" not in path.parts)]
FENCE = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)

# Documents that a test of their own follows from the first line to the last.
FOLLOWED = {"docs/react.md": "test_react.py", "docs/react-server.md": "test_react.py", "docs/tutorial.md": "test_tutorial.py", "docs/tutorial-widget.md": "test_tutorial.py", "docs/swift-client.md": "DocumentTests.swift",
            "docs/swift-controllers.md": "DocumentTests.swift", "docs/swift-own-widget.md": "DocumentTests.swift",
            "docs/testing.md": "test_pytest_plugin.py", "docs/fastapi.md": "test_fastapi.py",
            "docs/instantsearch.md": "test_instantsearch.py", "docs/swiftui.md": "DocumentTests.swift",
            "docs/sinks.md": "test_sinks.py", "docs/tenants.md": "test_tenants.py"}

# What a test does with the blocks of each language. Only those of a language that is not here need a reason below.
HELD = {
    "sh": "test_documents.py", "python": "test_documents.py", "js": "test_documents.py", "html": "test_documents.py", "json": "test_documents.py",
    "yaml": "test_examples_documents.py", "swift": "test_examples_documents.py", "sql": "test_postgresql.py", "nginx": "test_docs_site.py",
}

# Blocks that are not run: a piece of each, and the reason. Of those in `sh` the commands and their options are looked up all the same.
NOT_RUN = {
    "make run       # builds": "builds everything; `make test` is what CI runs",
    "make package   ": "makes and installs a package; test_package.py does",
    "make bench     ": "measures for minutes; test_capacity.py and BenchTests run what it is made of",
    "make docs      ": "builds the site; test_docs_site.py does",
    "make docc\n": "builds the reference; test_docs_site.py does",
    "make test         # the CI": "is the test run itself",
    "pip install algoliasearch": "installs from PyPI; the program that it ends with is run",
    "web/python-client": "installs from PyPI what the package needs",
    "sudo ": "needs root; test_package_service.py and test_cluster_recipes.py do it",
    "SEARCHBUS_LISTEN=unix": "is read by the unit; test_package_service.py does it",
    "--listen unix:/run/": "needs the folder that the unit makes; test_package_service.py does it",
    "/usr/sbin/nats-server": "needs a server of its own; test_cluster_demo.py and test_cluster_roles.py start such",
    "searchbus cluster found store.yaml": "needs servers; test_cluster_moves.py does it",
    "kubectl": "needs Kubernetes; test_cluster_recipes.py reads the files",
    "podman": "needs a registry; test_cluster_recipes.py reads the files",
    "python3 Tests/Support/capacity.py": "test_capacity.py does it; measuring the costs takes minutes",
    "sequenceDiagram": "is a picture",
    "stored-session = ": "is a grammar",
    ".offline {": "is a style sheet",
    '"views":{…}': "is filled in by a server; test_own_page.py runs Examples/web, which does",
    "docsearch({": "test_docsearch.py runs it with DocSearch itself",
    "swift build": "builds for minutes; the examples are built by Package.swift, and test_examples.py runs them",
    "swift test": "builds for minutes; the examples are tested by Package.swift",
    "cd deploy/demo": "is what `make data` does, which the tests' demo is filled by",
    "python3 packages.py": "reads the machine's package lists; test_console_packages.py does",
    "python3 check_data.py": "needs the packages; only what is changed there is checked",
    "python3 Examples/python/": "is run by test_examples.py",
    "Examples/web/serve.py": "is run by test_own_page.py",
    "searchbus up Examples/app-with-sum.yaml": "is run by test_examples.py",
    "from searchbus.engines import Request": "is run by test_own_engines.py",
    "Examples/http-backend/backend.py": "is run by test_own_engines.py",
}


@dataclass(frozen=True)
class Block:
    """A piece of code in a document."""

    document: str
    line: int
    language: str
    text: str

    def __str__(self):
        return f"{self.document}:{self.line}"

    @property
    def reason(self):
        """Why no test runs it; nothing where one does."""
        return next((reason for piece, reason in NOT_RUN.items() if piece in self.text), None)


def blocks(*languages):
    """Every block in some languages, or in any, by document and line; without those of documents that a test of their own follows."""
    found = []
    for document in DOCUMENTS:
        text = (ROOT / document).read_text(encoding="utf-8")
        found += [Block(document, text.count("\n", 0, match.start()) + 1, match[2], re.sub(f"^{match[1]}", "", match[3], flags=re.MULTILINE))
                  for match in FENCE.finditer(text) if (match[2] in languages or not languages) and document not in FOLLOWED]
    return found
