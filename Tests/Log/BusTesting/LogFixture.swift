// SPDX-License-Identifier: MIT

import Broker
import Bus
import Foundation
import Wire

/// A log in a folder of its own, and short ways to write to it.
open class LogFixture {
    package let folder = NSTemporaryDirectory() + "searchbus-log-" + Identifier.make()
    package let now = Timestamp(microseconds: 1_700_000_000_000_000)

    public init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    package func open() throws -> LogStore {
        try LogStore(path: "\(folder)/log.sqlite", durability: .process)
    }

    package func draft(
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

    package func append(
        _ store: LogStore,
        _ events: [ReceivedEvent],
        _ turn: Turn? = nil,
        at time: Timestamp? = nil
    ) throws -> AppendReceipt {
        let append = LogCommand.append(command(events, turn))
        guard case .appended(let receipt) = try store.outcome(of: append, now: time ?? now) else {
            throw SearchBusError(.storageFailed, "An append has another outcome.")
        }
        return receipt
    }

    package func command(_ events: [ReceivedEvent], _ turn: Turn? = nil) -> AppendCommand {
        AppendCommand(events: events, id: turn?.id ?? "", moves: turn?.moves ?? [])
    }

    /// The cursors that an append moves, and its ID.
    package struct Turn {
        package let id: String
        package let moves: [CursorMove]

        package init(id: String, moves: [CursorMove]) { (self.id, self.moves) = (id, moves) }
    }

    package func move(
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

    package func ids(_ page: LogStore.Page) throws -> [String] {
        try page.events.map { try Event(topic: Topic(parsing: $0.topic), body: $0.body).id }
    }

    package func event(_ publication: Publication) throws -> Event {
        try Event(topic: Topic(parsing: publication.topic), body: publication.body)
    }
}

extension LogStore {
    /// Carries out commands as the broker of a log of its own does.
    package func carryOut(_ commands: [LogCommand], now: Timestamp = .now()) -> EntryResult {
        // Without a place the entry is refused instead.
        (try? carryOut(LogEntry(commands, time: now, hasPlace: false))) ?? EntryResult()
    }

    /// Gives components to a process.
    package func claim(_ names: [String], nonce: String) throws -> [String: ComponentClaim] {
        guard case .claimed(let claims) = try outcome(of: .claim(names, nonce: nonce)) else { return [:] }
        return claims
    }

    /// Deletes sessions; answers which of them were there.
    package func beginRemoval(of sessions: [String]) throws -> [String] {
        guard case .removed(let sessions) = try outcome(of: .remove(sessions: sessions)) else { return [] }
        return sessions
    }

    fileprivate func outcome(of command: LogCommand, now: Timestamp = .now()) throws -> LogOutcome {
        let outcome = carryOut([command], now: now).outcomes[0]
        if case .refused(let error) = outcome { throw error }
        return outcome
    }
}
