#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Make up the products of a department store, the same ones for the same seed.

Reads the words from product_vocabulary.txt and writes one JSON object a line
(NDJSON).

    python3 generate_products.py products.ndjson            # 10,000 products
    python3 generate_products.py --count 500 --seed 7       # to standard output
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TypeVar

VOCABULARY = Path(__file__).with_name("product_vocabulary.txt")
DAY = 86_400
FIRST_RELEASE = 1_451_606_400  # 2016-01-01
RELEASE_DAYS = 3_560
HIGHEST_POPULARITY = 100_000
ZIPF_EXPONENT = 0.75

SERIES = (
    "Alder Arbor Aria Atlas Aurora Beacon Bolt Breeze Canyon Cedar Cirrus Comet Coral Crest "
    "Dune Echo Ember Fable Falcon Fern Fjord Flint Glide Grove Halo Harbor Haven Heron Indigo Iris "
    "Juno Kestrel Lark Lumen Lyra Meadow Mesa Mira Nimbus Nova Onyx Opal Orbit Pebble "
    "Pulse Raven Reef Ridge Rover Sierra Solstice Sparrow Summit Tempo Terra "
    "Tidal Vale Vega Vista Willow Zenith Zephyr"
).split()
MODELS = "100 200 300 450 500 700 900 X1 X2 S3 V8 Pro Max Air Lite Plus One Neo Ultra".split()
NUMBERED = {"Electronics", "Computers", "Tools & Garden"}
UNSERIED = {"Grocery", "Beauty & Health"}
WARRANTED = {"Electronics", "Computers", "Home & Kitchen", "Furniture", "Tools & Garden", "Baby"}

# Words that keep their capital in the middle of a sentence.
PROPER = set(
    "Android Bluetooth Brazilian Ceylon Chelsea Colombian Damascus Darjeeling Dutch Ethernet Ethiopian French "
    "Greek Guatemalan Italian Japanese Moroccan Santoku Scandinavian Spanish Tunisian Wi-Fi Zigbee".split()
)

Item = TypeVar("Item")


@dataclass
class Leaf:
    """A leaf category and its words."""

    path: tuple[str, str, str]
    brands: list[str]
    lowest: float
    highest: float
    colors: list[str]
    words: dict[str, list[str]] = field(default_factory=dict)

    def get(self, key: str) -> list[str]:
        """The phrases under a key, none if the key was left out."""
        return self.words.get(key, [])


class Dice:
    """Chances that stay the same in every Python: only `random()` is used."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(str(seed)).random

    def below(self, limit: int) -> int:
        """A whole number from 0 up to, but not including, the limit."""
        return int(self.random() * limit)

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def chance(self, probability: float) -> bool:
        """True as often as the probability says."""
        return self.random() < probability

    def some(self, items: Sequence[Item], count: int) -> list[Item]:
        """Different items, in a random order."""
        pool = list(items)
        chosen = []
        while pool and len(chosen) < count:
            chosen.append(pool.pop(self.below(len(pool))))
        return chosen

    def bell(self) -> float:
        """About normal: mean 0, standard deviation 1."""
        return (sum(self.random() for _ in range(6)) - 3) * math.sqrt(2)


def phrases(text: str) -> list[str]:
    """The parts of `a; b; c`."""
    return [part.strip() for part in text.split(";") if part.strip()]


def read_vocabulary(path: Path = VOCABULARY) -> list[Leaf]:
    """The leaf categories of the vocabulary file."""
    palettes: dict[str, list[str]] = {}
    leaves: list[Leaf] = []
    levels, brands = ("", ""), [""]
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        key, _, value = line.partition(":")
        try:
            if line.startswith("palette "):
                palettes[key.split()[1]] = phrases(value)
            elif line.startswith("== "):
                heading, names = line[3:].split("|")
                top, second = heading.split(">")
                levels, brands = (top.strip(), second.strip()), phrases(names)
            elif "|" in line:
                name, prices, palette = (part.strip() for part in line.split("|"))
                low, high = prices.split("-")
                leaves.append(Leaf((*levels, name), brands, float(low), float(high), palettes[palette]))
            else:
                leaves[-1].words[key] = phrases(value)
        except (ValueError, KeyError, IndexError) as mistake:
            raise SystemExit(f"{path.name}:{number}: cannot read this line: {mistake!r}") from mistake
    return leaves


def lower_word(word: str) -> str:
    """A word as it stands inside a sentence: `Noise-Cancelling` in small letters, `USB-C` as it is."""
    if word in PROPER:
        return word
    return "-".join(
        part if part in PROPER or len(part) == 1 or any(c.isdigit() or c.isupper() for c in part[1:]) else part.lower()
        for part in word.split("-")
    )


def lower(text: str) -> str:
    """A name as it stands inside a sentence."""
    return " ".join(lower_word(word) for word in text.split())


def upper_first(text: str) -> str:
    """A sentence from its parts."""
    return text[:1].upper() + text[1:]


def joined(items: Sequence[str]) -> str:
    """`a, b and c`."""
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def clashes(leaf: Leaf, thing: str) -> bool:
    """Whether words that do not go together are in one name."""
    words = f" {thing}"
    return any(all(f" {word}" in words for word in pair.split("+")) for pair in leaf.get("never"))


def choose_thing(dice: Dice, leaf: Leaf) -> tuple[str, list[str]]:
    """What the product is, such as `Cordless Glass Kettle`, and its qualities."""
    noun = dice.pick(leaf.get("is"))
    taken = {word.lower() for word in noun.replace("-", " ").split()}
    groups = leaf.get("kind")
    wanted = dice.pick((1, 1, 2, 2, 2, 3))
    chosen = set(dice.some(range(len(groups)), wanted))
    qualities: list[str] = []
    for index, group in enumerate(groups):
        if index not in chosen:
            continue
        quality = dice.pick(group.split("/"))
        if taken.isdisjoint(quality.lower().replace("-", " ").split()) and not clashes(
            leaf, " ".join([*qualities, quality, noun])
        ):
            qualities.append(quality)
    return " ".join([*qualities, noun]), qualities


def series_of(brand: str) -> list[str]:
    """The product lines of a brand: always the same ones."""
    return Dice(f"series of {brand}").some(SERIES, 5)


def choose_series(dice: Dice, leaf: Leaf, brand: str) -> str:
    """The product line, with a model number where that is usual; may be empty."""
    top = leaf.path[0]
    if top in UNSERIED or dice.chance(0.15):
        return ""
    line = dice.pick(series_of(brand))
    return f"{line} {dice.pick(MODELS)}" if top in NUMBERED and dice.chance(0.75) else line


def choose_colors(dice: Dice, leaf: Leaf, qualities: Sequence[str]) -> list[str]:
    """The colors it comes in; a quality that is a color of the palette decides."""
    named = [quality for quality in qualities if quality in leaf.colors]
    return named or dice.some(leaf.colors, dice.pick((1, 1, 2, 3)))


def opening(dice: Dice, thing: str, features: list[str], use: str) -> tuple[str, bool]:
    """The first sentence, and whether it says the use."""
    thing = upper_first(lower(thing))
    form = dice.below(5)
    if form == 0:
        return f"{thing} for {use}, with {features.pop()}.", True
    if form == 1:
        return f"{thing} made for {use}, with {joined([features.pop(), features.pop()])}.", True
    if form == 2:
        return f"{thing} with {joined([features.pop(), features.pop(), features.pop()])}.", False
    return f"{thing} with {joined([features.pop(), features.pop()])}.", False


def closing(dice: Dice, leaf: Leaf, brand: str, line: str, features: list[str], use: str) -> str:
    """A second sentence; `use` is empty if the first one said it."""
    forms = [f"Also comes with {features[-1]}.", f"{brand} adds {features[-1]}."]
    if use:
        forms += [f"Made for {use}.", f"A good choice for {use}.", f"Designed with {use} in mind."] * 2
    if line:
        forms.append(f"Part of the {line} line by {brand}.")
    if leaf.path[0] in WARRANTED:
        forms.append(f"Backed by a {dice.pick(('two', 'three', 'five'))}-year warranty.")
    return dice.pick(forms)


def describe(dice: Dice, leaf: Leaf, thing: str, brand: str, line: str) -> str:
    """One or two sentences."""
    features = dice.some(leaf.get("with"), 4)
    use = dice.pick(leaf.get("for"))
    first, said = opening(dice, thing, features, use)
    if dice.chance(0.2):
        return first
    return f"{first} {closing(dice, leaf, brand, line, features, '' if said else use)}"


def brand_level(brand: str) -> float:
    """How dear a brand is: 0.75 to 1.35 of the usual price."""
    return 0.75 + 0.6 * Dice(f"level of {brand}").random()


def choose_price(dice: Dice, leaf: Leaf, brand: str, size_rank: float) -> float:
    """A price as shops write them; most are in the lower half of the range."""
    place = (dice.random() + dice.random() + 2 * size_rank) / 4 * 0.85
    price = leaf.lowest * (leaf.highest / leaf.lowest) ** place * brand_level(brand)
    price = min(max(price, leaf.lowest), leaf.highest)
    if price >= 200:
        return round(price / 10) * 10 - 1 + dice.pick((0.0, 0.0, 0.99, 0.99))
    return int(price) + dice.pick((0.0, 0.49, 0.5, 0.95, 0.95, 0.99, 0.99))


def choose_rating(dice: Dice, brand: str) -> float:
    """One decimal, 1 to 5; the makers differ a little."""
    maker = Dice(f"quality of {brand}").random() * 0.6 - 0.3
    return round(min(max(4.15 + maker + 0.5 * dice.bell(), 1.0), 5.0), 1)


def popularities(dice: Dice, count: int) -> list[int]:
    """One for each product: like Zipf, in a random order."""
    return shuffled(dice, [round(HIGHEST_POPULARITY / rank**ZIPF_EXPONENT) for rank in range(1, count + 1)])


def shuffled(dice: Dice, items: list[Item]) -> list[Item]:
    """The items in a random order."""
    for last in range(len(items) - 1, 0, -1):
        other = dice.below(last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def free_shipping(dice: Dice, price: float) -> bool:
    """Dearer products ship free more often."""
    return dice.chance(0.1 if price < 25 else 0.45 if price < 75 else 0.8)


def pick_leaf(dice: Dice, leaves: list[Leaf], totals: list[float]) -> Leaf:
    """A leaf category, as often as its weight says."""
    wanted = dice.random() * totals[-1]
    low, high = 0, len(totals) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if wanted < totals[middle] else (middle + 1, high)
    return leaves[low]


def name_product(dice: Dice, leaf: Leaf, taken: set[str]) -> tuple[str, str, str, str, list[str], float]:
    """A name that no other product has, and what it was made from."""
    for attempt in range(1000):
        brand = dice.pick(leaf.brands)
        thing, qualities = choose_thing(dice, leaf)
        series = choose_series(dice, leaf, brand)
        sizes, size_rank, size = leaf.get("size"), dice.random(), ""
        if sizes and dice.chance(0.8):
            index = dice.below(len(sizes))
            size, size_rank = sizes[index], index / max(len(sizes) - 1, 1)
        if clashes(leaf, f"{thing} {size}"):
            continue
        name = " ".join(part for part in (brand, series, thing) if part) + (f", {size}" if size else "")
        if attempt > 40:
            name += f" No. {attempt // 8}"
        if name not in taken:
            taken.add(name)
            return name, brand, thing, series, qualities, size_rank
    raise SystemExit(f"no names left in {leaf.path[-1]}: ask for fewer products or add words")


def product(dice: Dice, leaf: Leaf, number: int, popularity: int, taken: set[str]) -> dict[str, object]:
    """The record of one product."""
    name, brand, thing, series, qualities, size_rank = name_product(dice, leaf, taken)
    top, second, third = leaf.path
    price = choose_price(dice, leaf, brand, size_rank)
    return {
        "objectID": f"p{number:05d}",
        "name": name,
        "brand": brand,
        "description": describe(dice, leaf, thing, brand, series.split(" ")[0]),
        "categories": [top, second, third],
        "hierarchicalCategories": {
            "lvl0": top,
            "lvl1": f"{top} > {second}",
            "lvl2": f"{top} > {second} > {third}",
        },
        "price": round(price, 2),
        "rating": choose_rating(dice, brand),
        "reviews": 1 + int(popularity * (0.02 + 0.18 * dice.random())),
        "popularity": popularity,
        "releaseDate": FIRST_RELEASE + DAY * dice.below(RELEASE_DAYS),
        "freeShipping": free_shipping(dice, price),
        "color": choose_colors(dice, leaf, qualities),
        "inStock": dice.chance(0.92),
    }


def products(count: int, seed: int) -> Iterator[dict[str, object]]:
    """As many products as asked for; each category gets its share."""
    dice = Dice(seed)
    leaves = read_vocabulary()
    totals, total = [], 0.0
    for leaf in leaves:
        total += math.exp(0.35 * dice.bell()) * float((leaf.get("times") or ["1"])[0])
        totals.append(total)
    taken: set[str] = set()
    for number, popularity in enumerate(popularities(dice, count), 1):
        yield product(dice, pick_leaf(dice, leaves, totals), number, popularity, taken)


def write(out: IO[str], count: int, seed: int) -> None:
    """Write the products, one a line."""
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    for made in products(count, seed):
        out.write(encode(made) + "\n")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("output", nargs="?", default="-", help="file to write; - is standard output")
    parser.add_argument("--count", type=int, default=10_000, help="how many products (10000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other products (1)")
    options = parser.parse_args()
    if not 0 <= options.count <= 9_999_999:
        parser.error("--count must be between 0 and 9999999")
    return options


def main() -> int:
    """Run; 0 is done, 1 a failed write."""
    options = arguments()
    try:
        if options.output == "-":
            write(sys.stdout, options.count, options.seed)
            sys.stdout.flush()
        else:
            with open(options.output, "w", encoding="utf-8") as out:
                write(out, options.count, options.seed)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as failure:
        print(f"generate_products.py: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
