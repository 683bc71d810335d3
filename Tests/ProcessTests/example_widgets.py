# SPDX-License-Identifier: MIT
"""Widgets of one's own as the tests of the examples run them: apps, programs, sessions."""

import contextlib
import json
import pathlib
import sys

from searchbus_testing import ROOT, binary, eventually
from shop_data import APP

EXAMPLES = ROOT / "Examples"
SUM = [sys.executable, str(EXAMPLES / "sum-searches-python/sum_searches.py")]
STEPS = [sys.executable, str(EXAMPLES / "price-steps-python/price_steps.py")]
SWIFT_SUM, SWIFT_STEPS = [str(binary("sum-searches"))], [str(binary("price-steps"))]


def widget(name, kind, command, **rest):
    """A line of an app file: a widget that is a program of one's own."""
    return f"  {name}: {json.dumps({'type': kind, 'searcher': 'products', 'run': command} | rest)}\n"


def steps(name, command, steps=(25, 100, 250), attribute="price"):
    """The same for buttons that select a stretch of numbers."""
    return widget(name, "price-steps", command, filterState="main", attribute=attribute, steps=list(steps))


def app_with(directory, *lines, name="own.yaml"):
    """An app file: the shop, and more widgets."""
    path = pathlib.Path(directory) / name
    path.write_text(APP.read_text() + "".join(lines))
    return path


def program(directory, name, text):
    """A widget that a test writes, of the package in the sources; answers with the command that runs it."""
    path = pathlib.Path(directory) / f"{name}.py"
    path.write_text(f"import sys\nsys.path.append({str(ROOT / 'web/python-client/src')!r})\n{text}")
    return [sys.executable, str(path)]


def wait_view(stack, session, name, holds, what, patience=20):
    """Waits until a widget's view is as it should be, and answers with it."""
    def view():
        with contextlib.suppress(AssertionError, OSError):
            return stack.gateway.views(session).get(name)
    return eventually(view, lambda view: view is not None and holds(view), what, patience)
