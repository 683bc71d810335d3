// SPDX-License-Identifier: MIT

import Bus
import Wire

/// An append as it came from a socket.
package struct AppendCommand {
    package let events: [ReceivedEvent]
    /// What an append that moves cursors is known by.
    let id: String
    /// The cursors that it moves, all or none.
    package let moves: [CursorMove]

    package init(events: [ReceivedEvent], id: String, moves: [CursorMove]) {
        (self.events, self.id, self.moves) = (events, id, moves)
    }
}

/// A command that changes the log.
package enum LogCommand {
    /// Which sessions are idle.
    package enum Idle {
        /// Those without an event since a time; every broker of a log finds the same ones.
        case since(Timestamp)
        /// Those without an event after a sequence number.
        case through(SequenceNumber)
    }

    case append(AppendCommand)
    case claim([String], nonce: String)
    case remove(sessions: [String])
    case expire(Idle)

    /// The change that a command asks for; `nil` for a question.
    package init?(_ command: ReceivedCommand) {
        switch command {
        case .append(let events, let id, let moves): self = .append(AppendCommand(events: events, id: id, moves: moves))
        case .claim(let components, let nonce): self = .claim(components, nonce: nonce)
        case .expire(let sessions): self = .remove(sessions: sessions)
        case .replay, .latest, .cursor, .echo: return nil
        }
    }

    /// Whether nothing of it is stored: its events are only published.
    package var isTransient: Bool {
        guard case .append(let append) = self else { return false }
        return append.moves.isEmpty && !append.events.contains { $0.topic.kind.isStored }
    }

    /// The error that a client gets without permission to change the log.
    var refusal: SearchBusError {
        let what =
            switch self {
            case .append: "Appends are not permitted"
            case .claim: "Components cannot be claimed"
            case .remove, .expire: "Sessions cannot be deleted"
            }
        return SearchBusError(.notPermitted, "\(what) on this endpoint.")
    }
}

/// What came of a command.
package enum LogOutcome {
    case appended(AppendReceipt)
    case refused(SearchBusError)
    case claimed([String: ComponentClaim])
    case removed([String])

    /// Numbers that represent it, the same on every node of a cluster.
    package var numbers: [UInt64] {
        switch self {
        case .appended(let receipt): [receipt.first.rawValue, receipt.last.rawValue]
        // A refusal has no sequence number.
        case .refused(let error): [0, Self.number(error.code.rawValue)]
        case .claimed(let claims):
            claims.sorted { $0.key < $1.key }.flatMap { [UInt64($0.value.incarnation), $0.value.cursor.rawValue] }
        case .removed(let sessions): sessions.map(Self.number)
        }
    }

    /// What stands for a text.
    package static func number(_ text: String) -> UInt64 { text.utf8.reduce(1) { $0 &* 257 &+ UInt64($1) } }
}
