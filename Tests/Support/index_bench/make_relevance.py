#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Makes known items from records: for each a query, as someone would write it who knows the record and wants to find it.

    python3 make_relevance.py products RECORDS.ndjson ITEMS.ndjson [--count N] [--seed N]

The same records and seed make the same items: objects with `class`, `query`, `objectID` and `name`. An item is found by
its record and by any other of the very same name. A query that more than ten records could mean is left out: so many
have its words, errors taken into account, in the attributes that the class is about.

    exact name               the name as it stands
    beginning                its first 60 % or more, mostly with a word cut
    one error                a letter too many, too few, another, or two changed, in a word of 4 letters or more
    two errors               two in a word of 8 letters or more, or one in each of two words
    any order                its words in another order
    joined                   two words of it written as one
    split                    a word of 5 letters or more written as two
    description              two to five words of the description, none of the name
    name and description     a word of the name and some of the description
    plural                   a word of the name in its other number
    first letter             another first letter in a word of 8 letters or more
"""

from __future__ import annotations

import argparse
import pathlib
import sys
from collections import Counter
from collections.abc import Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from catalogue import CATALOGUES, Dice, write_lines  # noqa: E402
from collection import AMBIGUOUS, Collection, Words  # noqa: E402
from words import ONE_ERROR, TWO_ERRORS, WORD, distance, is_plain, with_error  # noqa: E402
from words import with_other_beginning, words_of  # noqa: E402

# The maximum number of records drawn for each wanted item.
DRAWS = 60
STOP_WORDS = set("a an and are as at be by for from has have in into is it its of on or that the this to with".split())

# A query with what its words may stand for, and the words among which those are looked for.
Question = tuple[str, list[set[str]], Words]


def putting(name: str, changes: dict[int, str]) -> str:
    """A name in small letters with other words in some positions, and the characters between them unchanged."""
    text, parts, end = name.lower(), [], 0
    for place, match in enumerate(WORD.finditer(text)):
        parts += [text[end : match.start()], changes.get(place, match.group())]
        end = match.end()
    return "".join(parts) + text[end:]


class Maker:
    """Makes the queries of each class."""

    def __init__(self, collection: Collection, dice: Dice) -> None:
        self.collection, self.dice = collection, dice
        self.names, self.texts = collection.names, collection.texts

    def long_places(self, words: list[str], length: int) -> list[int]:
        return [place for place, word in enumerate(words) if is_plain(word) and len(word) >= length]

    def is_unknown(self, word: str, is_last: bool) -> bool:
        """Whether a changed word is in no record, so that it is an error."""
        return not (self.collection.begins_word(word) if is_last else self.collection.is_word(word))

    def changed(self, name: str, changes: dict[int, tuple[str, int]]) -> Question | None:
        """A name with errors: changed words and how many errors each has; nothing where one of them is a word itself."""
        words = words_of(name)
        if not all(self.is_unknown(text, place == len(words) - 1) for place, (text, _) in changes.items()):
            return None
        meant = [
            self.names.near(*changes[place]) if place in changes else {word} for place, word in enumerate(words)
        ]
        return putting(name, {place: text for place, (text, _) in changes.items()}), meant, self.names

    def exact_name(self, name: str, _: str) -> Question | None:
        return name, [{word} for word in words_of(name)], self.names

    def beginning(self, name: str, _: str) -> Question | None:
        least = max(4, -(-len(name) * 6 // 10))
        if least >= len(name):
            return None
        text = name[: least + self.dice.below(len(name) - least)]
        words = words_of(text)
        if not text[-1].isalnum() or words == words_of(name):
            return None
        return text.lower(), [{word} for word in words[:-1]] + [self.names.beginning(words[-1])], self.names

    def one_error(self, name: str, _: str) -> Question | None:
        places = self.long_places(words_of(name), ONE_ERROR)
        if not places:
            return None
        place = self.dice.pick(places)
        return self.changed(name, {place: (with_error(self.dice, words_of(name)[place]), 1)})

    def two_errors(self, name: str, _: str) -> Question | None:
        words = words_of(name)
        short, long = self.long_places(words, ONE_ERROR), self.long_places(words, TWO_ERRORS)
        if long and (len(short) < 2 or self.dice.chance(0.5)):
            place = self.dice.pick(long)
            made = with_error(self.dice, with_error(self.dice, words[place], TWO_ERRORS), TWO_ERRORS)
            if made[0] != words[place][0] or distance(made, words[place], 2) != 2:
                return None
            return self.changed(name, {place: (made, 2)})
        if len(short) < 2:
            return None
        return self.changed(name, {at: (with_error(self.dice, words[at]), 1) for at in self.dice.some(short, 2)})

    def any_order(self, name: str, _: str) -> Question | None:
        words = words_of(name)
        order = self.dice.some(words, len(words))
        return None if order == words else (" ".join(order), [{word} for word in words], self.names)

    def joined(self, name: str, _: str) -> Question | None:
        words = words_of(name)
        if len(words) < 2:
            return None
        place = self.dice.below(len(words) - 1)
        one = words[place] + words[place + 1]
        if min(len(words[place]), len(words[place + 1])) < 2 or not self.is_unknown(one, place == len(words) - 2):
            return None
        return " ".join([*words[:place], one, *words[place + 2 :]]), [{word} for word in words], self.names

    def split(self, name: str, _: str) -> Question | None:
        words = words_of(name)
        places = self.long_places(words, 5)
        if not places:
            return None
        place = self.dice.pick(places)
        cut = 2 + self.dice.below(len(words[place]) - 3)
        parts = [words[place][:cut], words[place][cut:]]
        others = [{word} for at, word in enumerate(words) if at != place]
        last = self.texts.beginning(parts[1]) if place == len(words) - 1 else {parts[1]}
        if self.texts.meant([*others, {parts[0]}, last], 0):
            return None
        return putting(name, {place: " ".join(parts)}), [*others, {words[place]}], self.names

    def told(self, name: str, description: str) -> list[str]:
        """Words of the description that are not in the name, each once, in a random order."""
        without = STOP_WORDS | set(words_of(name))
        words = dict.fromkeys(word for word in words_of(description) if len(word) > 2 and word not in without)
        return self.dice.some(list(words), len(words))

    def growing(self, words: list[str], more: list[str], most: int) -> Question | None:
        """So many of the words that few records have them all."""
        for word in more:
            words = [*words, word]
            alternatives = [{word} for word in words]
            if len(words) > 1 and self.texts.meant(alternatives) <= AMBIGUOUS:
                return " ".join(words), alternatives, self.texts
            if len(words) == most:
                break
        return None

    def description(self, name: str, description: str) -> Question | None:
        return self.growing([], self.told(name, description), 5)

    def name_and_description(self, name: str, description: str) -> Question | None:
        names = [word for word in words_of(name) if len(word) > 2]
        return self.growing([self.dice.pick(names)], self.told(name, description), 5) if names else None

    def plural(self, name: str, _: str) -> Question | None:
        words = words_of(name)
        places = self.long_places(words, ONE_ERROR)
        if not places:
            return None
        place = self.dice.pick(places)
        # A text that no record has may be a word in no number.
        other = other_number(words[place])
        if not self.collection.is_word(other):
            return None
        meant = [{word, other} if at == place else {word} for at, word in enumerate(words)]
        return putting(name, {place: other}), meant, self.names

    def first_letter(self, name: str, _: str) -> Question | None:
        words = words_of(name)
        places = self.long_places(words, TWO_ERRORS)
        if not places:
            return None
        place = self.dice.pick(places)
        made = with_other_beginning(self.dice, words[place])
        if not self.is_unknown(made, place == len(words) - 1):
            return None
        return putting(name, {place: made}), [{word} for word in words], self.names


def other_number(word: str) -> str:
    """The plural of an English word, or the singular of one that looks like a plural."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


CLASSES: dict[str, Callable[[Maker, str, str], Question | None]] = {
    "exact name": Maker.exact_name,
    "beginning": Maker.beginning,
    "one error": Maker.one_error,
    "two errors": Maker.two_errors,
    "any order": Maker.any_order,
    "joined": Maker.joined,
    "split": Maker.split,
    "description": Maker.description,
    "name and description": Maker.name_and_description,
    "plural": Maker.plural,
    "first letter": Maker.first_letter,
}


def make_items(collection: Collection, count: int, seed: int) -> list[dict]:
    """So many items of each class, or as many as there are."""
    items = []
    for title, make in CLASSES.items():
        dice = Dice(f"relevance {seed} {title}")
        maker = Maker(collection, dice)
        known: set[str] = set()
        for _ in range(DRAWS * count):
            objectID, name, description = dice.pick(collection.records)
            question = make(maker, name, description)
            if question is None or question[0] in known or not 1 <= question[2].meant(question[1]) <= AMBIGUOUS:
                continue
            known.add(question[0])
            items.append({"class": title, "query": question[0], "objectID": objectID, "name": name})
            if len(known) == count:
                break
    return items


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    parser.add_argument("catalogue", choices=sorted(CATALOGUES))
    parser.add_argument("records")
    parser.add_argument("output")
    parser.add_argument("--count", type=int, default=200, help="how many items a class has (200)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    items = make_items(Collection(CATALOGUES[options.catalogue], options.records), options.count, options.seed)
    write_lines(options.output, items)
    for title, count in Counter(item["class"] for item in items).items():
        print(f"{count:6} {title}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
