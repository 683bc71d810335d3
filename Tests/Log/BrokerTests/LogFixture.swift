// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation

@testable import Broker

/// A log in a folder of its own, and short ways to write to it.
class LogFixture {
    let folder = NSTemporaryDirectory() + "searchbus-log-" + Identifier.make()
    let now = Timestamp(microseconds: 1_700_000_000_000_000)

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open() throws -> LogStore {
        try LogStore(path: "\(folder)/log.sqlite", durability: .process)
    }

    func draft(
        _ id: String,
        _ topic: String = "view/w/s/",
        data: String = "{}",
        type: String = "searchbus.view.t",
        source: String = "/t"
    ) throws -> ReceivedEvent {
        try ReceivedEvent(
            topic: try Topic(parsing: topic),
            attributes: Array(#"{"id":"\#(id)","source":"\#(source)","type":"\#(type)"}"#.utf8),
            data: Array(data.utf8)
        )
    }

    func append(
        _ store: LogStore,
        _ events: [ReceivedEvent],
        _ turn: Turn? = nil,
        at time: Timestamp? = nil
    ) throws -> AppendReceipt {
        try store.append([command(events, turn)], now: time ?? now).answers[0].get()
    }

    func command(_ events: [ReceivedEvent], _ turn: Turn? = nil) -> AppendCommand {
        AppendCommand(events: events, id: turn?.id ?? "", moves: turn?.moves ?? [])
    }

    /// The cursors that an append moves, and its ID.
    struct Turn {
        let id: String
        let moves: [CursorMove]
    }

    func move(
        _ from: UInt64,
        _ to: UInt64,
        id: String,
        folded: Int = 0,
        prefixes: [TopicPrefix] = [],
        component: String = "c",
        incarnation: Int = 0
    ) -> Turn {
        let move = CursorMove(
            component: component,
            from: .init(rawValue: from),
            to: .init(rawValue: to),
            folded: folded,
            prefixes: prefixes,
            incarnation: incarnation
        )
        return Turn(id: id, moves: [move])
    }

    func ids(_ page: LogStore.Page) throws -> [String] {
        try page.events.map { try Event(topic: Topic(parsing: $0.topic), body: $0.body).id }
    }

    func event(_ publication: Publication) throws -> Event {
        try Event(topic: Topic(parsing: publication.topic), body: publication.body)
    }
}
