# SPDX-License-Identifier: MIT
"""What the process tests share: an imported index, a running shop, and makers of what a test harms.

SEARCHBUS_BIN names the folder of the executables (`.build/debug` otherwise), SEARCHBUS_TEST_SEED repeats a failed
test's random choices, SEARCHBUS_TEST_ROUNDS sets how long the nemesis rages.
"""

import json
import os
import pathlib
import random
import shutil
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Support"))

import bare_debian  # noqa: E402
import searchbus_testing as testing  # noqa: E402
from fault_injection import Faults  # noqa: E402
from shop_data import APP, SETTINGS, records  # noqa: E402


@pytest.fixture(scope="session")
def indexes():
    """A folder with the index `products`, imported once."""
    data = testing.make_directory()
    text = "".join(json.dumps(record) + "\n" for record in records())
    testing.command("index", "import", "products", "-", "--format", "ndjson", "--data", data, "--settings", SETTINGS,
                    text=text, patience=60)
    yield data / "indexes"
    shutil.rmtree(data, ignore_errors=True)


@pytest.fixture(scope="session")
def shop(indexes):
    """A running shop; tests that use it leave its processes alone."""
    with testing.running(testing.Stack(APP, indexes)) as stack:
        yield stack


@pytest.fixture(scope="module")
def place():
    """A folder for all tests of a module."""
    folder = testing.make_directory()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def faults(place):
    """Makes calls of processes fail."""
    made = Faults(place)
    yield made
    made.close()


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """A folder with the Debian package and the tar file of what was built."""
    return bare_debian.make_package(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="session")
def bare(package):
    """A bare Debian in which the package is installed."""
    file = next(package.glob("*.deb"))
    made = bare_debian.BareDebian([*bare_debian.needed(file), "nginx-light", "systemd"])
    made.package, made.installed = file, made.install(file)
    yield made
    made.remove()


@pytest.fixture(autouse=True)
def _nothing_is_left():
    """Ends what a failed test has left running."""
    before = len(testing.Child.all)
    yield
    for child in testing.Child.all[before:]:
        if child.is_running:
            child.kill()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """Adds to the report of a failed test what the processes of its app have printed: one of them may have crashed."""
    outcome = yield
    report = outcome.get_result()
    if report.failed:
        stacks = [value for value in getattr(item, "funcargs", {}).values() if isinstance(value, testing.Stack)]
        report.sections += [("searchbus up", stack.child.output[-20_000:]) for stack in stacks if stack.child]


@pytest.fixture
def make_shop(indexes):
    """Starts shops that a test may harm; one that is not sound is not waited for."""
    made = []

    def make(*arguments, app=APP, with_indexes=True, is_sound=True, **options):
        made.append(testing.Stack(app, indexes if with_indexes else None, *arguments))
        return made[-1].start(**options) if is_sound else made[-1].launch(**options)

    yield make
    for stack in made:
        stack.close()


@pytest.fixture
def make_broker():
    """Prepares brokers that a test may harm."""
    made = []

    def make(*arguments, **options):
        made.append(testing.Broker(*arguments, **options))
        return made[-1]

    yield make
    for broker in made:
        broker.close()


@pytest.fixture
def seed(request):
    """What a test's random choices come from; one that fails says how it is done again."""
    seed = int(os.environ.get("SEARCHBUS_TEST_SEED", random.SystemRandom().randrange(1 << 32)))
    request.node.add_report_section(
        "call", "seed", f"SEARCHBUS_TEST_SEED={seed} {sys.executable} -m pytest '{request.node.nodeid}'")
    return seed


@pytest.fixture
def chance(seed):
    """Random choices."""
    return random.Random(seed)
