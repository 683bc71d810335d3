# SPDX-License-Identifier: MIT
"""Limits and waits, and when to try again."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from ._problems import Problem


@dataclass(frozen=True)
class Settings:
    """
    How patient a client is, and how much it takes. Times are in seconds, limits in bytes.

    `timeout` is for one call. A stream without data for `silence` counts as broken; the gateway sends something each five
    seconds. A call is made at most `attempts` times; streams are retried without a limit. The delay between two attempts is
    `first_wait`, doubled each time up to `longest_wait`, and `chance` (0 to 1) shortens it by up to a half.
    """

    timeout: float = 10.0
    silence: float = 12.0
    attempts: int = 8
    first_wait: float = 0.25
    longest_wait: float = 4.0
    body_limit: int = 16 << 20
    event_limit: int = 16 << 20
    view_limit: int = 64 << 20
    chance: Callable[[], float] = random.random


class Retry:
    """Tells after each failure how long to wait, or that trying again is in vain."""

    def __init__(self, settings: Settings, attempts: int | None):
        self._settings = settings
        self._attempts = attempts
        self._failures = 0

    def wait_after(self, problem: Problem) -> float | None:
        """How many seconds to wait before the next try; `None` where the problem is the answer."""
        self._failures += 1
        if not problem.may_pass or (self._attempts is not None and self._failures >= self._attempts):
            return None
        # The exponent is bounded, as streams retry without a limit.
        wait = min(self._settings.first_wait * (1 << min(self._failures - 1, 30)), self._settings.longest_wait)
        wait *= 1 - self._settings.chance() / 2
        return max(wait, min(problem.retry_after or 0, 60.0))

    def succeeded(self) -> None:
        """Something came: the next failure is the first again."""
        self._failures = 0
