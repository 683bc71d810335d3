# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""A document as HTML, and its sections as records of an index."""

import re
from dataclasses import dataclass, field
from html import escape

from links import slug
from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

COMMENT = re.compile(r"[ \t]*<!--.*?-->", re.DOTALL)
# How many bytes of a section's text a record has: more makes it no easier to find.
TEXT_LIMIT = 6_000


@dataclass
class Heading:
    """A heading: its level, its words, its anchor."""

    level: int
    title: str
    anchor: str


@dataclass
class Page:
    """A document on the site."""

    source: str
    path: str
    title: str
    html: str
    headings: list[Heading]
    sections: list[dict] = field(default_factory=list)


def colored(code, language, _):
    """A block of code with the words of its language distinguished."""
    try:
        return highlight(code, get_lexer_by_name(language), HtmlFormatter(nowrap=True))
    except ClassNotFound:
        return escape(code)


def words(token):
    """The text of an inline token, without its marks."""
    return "".join(child.content if child.type in ("text", "code_inline") else " " if child.type == "softbreak" else ""
                   for child in token.children or [])


def page_of(source, text, links):
    """A document as a page, with its links turned into those of the site."""
    markdown = MarkdownIt("commonmark", {"html": False, "highlight": colored}).enable("table")
    tokens = markdown.parse(COMMENT.sub("", text))
    taken, headings, sections, path = {}, [], [], []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            title = words(tokens[place + 1])
            heading = Heading(int(token.tag[1]), title, slug(title, taken))
            token.attrSet("id", heading.anchor)
            headings.append(heading)
            path = [*(one for one in path if one.level < heading.level), heading]
            sections.append({"path": [one.title for one in path], "anchor": heading.anchor, "level": heading.level, "text": []})
        elif sections and token.type in ("inline", "fence"):
            is_heading = token.type == "inline" and tokens[place - 1].type == "heading_open"
            if not is_heading:
                sections[-1]["text"].append(words(token) if token.type == "inline" else token.content)
        for child in token.children or []:
            turn(child, source, links)
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = re.sub(r"<table>(.*?)</table>", r'<div class="table" tabindex="0" role="group" aria-label="Table"><table>\1</table></div>', html, flags=re.DOTALL)
    # A corner without words heads nothing; what may scroll has to be within reach of the keyboard.
    html = html.replace("<th></th>", "<td></td>").replace("<pre>", '<pre tabindex="0">')
    html = re.sub(r'(<h[2-4] id="([^"]*)">)(.*?)(</h)', r'\1\3<a class="anchor" href="#\2" aria-label="Link to this section">#</a>\4', html)
    title = headings[0].title if headings else source
    page = Page(source, links.pages[source], title, html, headings)
    page.sections = [record(page, section) for section in sections]
    return page


def turn(token, source, links):
    """Turns the target of a link or picture; a link that leads nowhere stays as its words."""
    if token.type == "link_open":
        target = links.resolve(source, token.attrGet("href"))
        if target is None:
            token.tag, token.attrs = "span", {}
        else:
            token.attrSet("href", target)
    elif token.type == "link_close":
        pass
    elif token.type == "image":
        token.attrSet("src", links.resolve(source, token.attrGet("src")) or "")
        token.attrSet("loading", "lazy")


def record(page, section):
    """A section as a record."""
    text = " ".join(" ".join(section["text"]).split()).encode()[:TEXT_LIMIT].decode("utf-8", "ignore")
    *above, title = section["path"]
    url = f"/{page.path}" + (f"#{section['anchor']}" if section["level"] > 1 else "")
    return {"objectID": f"{page.path}#{section['anchor']}", "url": url, "page": page.title, "title": title,
            "path": " › ".join(above), "level": section["level"], "text": text}
