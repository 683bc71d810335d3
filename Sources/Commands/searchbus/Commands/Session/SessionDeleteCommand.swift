// SPDX-License-Identifier: MIT

import ArgumentParser
import Broker
import Bus
import Runtime
import Wire

struct SessionDeleteCommand: ParsableCommand {
    /// How many sessions go with one request: few, so that appends hardly wait.
    private static let step = 8

    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete sessions: all their events, state and views.",
        discussion: """
            A page that still shows the session recreates it with the next click. Other sessions, indexes and \
            backups are not changed. The disk space is reused, and overwritten by later events.

            Exit codes: 0 done; 66 no such app, or none of these sessions; 69 the app does not respond; 74 a disk \
            failure.
            """
    )

    @Argument(help: "The sessions.") var sessions: [String]
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard (1...10_000).contains(sessions.count) else { throw ValidationError("Name 1 to 10000 sessions.") }
    }

    func run() {
        AsyncWork.report {
            let location = try options.location(for: .changing)
            for name in sessions where !Name.isValid(name) {
                throw SearchBusError(.invalidSession, "Invalid session ID `\(name.prefix(80))`.")
            }
            // It also finds out whether there is a log.
            _ = try SessionLog(dataDirectory: location.data)
            let removed = try await remove(location)
            let found = Set(removed.map(\.session))
            let missing = sessions.filter { !found.contains($0) }
            Terminal.show(
                ["deleted": .array(removed.map(\.json)), "unknown": JSON(missing)],
                asJSON: json,
                else: removed.map { session in
                    "\(session.session): \(Quantity.count(session.events)) events "
                        + "(\(Quantity.bytes(session.bytes))) are deleted"
                }
            )
            guard !removed.isEmpty else {
                throw SearchBusError(
                    .unknownSession,
                    "The log has no session \(missing.map { "`\($0)`" }.joined(separator: ", ")).",
                    remedy: "`searchbus session list` shows the existing ones."
                )
            }
            if !missing.isEmpty, !json {
                Terminal.error.print("not on the log: \(missing.joined(separator: ", "))")
            }
        }
    }

    /// Asks the broker, or does it itself where none has the log.
    private func remove(_ location: AppLocation) async throws -> [RemovedSession] {
        do {
            return try SessionRemoval.run(sessions, dataDirectory: location.data)
        } catch let error as SearchBusError where error.code == .dataDirectoryInUse {
            // Large sessions go in pieces, between what others append.
            let client = try location.connect(timeout: .seconds(120))
            defer { client.close() }
            var removed: [RemovedSession] = []
            for start in stride(from: 0, to: sessions.count, by: Self.step) {
                removed += try await client.expire(Array(sessions[start..<min(start + Self.step, sessions.count)]))
            }
            return removed
        }
    }
}
