# SPDX-License-Identifier: MIT
"""A sample of `make soak`: nothing is lost, doubled or wrong, whichever processes are killed.

Kills continue for 15 seconds a layout, with SEARCHBUS_TEST_ALL=1 for 45.
"""

import os

import pytest
import soak
from searchbus_testing import Stack, running
from shop_data import APP

SECONDS = 45 if os.environ.get("SEARCHBUS_TEST_ALL") else 15
KILLS = 2 * SECONDS


@pytest.mark.thorough
@pytest.mark.parametrize("layout", ["each", "together"])
def test_kills_over_all_roles_lose_and_double_nothing(indexes, tmp_path, seed, layout):
    """How soon everybody is back is printed and not judged: other tests may keep the machine busy."""
    app = tmp_path / "shop.yaml"
    app.write_text(f"{APP.read_text()}\ninteractors: {layout}\n")
    with running(Stack(app, indexes, "--retention", "65536")) as stack:
        report = soak.Soak(stack, seed).run(KILLS, SECONDS)
    print("\n".join(report.lines()))
    assert report.acknowledged > 0 and sum(report.kills.values()) > 0 and report.compared > 0
    assert not report.wrong, "\n".join(report.wrong)
