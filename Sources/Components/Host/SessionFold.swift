// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// A component's logic as the host runs it: a fold of the bus's events, session by session.
public protocol SessionFold: Sendable {
    /// What the component knows about one session.
    associatedtype State: Sendable

    /// The name of the component's cursor.
    var name: String { get }
    /// The `source` of its events, such as `/interactor/price`.
    var source: String { get }
    /// What it folds.
    var inputs: [TopicPrefix] { get }
    /// The topics whose last events bring a forgotten session back.
    var memories: [TopicPrefix] { get }

    /// A session's state from the last events under `memories`; none of them for a session that is new.
    func restore(session: String, from events: [Event]) throws -> State

    /// Folds one event in.
    ///
    /// - Throws: An error for an event that makes no sense; the host sets it aside.
    func fold(_ state: inout State, _ event: Event) throws -> [Output]

    /// What a session has to say after a turn: its view and its private state, each if it changed.
    func conclude(_ state: inout State, session: String) -> [Output]
}

/// An event that a component wants appended.
public struct Output: Sendable {
    public let kind: Topic.Kind
    /// The component part of the topic.
    public let component: String
    /// The event type.
    public let type: String
    /// The data as JSON text.
    public let data: [UInt8]

    public init(_ kind: Topic.Kind, _ component: String, type: String, data: [UInt8]) {
        self.kind = kind
        self.component = component
        self.type = type
        self.data = data
    }
}

/// Remembers what was published last, so that what did not change is not published again.
struct Published: Sendable {
    private var digest: UInt64?

    init() {}

    /// Remembers bytes that are on the log already.
    init(_ bytes: some Sequence<UInt8>) {
        digest = Published.digest(of: bytes)
    }

    /// Whether nothing was published yet.
    var isEmpty: Bool { digest == nil }

    /// Whether the bytes differ from those of the last call; remembers them.
    mutating func isNew(_ bytes: [UInt8]) -> Bool {
        let new = Published.digest(of: bytes)
        guard new != digest else { return false }
        digest = new
        return true
    }

    /// FNV-1a of 64 bits: the bytes are our own, so nobody looks for collisions.
    private static func digest(of bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
