# SPDX-License-Identifier: MIT
"""What the small shop sells."""

import pathlib
import random

FIXTURES = pathlib.Path(__file__).parent / "fixtures"
APP = FIXTURES / "shop.yaml"
SETTINGS = FIXTURES / "products.settings.json"
VIEWS = 8  # one a widget, and that of the session

BRANDS = ["Acme", "Borealis", "Cirrus", "Dynamo", "Ember"]
COLORS = ["red", "green", "blue", "black"]
WORDS = ["wireless", "headphones", "speaker", "portable", "kettle", "lamp", "camera", "wired", "cable", "stand"]
COUNT = 400


def records(count=COUNT):
    """Products, the same ones every time."""
    chance = random.Random(7)
    for number in range(count):
        words = chance.sample(WORDS, 3)
        yield {"objectID": f"p{number}", "name": " ".join(words), "brand": chance.choice(BRANDS),
               "color": chance.choice(COLORS), "price": chance.randint(1, 500), "popularity": number,
               "description": f"A {words[0]} thing, good for {words[1]} and {words[2]}."}
