// SPDX-License-Identifier: MIT

import Wire

/// What is subscribed to: nothing (every topic), a kind, a channel (`kind/component/`) or a whole topic.
public struct TopicPrefix: Sendable, Hashable, CustomStringConvertible {
    /// The bytes that a topic must start with.
    public let description: String
    /// How many parts are given, 0 to 3.
    public let depth: Int

    public static let all = TopicPrefix(description: "", depth: 0)

    private init(description: String, depth: Int) {
        self.description = description
        self.depth = depth
    }

    public init(_ kind: Topic.Kind) {
        self.init(description: "\(kind.rawValue)/", depth: 1)
    }

    /// The topics of a kind and component, of every session.
    public init(_ kind: Topic.Kind, _ component: String) {
        self.init(description: "\(kind.rawValue)/\(component)/", depth: 2)
    }

    /// Reads a prefix from its text; a closing slash that was left out is added.
    ///
    /// - Throws: `SearchBusError` with `invalid-topic`.
    public init(parsing text: String) throws {
        guard !text.isEmpty else {
            self = .all
            return
        }
        let whole = text.hasSuffix("/") ? text : text + "/"
        let parts = whole.dropLast().split(separator: "/", omittingEmptySubsequences: false)
        guard let kind = Topic.Kind(rawValue: String(parts[0])) else {
            throw SearchBusError(
                .invalidTopic,
                "`\(text.prefix(160))` begins with no kind of topic.",
                remedy: "Begin with one of: \(Topic.Kind.allCases.map(\.rawValue).joined(separator: ", "))."
            )
        }
        guard parts.count <= 3, parts.count < 2 || kind.allows(component: parts[1]),
            parts.count < 3 || Name.isValid(parts[2])
        else {
            throw SearchBusError(.invalidTopic, "Invalid topic or prefix `\(text.prefix(160))`.")
        }
        self.init(description: whole, depth: parts.count)
    }

    /// Whether a topic or channel starts with this prefix.
    public func matches(_ topic: String) -> Bool {
        depth == 0 || topic.utf8.starts(with: description.utf8)
    }

    /// Whether every topic of a channel starts with this prefix.
    public func coversChannel(_ channel: String) -> Bool {
        depth <= 2 && matches(channel)
    }

    /// Whether some topic of a channel starts with this prefix.
    public func touchesChannel(_ channel: String) -> Bool {
        depth <= 2 ? matches(channel) : description.utf8.starts(with: channel.utf8)
    }
}
