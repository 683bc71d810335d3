// SPDX-License-Identifier: MIT

import Foundation
import Replication
import Wire

/// What is wrong with the servers, or with this machine beside them.
extension JournalStream {
    /// How long a message is waited for, in milliseconds.
    static let fetchPatience: Int64 = 1000
    /// The time in nanoseconds after which servers remove an unused consumer.
    private static let readerLifetime = 5_000_000_000

    /// Compares this machine's clock with that of the servers.
    ///
    /// The servers tell the time only of what they make: here a reader that goes at once. Nothing is put in order for it, since
    /// the time of every entry counts.
    ///
    /// - Parameters:
    ///   - now: This machine's clock.
    ///   - milliseconds: How long the answer is waited for.
    /// - Returns: What is wrong; `nil` where they agree.
    /// - Throws: `NATSError` without a response; `SearchBusError` with `journal-unavailable` if the servers create none.
    func clockProblem(now: () -> Date, milliseconds: Int64) throws -> SearchBusError? {
        let question: JSON = [
            "stream_name": .string(settings.stream),
            "config": [
                "ack_policy": "none", "deliver_policy": "new", "mem_storage": true,
                "inactive_threshold": JSON(Self.readerLifetime),
            ],
        ]
        let before = now()
        let answer = try requests.ask("CONSUMER.CREATE.\(settings.stream)", question, milliseconds: milliseconds)
        let after = now()
        switch answer {
        case .refused(let code, let words):
            throw SearchBusError(.journalUnavailable, "The servers do not report the time: \(words) (\(code)).")
        case .done(let json):
            if let name = json["name"]?.string, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
                // One that stays goes by itself.
                _ = try? requests.ask("CONSUMER.DELETE.\(settings.stream).\(name)", milliseconds: milliseconds)
            }
            return ClockCheck.problem(stored: json["created"]?.string ?? "", before: before, after: after)
        }
    }

    /// What people are to know of a stream that fewer servers keep than the app wants; `nil` where as many do, or more.
    ///
    /// - Parameter kept: How many keep it.
    /// - Returns: A sentence with the command.
    func replicaAdvice(_ kept: Int?) -> String? {
        guard let kept, kept < settings.replicas else { return nil }
        let command = "--replicas \(settings.replicas)"
        let files = FileStream(settings, on: connection).stream
        return """
            The stream \(settings.stream) is stored on \(kept) of the log's servers, and the app requires \(settings.replicas): run \
            `nats stream edit \(settings.stream) \(command)`, and the same for \(files) if it is stored on fewer.
            """
    }

    /// What the server that leads has instead of a message; `nil` where it has that.
    func contradiction(to known: KnownMessage) throws -> String? {
        if let message = try message(at: known.place, milliseconds: Self.fetchPatience) {
            let isSame = (try? JournalMessage(message).id) == known.id
            return isSame ? nil : "they have another entry \(known.place.rawValue)"
        }
        guard let last = try lastPlace(milliseconds: Self.fetchPatience), last < known.place else { return nil }
        return "they end at entry \(last.rawValue), and this machine has \(known.place.rawValue)"
    }

    /// Checks whether the next entry was removed: a late consumer would wait for it forever.
    ///
    /// - Throws: `SearchBusError` with `trimmed`.
    func checkReach(to next: JournalPlace) throws {
        guard let first = try firstPlace(milliseconds: Self.fetchPatience), first > next else { return }
        throw JetStreamJournal.trimmed(JournalPlace(rawValue: next.rawValue - 1), first: first)
    }
}
