# SPDX-License-Identifier: MIT
"""The client without asyncio is the one with asyncio, printed without its keywords."""

import runpy

from conftest import ROOT

CLIENT = ROOT / "web/python-client"


def test_the_printed_client_is_current():
    """Run `web/python-client/print_sync.py > src/searchbus_client/_sync.py` after a change of `_async.py`."""
    printed = runpy.run_path(str(CLIENT / "print_sync.py"))["printed"]()
    assert printed == (CLIENT / "src/searchbus_client/_sync.py").read_text(encoding="utf-8")
    for word in ("async", "await", "Awaitable", "aclose", "anext"):
        assert word not in printed.replace("asyncio", "").replace("_async", ""), word
