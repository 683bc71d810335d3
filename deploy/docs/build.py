#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Builds the site of the documents and the records of its search.

    build.py OUTPUT [REFERENCE]     builds OUTPUT/site and OUTPUT/sections.ndjson

REFERENCE is the address of the reference of the Swift libraries, such as /reference/.
Needs markdown-it-py and Pygments. Ends with 65 if a link of a document is broken.
"""

import json
import pathlib
import posixpath
import shutil
import sys
from html import escape

from links import Links
from markdown_pages import page_of

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# The documents in their order; what is not named follows by name.
GROUPS = {
    "Start": ["README.md", "docs/installing.md", "docs/tutorial.md", "docs/tutorial-widget.md", "docs/commands.md"],
    "Your data": ["docs/app-file.md", "docs/importing.md", "docs/index.md", "docs/index-files.md", "docs/engines.md", "docs/postgresql.md", "docs/elasticsearch.md",
                  "docs/widget-types.md"],
    "Your page": ["docs/your-own-page.md", "docs/elements.md", "docs/react.md", "docs/react-server.md", "docs/permalinks.md", "docs/instantsearch.md", "docs/python-client.md", "docs/fastapi.md",
                  "docs/testing.md", "docs/swift-client.md", "docs/swift-controllers.md", "docs/swift-own-widget.md", "docs/swiftui.md"],
    "Your widget": ["docs/widgets.md", "docs/widget-that-refines.md", "docs/controllers.md", "docs/swift-widgets.md", "Examples/README.md"],
    "Your engine": ["docs/backends.md"],
    "Operate": ["docs/operations.md", "docs/backup.md", "docs/sessions.md", "docs/watching.md", "docs/inspector.md", "docs/insights.md", "docs/sinks.md", "docs/tenants.md", "docs/replay.md", "docs/cases.md",
                "docs/cluster.md", "docs/cluster-moving.md", "docs/capacity.md", "docs/threat-model.md"],
    "Reference": ["docs/http.md", "docs/algolia.md", "docs/protocol.md", "docs/architecture.md", "docs/guarantees.md", "docs/failure-modes.md",
                  "docs/limits.md", "docs/performance.md", "docs/glossary.md", "docs/complaints.md"],
    "More": ["CONTRIBUTING.md", "CHANGELOG.md"],
}


def sources(root):
    """The documents there are, by group."""
    rest = [str(path.relative_to(root)) for pattern in ("docs/*.md", "Examples/*/README.md", "deploy/*/README.md", "web/*/README.md")
            for path in sorted(root.glob(pattern))]
    named = {name for group in GROUPS.values() for name in group}
    groups = {title: [name for name in group if (root / name).exists()] for title, group in GROUPS.items()}
    groups["More"] += [name for name in rest if name not in named]
    return groups


def navigation(groups, pages, current):
    """The list of all documents, for one page."""
    lines = []
    for title, names in groups.items():
        lines.append(f"<h2>{escape(title)}</h2>\n<ul>")
        for name in names:
            href = posixpath.relpath(pages[name].path, posixpath.dirname(current.path) or ".")
            mark = ' aria-current="page"' if pages[name] is current else ""
            lines.append(f'<li><a href="{escape(href)}"{mark}>{escape(pages[name].title.partition(":")[0])}</a></li>')
        lines.append("</ul>")
    return "\n".join(lines)


def contents(page):
    """The headings of one page."""
    found = [heading for heading in page.headings if heading.level == 2]
    items = "\n".join(f'<li><a href="#{escape(one.anchor)}">{escape(one.title)}</a></li>' for one in found)
    return f"<h2>On this page</h2>\n<ul>\n{items}\n</ul>" if found else ""


def build(root, output, reference=None):
    """Builds site and records; returns the pages and the broken links."""
    groups = sources(root)
    names = [name for group in groups.values() for name in group]
    links = Links(root, names)
    pages = {name: page_of(name, (root / name).read_text(encoding="utf-8"), links) for name in names}
    site = output / "site"
    shutil.rmtree(site, ignore_errors=True)
    frame = (HERE / "page.html").read_text(encoding="utf-8")
    for page in pages.values():
        up = "../" * page.path.count("/")
        title = page.title if page.title == "SearchBus" else f"{page.title} · SearchBus"
        listed = navigation(groups, pages, page)
        if reference:
            address = escape(f"{reference.rstrip('/')}/documentation/searchclient/")
            listed += f'\n<h2>Reference</h2>\n<ul><li><a href="{address}">Swift libraries</a></li></ul>'
        write(site / page.path, frame.format(title=escape(title), root=up, pages=listed, body=page.html, contents=contents(page)))
    for place, file in links.copies.items():
        (site / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, site / place)
    shutil.copyfile(root / "web/icon.svg", site / "icon.svg")
    shutil.copyfile(HERE / "site.js", site / "site.js")
    shutil.copyfile(HERE / "site.css", site / "site.css")
    records = [section for page in pages.values() for section in page.sections]
    write(output / "sections.ndjson", "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
    return list(pages.values()), links.broken


def write(path, text):
    """Writes a file whose folder may be missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 64
    output = pathlib.Path(sys.argv[1])
    pages, broken = build(ROOT, output, sys.argv[2] if len(sys.argv) == 3 else None)
    for link in broken:
        print(f"error: broken link: {link}", file=sys.stderr)
    print(f"{len(pages)} pages, {sum(len(page.sections) for page in pages)} sections: {output / 'site/index.html'}")
    return 65 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
