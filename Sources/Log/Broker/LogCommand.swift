// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// A command that changes the log.
enum LogCommand {
    case append(AppendCommand)
    case claim([String], nonce: String)
    case remove(sessions: [String])
    /// Sessions go in which nothing has happened since a moment; every broker finds the same ones.
    case expire(idleSince: Timestamp)
}

/// What came of a command.
enum LogOutcome {
    case appended(Result<AppendReceipt, SearchBusError>)
    case claimed([String: ComponentClaim])
    /// The deleted sessions.
    case removed([String])

    /// Numbers that represent it, the same on every node of a cluster.
    var numbers: [UInt64] {
        switch self {
        case .appended(.success(let receipt)): [receipt.first.rawValue, receipt.last.rawValue]
        // A refusal has no place.
        case .appended(.failure(let error)): [0, Self.number(error.code.rawValue)]
        case .claimed(let claims):
            claims.sorted { $0.key < $1.key }.flatMap { [UInt64($0.value.incarnation), $0.value.cursor.rawValue] }
        case .removed(let sessions): sessions.map(Self.number)
        }
    }

    /// What stands for a text.
    static func number(_ text: String) -> UInt64 { text.utf8.reduce(1) { $0 &* 257 &+ UInt64($1) } }
}
