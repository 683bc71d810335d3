#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that comments, texts, test names and documents use standard English terms: no phrase of `PHRASES`.

    check_english.py [PATH…]     checks the given files; without PATH, all that are not exempt
"""

import pathlib
import re
import sys

from check_layout import ROOT, tracked

# Files that are generated, that are data, or that list the phrases.
EXEMPT = ["deploy/demo/product_vocabulary.txt", "Tests/Support/check_english.py", "Tests/**/test_english_check.py", "Tests/**/Snapshots/**"]

BE = r"(?:is|are|was|were|be|been|being)"
# “There is none” and “there may be no …” are English.
NOT_THERE = "".join(rf"(?<!here\s{modal})" for modal in ("", r"may\s", r"can\s", r"will\s", r"must\s", r"could\s", r"should\s"))
END = r"(?=\s*(?:[.,;:)”|]|$))"

# What not to write, and what to write instead. A blank matches any white space.
PHRASES = [
    # Clauses as subjects.
    (r"(?:^|(?<=[.:;(“|]\s))Who (?!am\b)[a-z'’]+(?![^.|]*\?)", "name the actor: the client, the user, the process"),
    (r"\b[Ww]ho(?:m)?ever\b", "name the actor: a client, a user, any process"),
    (r"\b[Ss]omebody\b", "a user, a client, another program"),
    (r"\b[Nn]obody\b", "no user, no client, no process"),
    # Negation by none and no.
    (rf"{NOT_THERE}\b{BE} none\b", "an adjective: invalid, unknown, unsupported, missing"),
    (rf"{NOT_THERE}\b{BE} no (?!longer\b|more\b|less\b|fewer\b|better\b|worse\b|larger\b|smaller\b|older\b|newer\b|wider\b|other\b)\w+",
     "an adjective, or `not a`: invalid, unknown, not a number"),
    (rf"\bno more{END}", "no longer; or: not more"),
    (rf"\bany more{END}", "any longer, no longer"),
    # Fragments.
    (r"\b(?:is|are|was|were) to be\b", "must, will; or the active present"),
    (r"\bfor ever\b", "indefinitely, forever, without a limit"),
    (r"\bas (?:it was|they were)\b", "unchanged; as before"),
    (r"\bat the most\b(?! (?:recent|important|likely|frequent|common)\b)", "at most"),
    (r"\bat the least\b", "at least"),
    (r"\banew\b", "again; re-: rebuilt, recreated, restarts"),
    # Everyday verbs for technical acts.
    (r"\btold\b(?! apart\b)", "notified; receives, reports, contains"),
    (r"\b[Hh]ear(?:d|s)\b", "received, receives; is notified of"),
    (r"\bsays? so\b", "reports it; shows it"),
    (r"\b(?:takes?|taken|taking|took) away\b", "deleted, removed, dropped"),
    (rf"\b{BE} gone\b", "deleted, removed, lost; has ended, has left"),
    (r"\blet go\b|\blets go\b", "released, dropped"),
    (r"\b(?:goes|went) on\b(?! (?:the|a) log\b)|\bgo on\b(?! (?:the|a) log\b)", "continues, resumes"),
    (r"\b(?:stands?|stood|standing) still\b", "is blocked, stops, hangs"),
    (rf"\b{BE} let in\b|\blets? (?:people|everybody|everyone|users|others|browsers|\w+ browsers?|it|him|them) in\b", "is authorized, may access"),
    (r"\bshown? keys?\b|\bkeys? that (?:is|was|are) shown\b", "presented key, credentials"),
    (r"\brights? to (?:ask|see)\b", "permission"),
    (r"\bsets? aside\b|\bsetting aside\b", "skipped, quarantined"),
    (r"\bunder way\b", "in flight, pending, in progress"),
    (r"\bbelieve[sd]?\b", "trusted; valid"),
    (r"\b(?:stands?|stood) (?:in|on|at|beside|below|above|there|behind|before|between|with)\b(?! for\b)", "is, is stored, is listed"),
    (r"\bpatience\b", "timeout"),
    (r"\bfarewell\b", "close, shutdown"),
    (r"\b(?:nobody|none|nothing) works for\b|\bworks? for (?:a|the|its|each|every|some|these|those|which|no) (?:\w+ )?(?:shard|session)s?\b", "owns"),
    # Terms of the field.
    (r"\bplaces? (?:on|of|in) (?:the|a|an|this|its|another) log\b", "sequence number, offset"),
    (r"\bin (?:the|its|their) place of\b", "instead of; replaces"),
    (r"\bmachines? (?:that|which) shares?\b", "nodes that share"),
    (r"\bjournal of (?:a|the) cluster\b", "replicated log"),
    (rf"\b{BE} cut off\b", "partitioned, disconnected, truncated"),
    (rf"\b(?:{BE}|an?|the|or|and) frozen\b", "paused, suspended"),
    (r"\btruths?(?: values?)?\b(?! \()", "booleans"),
    (r"\bwholes\b", "integers"),
    (r"\bstrangers\b", "unreferenced files; unknown clients"),
]
RULES = [(re.compile(pattern.replace(" ", r"\s+")), instead) for pattern, instead in PHRASES]

MARKUP = {".md", ".txt", ".html"}
HASHES = {".py", ".sh", ".yaml", ".yml", ".conf", ".cfg", ".env", ".service", ".toml", ".ini", ".rules", ".sql", ""}
SLASHES = {".swift", ".js", ".ts", ".css", ".c", ".h"}

STRING = r'"""(?:[^"\\]|\\.|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"'
TOKENS = {
    # Python's strings, also with apostrophes; comments; names of tests.
    "hashes": re.compile(rf"(?P<string>{STRING}|'(?:[^'\\\n]|\\.)*')|(?P<comment>(?<![\w$&{{])#[^\n]*)|\bdef (?P<test>test_\w+)"),
    "slashes": re.compile(rf"(?P<string>{STRING}|(?<![\w/])'(?:[^'\\\n]|\\.)*')|(?P<comment>//[^\n]*|/\*.*?\*/)"
                          r"|\bfunc `(?P<test>[^`\n]+)`|(?P<template>`(?:[^`\\]|\\.)*`)", re.DOTALL),
}
# Code within a text: spans, interpolations, names of parameters, and comments of documents, which name constants.
CODE = re.compile(r"`[^`\n]*`|\$?\{[^{}\s]*\}|\$\{[^{}]*\}|\\\([^()]*\)|<!--.*?-->|- (?:Parameter )?\w+:", re.DOTALL)


def blanked(match):
    """As many blanks as the match has characters, so that offsets stay."""
    return re.sub(r"[^\n]", " ", match[0])


def prose(text, suffix):
    """The parts of a file that people read, each with its offset: all of a document; comments, texts and names of tests of a program."""
    if suffix in MARKUP:
        yield 0, text
        return
    joined, end = [], None
    for match in TOKENS["slashes" if suffix in SLASHES else "hashes"].finditer(text):
        kind = match.lastgroup
        piece = match[kind]
        if kind in ("string", "template") and not re.search(r"\s", piece):
            continue  # a name, not a text
        if kind == "test":
            piece = piece.replace("_", " ")
        elif kind == "comment":
            piece = re.sub(r"(?m)^(\s*)([/*#]+)", lambda marks: marks[1] + " " * len(marks[2]), piece)
        else:
            piece = re.sub(r'^("""|"|\'|`)|("""|"|\'|`)$', lambda quotes: " " * len(quotes[0]), piece)
        start = match.start(kind)
        # Comments of several lines are one text.
        if joined and not (kind == "comment" and end is not None and text[end:start].isspace() and text[end:start].count("\n") <= 1):
            yield joined[0][0], "".join(part for _, part in joined)
            joined = []
        if joined:
            joined.append((end, text[end:start]))
        joined.append((start, piece))
        end = match.end(kind) if kind == "comment" else None
    if joined:
        yield joined[0][0], "".join(part for _, part in joined)


def findings(text, suffix):
    """The phrases in a file, each with its line and what to write instead."""
    found = []
    for offset, piece in prose(text, suffix):
        piece = CODE.sub(blanked, piece)
        lead = len(piece) - len(piece.lstrip())
        for pattern, instead in RULES:
            for match in pattern.finditer(piece, lead):
                line = text.count("\n", 0, offset + match.start()) + 1
                found.append((line, " ".join(match[0].split()), instead))
    return sorted(found)


def matches(name, pattern):
    """Whether a path matches a pattern, in which `**` is any number of folders."""
    expression = re.escape(pattern).replace(r"\*\*/", "(?:.*/)?").replace(r"\*\*", ".*").replace(r"\*", "[^/]*")
    return re.fullmatch(expression, name) is not None


def is_checked(name):
    """Whether a file must be free of the phrases."""
    return pathlib.PurePath(name).suffix in MARKUP | HASHES | SLASHES and not any(matches(name, pattern) for pattern in EXEMPT)


def main(paths):
    """Prints what is found; ends with 1 where there is something."""
    files = [pathlib.Path(path).resolve() for path in paths] or [path for path in tracked() if is_checked(str(path.relative_to(ROOT)))]
    count = 0
    for path in files:
        name = str(path.relative_to(ROOT))
        for line, phrase, instead in findings(path.read_text(encoding="utf-8"), path.suffix):
            print(f"error: {name}:{line}: “{phrase}”: write {instead}", file=sys.stderr)
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
