// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What an event is published under: `kind/component/session/`, each part ended by a slash, so that a prefix never
/// matches a longer name.
public struct Topic: Sendable, Hashable, CustomStringConvertible {
    /// What an event is about; the first part of a topic.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case intent, outcome, filters, search, results, view, state, index, status, bus, echo

        /// Whether events of this kind are kept on the log; the others are only heard by those who listen.
        public var isStored: Bool {
            switch self {
            case .status, .bus, .echo: false
            default: true
            }
        }

        /// Whether topics of this kind end with a session.
        public var hasSession: Bool {
            switch self {
            case .index, .status, .bus, .echo: false
            default: true
            }
        }

        /// Whether events of this kind come from the broker alone.
        public var isReserved: Bool { self == .bus || self == .echo }
    }

    public let kind: Kind
    /// The addressee, searcher, filter state, widget, index or process.
    public let component: String
    /// The session, for the kinds that have one.
    public let session: String?

    /// Makes a topic.
    ///
    /// - Throws: `SearchBusError` with `invalid-topic` for a part with characters that topics do not have, or a session
    ///   that is missing or too many.
    public init(_ kind: Kind, _ component: String, session: String? = nil) throws {
        guard Name.isValid(component) else {
            throw SearchBusError(.invalidTopic, "`\(component.prefix(80))` cannot be part of a topic.")
        }
        guard kind.hasSession == (session != nil) else {
            throw SearchBusError(
                .invalidTopic,
                "\(kind.rawValue)/ topics \(kind.hasSession ? "need a" : "have no") session."
            )
        }
        if let session, !Name.isValid(session) {
            throw SearchBusError(.invalidSession, "`\(session.prefix(80))` is no session.")
        }
        self.kind = kind
        self.component = component
        self.session = session
    }

    /// Reads a topic from its text.
    ///
    /// - Throws: `SearchBusError` with `invalid-topic` or `invalid-session`.
    public init(parsing text: String) throws {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (3...4).contains(parts.count), parts.last == "", let kind = Kind(rawValue: String(parts[0])) else {
            throw SearchBusError(.invalidTopic, "`\(text.prefix(160))` is no topic.")
        }
        try self.init(kind, String(parts[1]), session: parts.count == 4 ? String(parts[2]) : nil)
    }

    /// The topic without the session: what components subscribe to.
    public var channel: String { "\(kind.rawValue)/\(component)/" }

    /// The whole topic.
    public var description: String { session.map { "\(channel)\($0)/" } ?? channel }
}

/// The rule for names of components, sessions and indexes.
public enum Name {
    /// Whether the text is 1 to 64 letters, digits, `_` or `-`; nothing else reaches a topic, a path or a log line.
    public static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...64).contains(bytes.count)
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
