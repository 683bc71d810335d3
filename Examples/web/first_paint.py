# SPDX-License-Identifier: MIT
"""
Views of a session as HTML, in the form that the elements of the client module take over: the same elements, classes and
`data-` attributes as they would make, so that nothing flickers when the module arrives.
"""

import html
import html.parser
import json
import re

# What else the elements of a template may say, and the attribute that it sets.
TEXTS = {"data-alt": "alt", "data-title": "title", "data-label": "aria-label"}
ADDRESSES = {"data-src": "src", "data-href": "href"}


def hits(view, template):
    """The list items of a hits view, each the template with a hit's values."""
    return "".join(f'<li class="hit" data-hit="{html.escape(hit["objectID"])}">{_Filling(template, hit).text}</li>'
                   for hit in (view or {}).get("hits", []))


def values(view):
    """The list items of a refinement list."""
    return "".join(_value(item) for item in (view or {}).get("items", []))


def stats(view):
    """The line that says how many there are, in grouped digits."""
    count = (view or {}).get("nbHits", 0)
    return html.escape(re.sub(rf"(?<![\d.,]){count}(?![\d.,]?\d)", f"{count:,}", (view or {}).get("text") or ""))


def script(state):
    """The state as the content of a script element, which no text in it can end."""
    return json.dumps(state).replace("<", "\\u003c")


def _value(item):
    classes = "value" + " is-selected" * item["selected"] + " is-empty" * (item["count"] == 0)
    checked = " checked" if item["selected"] else ""
    return (f'<li class="{classes}" data-value="{html.escape(json.dumps(item["value"], ensure_ascii=False))}"><label>'
            f'<input type="checkbox"{checked}><span class="label" dir="auto">{_spans(item.get("highlighted"), item["label"])}</span> '
            f'<span class="count">{item["count"]:,}</span></label></li>')


def _spans(spans, plain):
    if not spans:
        return html.escape(str(plain))
    return "".join(f"<mark>{html.escape(text)}</mark>" if matches else html.escape(text) for text, matches in spans)


def _value_at(record, name):
    value = record
    for part in name.split("."):
        if isinstance(value, list):
            value = value[int(part)] if part.isdigit() and int(part) < len(value) else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value


def _words(value, form=None):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if form == "currency USD":
        return f"${value:,.2f}"
    return f"{value:g}" if isinstance(value, float) else str(value)


class _Filling(html.parser.HTMLParser):
    """Copies a template and fills in a hit's values at its `data-` attributes."""

    def __init__(self, template, hit):
        super().__init__(convert_charrefs=False)
        self.text = ""
        self._hit = hit
        self.feed(template)

    def handle_starttag(self, tag, attributes):
        record, named = self._hit["record"], dict(attributes)
        extra = {}
        if "data-if" in named and not _value_at(record, named["data-if"]):
            extra["hidden"] = ""
        if "data-variable" in named:
            variable, name = named["data-variable"].split()
            # A semicolon would begin another property.
            extra["style"] = f"{variable}: {_words(_value_at(record, name)).replace(';', '')};"
        for data, attribute in TEXTS.items():
            if data in named:
                extra[attribute] = _words(_value_at(record, named[data]))
        for data, attribute in ADDRESSES.items():
            address = str(_value_at(record, named[data])) if data in named else ""
            if data in named and address.startswith(("https://", "http://")):
                extra[attribute] = address
            elif data in named:
                extra["hidden"] = ""
        self.text += f"<{tag}{''.join(self._attribute(*each) for each in [*attributes, *extra.items()])}>"
        if "data-text" in named:
            self.text += html.escape(_words(_value_at(record, named["data-text"]), named.get("data-format")))
        if "data-highlight" in named:
            name = named["data-highlight"]
            self.text += _spans(self._hit.get("highlights", {}).get(name), _words(_value_at(record, name)))

    def handle_endtag(self, tag):
        self.text += f"</{tag}>"

    def handle_data(self, data):
        self.text += data

    def handle_entityref(self, name):
        self.text += f"&{name};"

    def handle_charref(self, name):
        self.text += f"&#{name};"

    @staticmethod
    def _attribute(name, value):
        return f' {name}="{html.escape(value or "")}"'
