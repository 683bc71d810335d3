// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The state of a session as a whole, as published on the topic `view/session/`.
public struct SessionOverview: Sendable, Hashable {
    /// The session's link; `nil` for one that would be too long to be read.
    public var link: String?
    public var canUndo: Bool
    public var canRedo: Bool

    public init(link: String? = nil, canUndo: Bool = false, canRedo: Bool = false) {
        self.link = link
        self.canUndo = canUndo
        self.canRedo = canRedo
    }
}

extension SessionOverview: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            link: json["link"]?.string,
            canUndo: json["canUndo"]?.bool ?? false,
            canRedo: json["canRedo"]?.bool ?? false
        )
    }

    public var json: JSON {
        [
            "phase": "ready", "link": link.map(JSON.string) ?? .null, "canUndo": .bool(canUndo),
            "canRedo": .bool(canRedo),
        ]
    }
}
