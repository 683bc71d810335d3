# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""What the process tests share: an imported index, a running shop, and makers of what a test harms."""

import json
import os
import pathlib
import random
import shutil
import sys

import pytest

FIXTURES = pathlib.Path(__file__).parent / "fixtures"
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Support"))

import searchbus_testing as testing  # noqa: E402

BRANDS = ["Acme", "Borealis", "Cirrus", "Dynamo", "Ember"]
COLORS = ["red", "green", "blue", "black"]
WORDS = ["wireless", "headphones", "speaker", "portable", "kettle", "lamp", "camera", "wired", "cable", "stand"]


def records(count=400):
    """Products, the same ones every time."""
    chance = random.Random(7)
    for number in range(count):
        words = chance.sample(WORDS, 3)
        yield {"objectID": f"p{number}", "name": " ".join(words), "brand": chance.choice(BRANDS),
               "color": chance.choice(COLORS), "price": chance.randint(1, 500), "popularity": number,
               "description": f"A {words[0]} thing, good for {words[1]} and {words[2]}."}


@pytest.fixture(scope="session")
def indexes():
    """A folder with the index `products`, imported once."""
    data = testing.make_directory()
    text = "".join(json.dumps(record) + "\n" for record in records())
    testing.command("index", "import", "products", "-", "--format", "ndjson", "--data", data,
                    "--settings", FIXTURES / "products.settings.json", text=text, patience=60)
    yield data / "indexes"
    shutil.rmtree(data, ignore_errors=True)


@pytest.fixture(scope="session")
def shop(indexes):
    """A running shop; tests that use it leave its processes alone."""
    stack = testing.Stack(FIXTURES / "shop.yaml", indexes)
    try:
        yield stack.start()
    finally:
        stack.close()


@pytest.fixture
def make_shop(indexes):
    """Starts shops that a test may harm."""
    made = []

    def make(*arguments, app=FIXTURES / "shop.yaml", with_indexes=True):
        made.append(testing.Stack(app, indexes if with_indexes else None, *arguments))
        return made[-1].start()

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
def chance():
    """Random choices, whose seed a failed test prints; SEARCHBUS_TEST_SEED repeats one."""
    seed = int(os.environ.get("SEARCHBUS_TEST_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"SEARCHBUS_TEST_SEED={seed}")
    return random.Random(seed)
