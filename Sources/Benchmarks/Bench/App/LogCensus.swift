// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Counts what is on the log.
struct LogCensus {
    struct Amount: Sendable, Hashable {
        var events = 0
        var bytes = 0
    }

    private let endpoints: BusEndpoints

    init(_ endpoints: BusEndpoints) { self.endpoints = endpoints }

    /// The last sequence.
    ///
    /// - Throws: What the log throws.
    func head() async throws -> SequenceNumber {
        try await withClient { try await $0.latest(LatestQuery([TopicPrefix(.index)], limit: 1)).head }
    }

    /// The events after a place, by kind.
    ///
    /// - Throws: What the log throws.
    func amounts(after start: SequenceNumber) async throws -> [Topic.Kind: Amount] {
        try await fold(after: start, into: [:]) { amounts, event in
            amounts[event.topic.kind, default: Amount()].events += 1
            amounts[event.topic.kind, default: Amount()].bytes += event.body.count
        }
    }

    /// How long the searches of each chain took in all, in milliseconds, by the id of the intent that started it.
    ///
    /// - Throws: What the log throws.
    func searchTimes(after start: SequenceNumber) async throws -> [String: Double] {
        try await fold([TopicPrefix(.results)], after: start, into: [:]) { times, event in
            guard let id = event.correlationID else { return }
            times[id, default: 0] += (try? event.data()["processingTimeMS"]?.double) ?? 0
        }
    }

    /// What the outcomes after a place say, by the id of the intent.
    ///
    /// - Throws: What the log throws.
    func answers(after start: SequenceNumber) async throws -> [String: KeystrokeOutcome.Answer] {
        try await fold([TopicPrefix(.outcome)], after: start, into: [:]) { answers, event in
            guard let outcome = OutcomeData(event), let intent = outcome.intent,
                let answer = KeystrokeOutcome.Answer(rawValue: outcome.result.rawValue)
            else { return }
            answers[intent] = answer
        }
    }

    /// Of each view of a session that changed after a place the last sequence.
    ///
    /// - Throws: What the log throws.
    func lastViews(of sessions: [String], after start: SequenceNumber) async throws -> [[String: UInt64]] {
        try await withClient { client in
            var views: [[String: UInt64]] = []
            for session in sessions {
                let page = try await client.latest(LatestQuery([TopicPrefix(.view)], session: session, after: start))
                views.append(
                    Dictionary(page.events.map { ($0.topic.component, $0.sequence.rawValue) }, uniquingKeysWith: max)
                )
            }
            return views
        }
    }

    private func fold<Value: Sendable>(
        _ prefixes: [TopicPrefix] = [.all],
        after start: SequenceNumber,
        into initial: Value,
        _ add: @Sendable (inout Value, Event) -> Void
    ) async throws -> Value {
        try await withClient { client in
            var value = initial
            var query = ReplayQuery(prefixes, after: start)
            while true {
                let page = try await client.replay(query)
                for event in page.events { add(&value, event) }
                guard page.through < page.head, page.through > query.after else { return value }
                query.after = page.through
            }
        }
    }

    private func withClient<Value>(_ work: (BusClient) async throws -> Value) async throws -> Value {
        let client = try BusClient(endpoints: endpoints, requestTimeout: .seconds(10))
        defer { client.close() }
        return try await work(client)
    }
}
