# SPDX-License-Identifier: MIT
"""What went wrong, for people and programs: a code that never changes its meaning, what happened, what to do."""

import json
from collections.abc import Mapping
from typing import Any

# What an engine answers in the same way each time.
PERMANENT = {"backend-denied", "backend-refused"}


class Problem(Exception):
    """
    A failure.

    `code` is one of the catalogue in docs/protocol.md, or `unreachable` or `timeout`, which are this client's own, or `http-STATUS` where something other than
    SearchBus answered. `status` is the HTTP status, 0 where there was no answer. `details` has what else the answer says, such as
    `readable`, the link to what could be read of an invalid one.
    """

    def __init__(
        self,
        code: str,
        message: str,
        remedy: str = "",
        *,
        status: int = 0,
        retry_after: float | None = None,
        details: Mapping[str, Any] | None = None,
    ):
        super().__init__(code, message, remedy)
        self.code = code
        self.message = message
        self.remedy = remedy
        self.status = status
        self.retry_after = retry_after
        self.details = dict(details or {})

    def __str__(self) -> str:
        return " ".join(filter(None, (self.message, f"[{self.code}]", self.remedy)))

    @property
    def may_pass(self) -> bool:
        """Whether the same request may succeed later, unchanged."""
        return self.status in (408, 429) or (self.status >= 500 and self.code not in PERMANENT)


class Unreachable(Problem):
    """The gateway did not answer, or stopped in the middle of an answer."""

    def __init__(self, message: str):
        super().__init__("unreachable", message, "Check the address, and that `searchbus up` runs; `searchbus status` tells.")

    @property
    def may_pass(self) -> bool:
        """Whether the same request may succeed later: yes, when the gateway is back."""
        return True


class Rejected(Problem):
    """An intent was put on the log, and its addressee did not carry it out."""


class NoOutcome(Problem):
    """An intent is on the log and has no outcome yet. It will be applied nevertheless."""


class NoView(Problem):
    """A view is not as it should be in time; `view` is the last one, `None` where there was none."""

    def __init__(self, widget: str, timeout: float | None, view: Any):
        shown = "none was received" if view is None else f"it is {json.dumps(view, ensure_ascii=False)[:2_000]}"
        super().__init__("timeout", f"The view of `{widget}` is not as it should be after {timeout} s; {shown}.",
                         "A search that failed has the phase `failed` and an `error`.")
        self.view = view


def invalid_answer(what: str) -> Problem:
    """An answer that is not what a gateway of SearchBus says."""
    return Problem("malformed-json", f"The answer makes no sense: {what}.", "Check that the address is that of a SearchBus gateway.")


def too_large(what: str, limit: int) -> Problem:
    """More bytes than the settings allow."""
    return Problem("too-large", f"{what} has more than {limit} bytes.", "Ask for less at once, or raise the limit in `Settings`.")


def problem_of(status: int, headers: Mapping[str, str], body: bytes) -> Problem:
    """The problem that an answer of failure tells; one that is not ours says its status."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        told = None
    fields: Mapping[str, Any] = told if isinstance(told, dict) else {}
    wait = headers.get("retry-after", "")
    known = ("type", "title", "status", "code", "detail", "remedy")
    return Problem(
        str(fields.get("code", f"http-{status}")),
        str(fields.get("detail", f"The answer was HTTP {status}.")),
        str(fields.get("remedy", "")),
        status=status,
        retry_after=float(wait) if wait.isascii() and wait.isdigit() and len(wait) < 5 else None,
        details={name: value for name, value in fields.items() if name not in known},
    )
