// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Testing
import Wire

/// What every log keeps under a small size limit, and the notices for readers that miss the rest.
@Suite("A log deletes old events", .timeLimit(.minutes(5)))
struct RetentionContractTests {
    /// A subscriber that reads now and then.
    private struct LateReader {
        let subscription: any EventSubscription
        private(set) var last = SequenceNumber.zero
        /// How many notices of deleted events it received.
        private(set) var told = 0
        /// Whether it lacks events without a notice.
        private(set) var hasMissed = false

        init(_ subscription: any EventSubscription) { self.subscription = subscription }

        /// Reads until it has the event with a sequence number.
        mutating func read(through place: SequenceNumber) async throws {
            var mayMiss = false
            while last < place {
                do {
                    for event in try await subscription.next() {
                        let isNext = event.sequence == last.advanced(by: 1)
                        if !isNext, !mayMiss || event.sequence <= last { hasMissed = true }
                        (last, mayMiss) = (event.sequence, false)
                    }
                } catch let error as SearchBusError where error.code == .trimmed {
                    (told, mayMiss) = (told + 1, true)
                }
            }
        }
    }

    /// Waits until a node has exactly these events, which depends on its own clock; returns its events.
    private func settle(_ client: BusClient, _ expected: [String]) async throws -> [String] {
        let end = ContinuousClock.now + .seconds(20)
        while true {
            let ids = try await client.replay(ReplayQuery([.all], after: .zero)).events.map(\.id)
            if ids == expected || ContinuousClock.now > end { return ids }
        }
    }

    @Test(arguments: LogKind.allCases)
    func `An intent that is not folded is kept on every node, and deleted once it is folded`(
        kind: LogKind
    ) async throws {
        let log = try LogUnderTest(kind, retentionBytes: 1)
        let claim = try #require(try await log.client(0).claim(["box"])["box"])
        var head = SequenceNumber.zero
        for number in 0..<12 {
            let events = [
                try intent("i\(number)"), try view("v\(number)", of: "price"), try intent("x\(number)", to: "nobody"),
            ]
            head = try await log.client(number).append(events).last
        }
        // The last of each topic stays in any case.
        let intents = (0..<12).map { "i\($0)" }
        for client in log.clients {
            #expect(try await settle(client, intents + ["v11", "x11"]) == intents + ["v11", "x11"])
            let page = try await client.replay(ReplayQuery([TopicPrefix(.view)], after: .zero))
            #expect(page.trimmed != nil, "the reader of deleted events is notified")
        }
        let folds = move(
            "box",
            .zero,
            head,
            folded: intents.count,
            [TopicPrefix(.intent, "box")],
            incarnation: claim.incarnation
        )
        _ = try await log.client(1).append([try view("done", of: "box")], id: "turn", moving: [folds])
        let rest = ["i11", "v11", "x11", "done"]
        for client in log.clients { #expect(try await settle(client, rest) == rest) }
    }

    @Test(arguments: LogKind.allCases)
    func `A late reader is notified where events are deleted, and misses no others`(kind: LogKind) async throws {
        let log = try LogUnderTest(kind, retentionBytes: 1)
        var late = LateReader(try await log.client(1).subscribe(to: [TopicPrefix(.view)], after: .zero))
        defer { late.subscription.cancel() }
        var head = try await log.client(0).append([try view("v0", of: "box")]).last
        try await late.read(through: head)
        let before = late.told
        // More than a subscription holds for a subscriber that does not read.
        for start in stride(from: 1, to: 4001, by: 250) {
            let events = try (start..<start + 250).map { try view("v\($0)", of: "box") }
            head = try await log.client(0).append(events).last
        }
        #expect(try await settle(log.client(1), ["v4000"]) == ["v4000"])
        try await late.read(through: head)
        #expect(late.told > before && !late.hasMissed, "\(late.told) notices")
    }
}
