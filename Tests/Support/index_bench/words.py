# SPDX-License-Identifier: MIT
"""Words of texts, and the errors that people make in them."""

from __future__ import annotations

import re

from catalogue import Dice

WORD = re.compile(r"[^\W_]+")
LETTERS = "abcdefghijklmnopqrstuvwxyz"

# A word may have one error from so many letters, and two from so many.
ONE_ERROR = 4
TWO_ERRORS = 8


def words_of(text: str) -> list[str]:
    """The words of a text in small letters."""
    return WORD.findall(text.lower())


def is_plain(word: str) -> bool:
    """Whether a word is made of the letters a to z alone: only in such are errors made."""
    return word.isascii() and word.isalpha()


def with_error(dice: Dice, word: str, least: int = ONE_ERROR) -> str:
    """
    A word with one error: a letter too many, too few, another one, or two that changed places; never at its first.

    It has the least number of letters at which the error is forgiven, since that is asked of what is typed.
    """
    while True:
        place = 1 + dice.below(len(word) - 1)
        kind = dice.below(4)
        if kind == 0:
            made = word[:place] + dice.pick(LETTERS) + word[place:]
        elif kind == 1:
            made = word[:place] + word[place + 1 :]
        elif kind == 2:
            made = word[:place] + dice.pick(LETTERS) + word[place + 1 :]
        else:
            made = word[:place] + word[place : place + 2][::-1] + word[place + 2 :]
        if made != word and len(made) >= least:
            return made


def with_other_beginning(dice: Dice, word: str) -> str:
    """A word with another first letter."""
    return dice.pick([letter for letter in LETTERS if letter != word[0]]) + word[1:]


def distance(left: str, right: str, limit: int) -> int:
    """How many errors make one word the other, each place changed once at most; `limit + 1` for more."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    above = list(range(len(right) + 1))
    for row, letter in enumerate(left, 1):
        line = [row]
        for column, other in enumerate(right, 1):
            cost = min(above[column] + 1, line[-1] + 1, above[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        if min(line) > limit:
            return limit + 1
        before, above = above, line
    return min(above[-1], limit + 1)
