# SPDX-License-Identifier: MIT
"""The words of all records, for telling how many records a query could mean."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from catalogue import Catalogue, read_records, values_of
from words import distance, words_of

# A query that fits more records does not identify one of them.
AMBIGUOUS = 10


class Words:
    """The words of some attributes of every record, and which records have them."""

    def __init__(self) -> None:
        self.of_record: list[tuple[str, ...]] = []
        self.records: dict[str, array] = {}
        self.order: list[str] = []

    def add(self, words: Iterable[str]) -> None:
        """Add the next record."""
        found = tuple(sys.intern(word) for word in words)
        for word in set(found):
            self.records.setdefault(word, array("I")).append(len(self.of_record))
        self.of_record.append(found)

    def finish(self) -> None:
        """Make it ready for questions."""
        self.order = sorted(self.records)

    def beginning(self, text: str) -> set[str]:
        """The words that begin with a text."""
        start = bisect_left(self.order, text)
        found = set()
        while start < len(self.order) and self.order[start].startswith(text):
            found.add(self.order[start])
            start += 1
        return found

    def near(self, word: str, limit: int) -> set[str]:
        """The words with the same first letter that so many errors lead to."""
        return {other for other in self.beginning(word[0]) if distance(word, other, limit) <= limit}

    def meant(self, alternatives: Sequence[set[str]], limit: int = AMBIGUOUS) -> int:
        """How many records have a word of each set; `limit + 1` for more than the limit."""
        known = [{word for word in words if word in self.records} for words in alternatives]
        if not known or not all(known):
            return 0
        rarest = min(known, key=lambda words: sum(len(self.records[word]) for word in words))
        others = [words for words in known if words is not rarest]
        meant: set[int] = set()
        for word in rarest:
            for number in self.records[word]:
                if all(not words.isdisjoint(self.of_record[number]) for words in others):
                    meant.add(number)
                    if len(meant) > limit:
                        return limit + 1
        return len(meant)


class Collection:
    """The records of a file."""

    def __init__(self, catalogue: Catalogue, path: str) -> None:
        self.records: list[tuple[str, str, str]] = []
        self.names, self.texts = Words(), Words()
        for record in read_records(path):
            self.records.append((record["objectID"], record["name"], record.get("description", "")))
            self.names.add(words_of(record["name"]))
            texts = (str(value) for name in catalogue.searchable for value in values_of(record, name))
            self.texts.add(word for text in texts for word in words_of(text))
        self.names.finish()
        self.texts.finish()

    def is_word(self, text: str) -> bool:
        """Whether some record has the word."""
        return text in self.texts.records

    def begins_word(self, text: str) -> bool:
        """Whether some record has a word that begins so."""
        order = self.texts.order
        place = bisect_left(order, text)
        return place < len(order) and order[place].startswith(text)
