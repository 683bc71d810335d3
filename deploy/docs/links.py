# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Where a link of a document leads on the site."""

import pathlib
import posixpath
import re
from urllib.parse import quote, unquote

# Files that are shown as they are; everything else that is linked and no page is shown as text.
AS_THEY_ARE = {".png", ".svg", ".json"}


def slug(heading, taken):
    """The anchor of a heading, as GitHub makes it; a second one of the same words gets a number."""
    name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    count = taken.get(name, 0)
    taken[name] = count + 1
    return f"{name}-{count}" if count else name


def page_path(source):
    """The path of a document on the site: `docs/http.html` for `docs/http.md`, the index of its folder for a README."""
    path = pathlib.PurePosixPath(source)
    name = "index" if path.name == "README.md" else path.stem
    return str(path.with_name(f"{name}.html"))


class Links:
    """The links of all documents: which are pages, which files have to be copied, and which lead nowhere."""

    def __init__(self, root, sources):
        self.root = root
        self.pages = {source: page_path(source) for source in sources}
        self.copies = {}
        self.broken = []

    def resolve(self, source, target):
        """A link of a document as one of its page; `None` for one that has nothing to lead to."""
        if re.match(r"[a-z]+:", target):
            return target
        path, _, anchor = target.partition("#")
        if not path:
            return target
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(source), unquote(path)))
        file = self.root / wanted
        if wanted not in self.pages and f"{wanted}/README.md" in self.pages:
            wanted = f"{wanted}/README.md"
        if wanted in self.pages:
            place = self.pages[wanted]
        elif wanted.startswith("..") or not file.exists():
            self.broken.append(f"{source}: {target}")
            return None
        elif file.is_dir():
            return None
        else:
            place = wanted if file.suffix in AS_THEY_ARE else f"{wanted}.txt"
            self.copies[place] = file
        here = posixpath.dirname(self.pages[source])
        return quote(posixpath.relpath(place, here or ".")) + (f"#{anchor}" if anchor else "")
