// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Components
import Wire

/// An error with which a test ends a host in the middle of its work.
struct Death: Error {}

/// A host on a broker of the test's process.
struct HostOnTheBus {
    let broker: TestBroker
    var journalPath: String?
    var shards: HostShards?
    var cacheSize = ComponentHost.cacheSize
    var meter = ComponentMeter()
    var onTurn: @Sendable (ObservedLog.Turn, Int) async throws -> Void = { _, _ in }
    var afterTurn: @Sendable (ObservedLog.Turn, Int) async throws -> Void = { _, _ in }
    var onSubscribe: @Sendable (any EventSubscription) -> any EventSubscription = { $0 }

    init(_ broker: TestBroker) {
        self.broker = broker
    }

    /// Runs components until they end by themselves, or the work is done.
    ///
    /// - Parameters:
    ///   - folds: The components.
    ///   - work: The actions meanwhile, with a client of their own and the host.
    /// - Returns: The host's log.
    /// - Throws: Errors of the work.
    @discardableResult
    func run(
        _ folds: [any SessionFold],
        while work: (BusClient, Task<Void, any Error>) async throws -> Void
    ) async throws -> ObservedLog {
        let client = try broker.client()
        let log = ObservedLog(client, onTurn: onTurn, afterTurn: afterTurn, onSubscribe: onSubscribe)
        let host = Task {
            try await ComponentHost(
                folds,
                shards: shards,
                log: log,
                meter: meter,
                predecessor: journalPath.map { .init(journalPath: $0, hasFailed: true) },
                cacheSize: cacheSize
            ).run()
        }
        let own = try broker.client()
        defer {
            host.cancel()
            client.close()
            own.close()
        }
        try await work(own, host)
        host.cancel()
        _ = await host.result
        return log
    }

    /// Runs components until their host ends by itself.
    ///
    /// - Parameters:
    ///   - folds: The components.
    ///   - work: The actions meanwhile.
    /// - Returns: The error with which it ended.
    /// - Throws: Errors of the work.
    func runToTheEnd(
        _ folds: [any SessionFold],
        while work: (BusClient) async throws -> Void = { _ in }
    ) async throws -> any Error {
        var end: (any Error)?
        try await run(folds) { log, host in
            try await work(log)
            do { try await host.value } catch { end = error }
        }
        guard let end else { throw JSONError("the host ended without an error") }
        return end
    }
}

extension EventLog {
    /// Sends words to a notebook, all in one append.
    func tell(_ component: String, session: String, _ words: [String]) async throws {
        try await tell(words.map { (component, session, "add", ["word": .string($0)]) })
    }

    /// Sends intents, all in one append.
    func tell(_ intents: [(to: String, session: String, type: String, data: JSON)]) async throws {
        _ = try await append(
            intents.map { intent in
                EventDraft(
                    topic: try Topic(.intent, intent.to, session: intent.session),
                    id: Identifier.make(),
                    source: "/test",
                    type: "searchbus.intent.\(intent.type)",
                    data: intent.data.bytes
                )
            }
        )
    }

    /// The words that a notebook shows.
    func words(_ component: String, session: String) async throws -> [String] {
        try await last(.view, component, session: session)?["words"]?.array?.compactMap(\.string) ?? []
    }

    /// Waits until a notebook shows a word; returns all that it shows then.
    @discardableResult
    func wait(for word: String, in component: String, session: String) async throws -> [String] {
        let event = try await first(under: TopicPrefix(.view, component)) { event in
            try event.topic.session == session && event.data()["words"]?.array?.last?.string == word
        }
        return try event.data()["words"]?.array?.compactMap(\.string) ?? []
    }

    /// Every event under a prefix.
    func all(under prefix: TopicPrefix) async throws -> [Event] {
        var events: [Event] = []
        var query = ReplayQuery([prefix], after: .zero)
        while true {
            let page = try await replay(query)
            events += page.events
            guard page.through < page.head else { return events }
            query.after = page.through
        }
    }
}
