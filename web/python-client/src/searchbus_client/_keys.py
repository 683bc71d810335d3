# SPDX-License-Identifier: MIT
"""Keys for fewer records, one session or a shorter time, made without asking the gateway."""

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from datetime import datetime

KEY = re.compile(r"sbk_([A-Za-z0-9-]+)_([A-Za-z0-9_-]+)")


def quoted(text: str) -> str:
    """A text as a value of filters: what is in it cannot end it."""
    return '"' + re.sub(r'(\\*)("|\Z)', lambda found: found[1] * 2 + found[2].replace('"', '\\"'), text) + '"'


def restricted_key(
    key: str,
    *,
    filters: str | Mapping[str, str] | None = None,
    session: str | None = None,
    ends_at: datetime | None = None,
) -> str:
    """
    Makes a key from another one of the role `session` or `read`; for servers, which keep the other key secret.

    The gateway is not asked and stores nothing, so a server can make one for each of its users. `filters` are the values of
    attributes, such as `{"tenant": "acme"}`, or a text in the language of filters; at least one restriction is needed. Such
    a key ends with the one that it was made from.
    """
    if filters is not None and not filters:
        raise ValueError("The filters are empty: such a key would permit every record.")
    if isinstance(filters, Mapping):
        if other := [attribute for attribute, value in filters.items() if not isinstance(value, str)]:
            raise ValueError(f"The value of `{other[0]}` is not a text. Write several as a text: 'tenant:acme OR tenant:globex'.")
        filters = " AND ".join(f"{quoted(attribute)}:{quoted(value)}" for attribute, value in filters.items())
    found = KEY.fullmatch(key)
    if not found:
        raise ValueError("The text is not a key that can be restricted.")
    wanted = {"filters": filters, "session": session, "endsAt": None if ends_at is None else int(ends_at.timestamp())}
    members = {name: value for name, value in wanted.items() if value is not None}
    if not members:
        raise ValueError("There are no restrictions: name filters, session or ends_at.")
    payload = base64.urlsafe_b64encode(json.dumps(members).encode()).rstrip(b"=")
    digest = hashlib.sha256(found[2].encode()).hexdigest().encode()
    return f"sbk_{found[1]}_{payload.decode()}.{hmac.new(digest, payload, hashlib.sha256).hexdigest()}"
