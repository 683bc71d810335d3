# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""The code blocks of the documents, as the tests that run them see them."""

import re
from dataclasses import dataclass

from searchbus_testing import ROOT

DOCUMENTS = ["README.md", "docs/widgets.md", "docs/app-file.md", "docs/backends.md", "docs/operations.md",
             "Examples/README.md", "Examples/csv-backend-python/README.md", "Examples/elements-backend-swift/README.md",
             "Examples/sum-searches-python/README.md", "Examples/sum-searches-swift/README.md",
             "Examples/price-steps-python/README.md", "Examples/price-steps-swift/README.md",
             "Examples/terminal-swift/README.md"]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A piece of code in a document."""

    document: str
    line: int
    language: str
    text: str

    def __str__(self):
        return f"{self.document}:{self.line}"


def blocks(*languages):
    """Every block in some languages, by document and line."""
    found = []
    for document in DOCUMENTS:
        text = (ROOT / document).read_text(encoding="utf-8")
        found += [Block(document, text.count("\n", 0, match.start()) + 1, match[1], match[2])
                  for match in FENCE.finditer(text) if match[1] in languages]
    return found
