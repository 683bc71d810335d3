// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Components
import Foundation
import Runtime
import Synchronization
import Testing
import Wire

@testable import Insights

@Suite struct InsightsWorkTests {
    private let rules = InsightsRules(members: ["products": ["products"]])

    /// Reads a broker's log to its end, as a new process does.
    private func count(_ client: BusClient, into path: String) async throws -> InsightsPlace {
        let store = try InsightsStore(path: path)
        let work = InsightsWork(log: client, store: store, rules: rules, meter: ComponentMeter())
        while true {
            var (place, sessions) = try store.load()
            var fold = InsightsFold(rules, sessions: sessions)
            sessions = [:]
            do {
                while try await work.turn(&fold, &place) {}
                return place
            } catch let error as SearchBusError where error.code == .epochChanged {
                continue
            }
        }
    }

    private func search(_ query: String, _ session: String, _ client: BusClient) async throws {
        let member: JSON = [
            "number": 1, "search": true, "query": .string(query), "index": "products", "page": 0,
            "filters": ["groups": []],
        ]
        let request = EventDraft(
            topic: try Topic(.request, "products", session: session),
            id: Identifier.make(),
            source: "/test",
            type: "searchbus.request.changed",
            data: JSON.object(
                JSONObject([("searcher", "products"), ("number", 1), ("members", ["products": member])])
            ).bytes
        )
        _ = try await client.append([request])
        try await client.send("report-click", to: "products", session: session, ["objectID": "p1", "position": 2])
    }

    private func searches(_ path: String) throws -> [String: Int] {
        let now = Timestamp.now().microseconds
        let report = try InsightsReader(path: path).report(days: 2, limit: 10, now: now)
        return Dictionary(
            (report?.queries ?? []).map { ($0.query ?? "", $0.counts.clicks) },
            uniquingKeysWith: +
        )
    }

    @Test func `each process continues where the previous one saved`() async throws {
        let broker = try TestBroker()
        let client = try broker.client()
        defer { client.close() }
        let path = "\(broker.folder)/insights.sqlite"
        try await search("lamp", "a", client)
        let first = try await count(client, into: path)
        try await search("lamp", "b", client)
        let second = try await count(client, into: path)
        #expect(second.sequence > first.sequence)
        #expect(try await count(client, into: path) == second)
        #expect(try searches(path) == ["lamp": 2])
    }

    @Test func `A full disk delays the counts, and is reported until they are saved`() async throws {
        let broker = try TestBroker()
        let client = try broker.client()
        defer { client.close() }
        let path = "\(broker.folder)/insights.sqlite"
        try await search("lamp", "a", client)
        let meter = ComponentMeter()
        let reports = Mutex<[[String]]>([])
        let log = FaultyLog(client) {
            let tries = reports.withLock { reports in
                reports.append(meter.problems.all.map(\.error.code.rawValue))
                return reports.count
            }
            if tries <= 5 { throw SearchBusError(.storageFull, "The disk is full.") }
        }
        let work = InsightsWork(
            log: log,
            store: try InsightsStore(path: path),
            rules: rules,
            meter: meter,
            backoff: Backoff(first: .milliseconds(1), limit: .milliseconds(1))
        )
        let task = Task { try await work.run() }
        while try searches(path) != ["lamp": 1] || !meter.problems.all.isEmpty { await Task.yield() }
        task.cancel()
        _ = await task.result
        #expect(reports.withLock { Array($0.prefix(6)) } == [[]] + Array(repeating: ["storage-full"], count: 5))
    }

    @Test func `another log is counted from its beginning, and the one before is forgotten`() async throws {
        let other = try TestBroker()
        let path = "/tmp/searchbus-insights-\(Identifier.make(length: 10)).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        do {
            let client = try other.client()
            defer { client.close() }
            try await search("chair", "a", client)
            _ = try await count(client, into: path)
        }
        let broker = try TestBroker()
        let client = try broker.client()
        defer { client.close() }
        try await search("lamp", "a", client)
        let place = try await count(client, into: path)
        #expect(try searches(path) == ["lamp": 1])
        #expect(place.gaps == 0)
    }
}
