// SPDX-License-Identifier: MIT

import Bus
import Wire

/// The two relays that are compared.
enum RelayKind: String, Sendable, CaseIterable {
    case broker
    /// The same relay in C, with nothing but libzmq and SQLite.
    case yardstick
}

/// Writes appends as a relay understands them.
///
/// An event carries 512 bytes of data. The broker adds its envelope to them, which is part of what it costs; the yardstick
/// has none.
struct AppendWriter {
    /// How an append comes to be known.
    enum Sender {
        /// A client of the outside: the broker keeps the ids of its events, to know a repeat.
        case outsider
        /// A component, whose cursor moves with its append.
        case component
    }

    /// The topic that everything goes to.
    static let topic = "view/bench/yardstick/"
    /// How many bytes of data an event has.
    static let dataSize = 512

    private let kind: RelayKind
    private let sender: Sender
    private let topic: Topic
    private let data: [UInt8]
    private let component = "bench-\(Identifier.make(length: 8))"
    private var moves: UInt64 = 0

    init(_ kind: RelayKind, as sender: Sender = .outsider) throws {
        self.kind = kind
        self.sender = sender
        topic = try Topic(parsing: Self.topic)
        let text = String(repeating: "0123456789abcdef", count: Self.dataSize / 16)
        data = Array(#"{"text":"\#(text.prefix(Self.dataSize - 11))"}"#.utf8)
    }

    /// The frames of an append after the correlation frame; each call makes new events.
    mutating func append(of count: Int) -> [[UInt8]] {
        switch kind {
        case .yardstick:
            let name = Array(Self.topic.utf8)
            return (0..<count).flatMap { _ in [name, data] }
        case .broker:
            let id = Identifier.make()
            let time = Timestamp.now().description
            let drafts = (0..<count).map { index in
                EventDraft(
                    topic: topic,
                    id: "\(id)-\(index)",
                    source: "/interactor/bench",
                    type: "searchbus.view.bench",
                    time: time,
                    correlationID: id,
                    causationID: id,
                    data: data
                )
            }
            return Command.append(drafts, id: id, moving: cursorMoves()).frames
        }
    }

    /// The cursor's next move: behind the log's end, with nothing folded that the broker would miss.
    private mutating func cursorMoves() -> [CursorMove] {
        guard sender == .component else { return [] }
        defer { moves += 1 }
        return [
            CursorMove(
                component: component,
                from: SequenceNumber(rawValue: moves == 0 ? 0 : moves - 1),
                to: SequenceNumber(rawValue: moves),
                folded: 0,
                prefixes: [TopicPrefix(.intent, "bench"), TopicPrefix(.results, "bench")],
                incarnation: 0
            )
        ]
    }
}
