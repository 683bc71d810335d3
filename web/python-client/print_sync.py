#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the client for programs without asyncio, which is the one with asyncio without its keywords.

    ./print_sync.py > src/searchbus_client/_sync.py
"""

import pathlib
import re

SOURCE = pathlib.Path(__file__).parent / "src/searchbus_client/_async.py"

# What is replaced, in this order; names in the result are those of `http` and of the standard library.
REPLACEMENTS = [
    (r'^"""The client.*?"""$', '"""The client for programs without asyncio: printed from `_async.py` by `print_sync.py`, not edited."""'),
    (r"^import asyncio\n", "import time\n"),
    (r"^from collections.abc import .*\n", "from collections.abc import Callable, Generator, Iterator, Sequence\n"),
    (r"^from contextlib import aclosing\n", ""),
    (r"async with aclosing\((.*)\) as items:\n\s+async for item in items:\n\s+yield item\n", r"yield from \1\n"),
    (r"for event in page\.events:\n\s+yield event\n", "yield from page.events\n"),
    (r" \(`async for`\)", ""),
    (r"\bAsync(SearchBus|Session|ViewStream|Stream)\b", r"\1"),
    (r"\bhttpx\.Async(BaseTransport|Client)\b", r"httpx.\1"),
    (r"\bAsyncGenerator\[(.*), None\]", r"Generator[\1, None, None]"),
    (r"\bAsyncIterator\b", "Iterator"),
    (r"\bAwaitable\[(\w+)\]", r"\1"),
    (r"\basyncio\.sleep\b", "time.sleep"),
    (r"\b__a(enter|exit|next)__\b", r"__\1__"),
    (r"\ba(close|iter_bytes)\(", r"\1("),
    (r"\banext\(", "next("),
    (r"\(await ([\w.]+\(\))\)", r"\1"),
    (r"\(await (self\.send_all\(.*\))\)\[", r"\1["),
    (r"\b(async|await) ", ""),
]


def printed() -> str:
    """The text of `_sync.py`."""
    text = SOURCE.read_text(encoding="utf-8")
    for pattern, replacement in REPLACEMENTS:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    return text


if __name__ == "__main__":
    print(printed(), end="")
