// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Runtime
import Wire

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show events as they come.",
        discussion: """
            A topic is kind/component/session/, or a prefix of one: `results`, `view/hits`, `intent/box/my-session`. \
            Without a topic, all events are shown. With --json each line is {"topic", "event"}.

            Exit codes: 64 an invalid topic or argument; 69 no app runs. Ctrl-C ends it.
            """
    )

    @Argument(help: "Topics, or prefixes of them.") var topics: [String] = []
    @Option(help: "Begin after this sequence number instead of now; 0 is the beginning of the log.")
    var after: String?
    @Option(help: "Only events of this session.") var session: String?
    @Option(help: "End after so many events.") var count: Int?
    @Flag(help: "Print each event as one line of JSON.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count is 1 or more.") }
    }

    func run() {
        AsyncWork.report {
            let start = try after.map { text in
                guard let sequence = SequenceNumber(text) else {
                    throw SearchBusError(.invalidArgument, "Invalid sequence number `\(text)`.")
                }
                return sequence
            }
            if let session, !Name.isValid(session) {
                throw SearchBusError(.invalidSession, "Invalid session ID `\(session)`.")
            }
            let client = try options.location().connect()
            defer { client.close() }
            try await EventPrinter(
                log: client,
                prefixes: Self.prefixes(topics),
                session: session,
                limit: count,
                isJSON: json
            )
            .run(after: start)
        }
    }

    /// What is subscribed to; without topics, every kind that is stored.
    static func prefixes(_ topics: [String]) throws -> [TopicPrefix] {
        guard topics.isEmpty else { return try topics.map { try TopicPrefix(parsing: $0) } }
        return Topic.Kind.allCases.filter(\.isStored).map { TopicPrefix($0) }
    }
}
