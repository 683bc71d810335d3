// SPDX-License-Identifier: MIT

import Bus

/// An intent of some session, for tests in which its content does not matter.
public func intent(_ id: String) throws -> EventDraft {
    EventDraft(
        topic: try Topic(.intent, "box", session: "s"),
        id: id,
        source: "/test",
        type: "searchbus.intent.set-query",
        data: Array("{}".utf8)
    )
}
