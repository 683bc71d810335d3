# SPDX-License-Identifier: MIT
"""The plugin for pytest: the fixture `searchbus`, which starts apps, and their logs in the reports of failed tests."""

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from searchbus.testing import Apps

KEY = pytest.StashKey["Apps"]()
# The end of a log, in characters, that a report shows.
SHOWN = 20_000


@pytest.fixture(scope="session")
def searchbus(request: pytest.FixtureRequest) -> "Iterator[Apps]":
    """Starts apps on temporary folders: `searchbus.run("app.yaml", indexes={"products": [...]})`."""
    from searchbus.testing import Apps  # only tests that use it need the client

    with Apps(request.config.rootpath) as apps:
        request.config.stash[KEY] = apps
        yield apps


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds to the report of a failed test what the running apps have printed."""
    report = yield
    apps = item.config.stash.get(KEY, None)
    if report.failed and apps is not None:
        report.sections += [(f"searchbus up {app.file.name}", app.log[-SHOWN:]) for app in apps.running]
    return report
