// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Testing
import Wire

/// The guarantees of every log for reads.
@Suite("A log is read", .timeLimit(.minutes(5)))
struct ReadContractTests {
    @Test(arguments: LogKind.allCases)
    func `Replay and the last of each topic are the same on every node`(kind: LogKind) async throws {
        let log = try LogUnderTest(kind)
        for number in 0..<30 {
            let draft = try intent(
                "i\(number)",
                to: number.isMultiple(of: 3) ? "box" : "hits",
                session: "s\(number % 4)"
            )
            _ = try await log.client(number).append([draft])
        }
        let logs = try await log.everything()
        #expect(logs.allSatisfy { $0 == logs[0] } && logs[0].map(\.sequence.rawValue) == Array(1...30))
        for client in log.clients {
            let page = try await client.replay(
                ReplayQuery([TopicPrefix(.intent, "box")], session: "s1", after: SequenceNumber(rawValue: 10))
            )
            #expect(
                page.events.map(EventContent.init)
                    == logs[0].filter { $0.topic.description == "intent/box/s1/" && $0.sequence.rawValue > 10 }
            )
            let latest = try await client.latest(LatestQuery([TopicPrefix(.intent, "hits")]))
            let expected = Dictionary(grouping: logs[0].filter { $0.topic.component == "hits" }, by: \.topic)
                .values.compactMap(\.last).sorted { $0.sequence < $1.sequence }
            #expect(latest.events.map(EventContent.init) == expected)
        }
    }

    @Test(arguments: LogKind.allCases)
    func `A subscriber gets every event once and in order, while other nodes append`(kind: LogKind) async throws {
        let log = try LogUnderTest(kind)
        for number in 0..<40 { _ = try await log.client(0).append([try intent("before\(number)")]) }
        let subscription = try await log.client(1).subscribe(to: [TopicPrefix(.intent)], after: .zero)
        defer { subscription.cancel() }
        async let appended: Void = withThrowingTaskGroup { group in
            for writer in 0..<3 {
                group.addTask {
                    for number in 0..<60 {
                        _ = try await log.client(writer).append([try intent("w\(writer)-\(number)")])
                    }
                }
            }
            try await group.waitForAll()
        }
        var seen: [Event] = []
        while seen.count < 40 + 180 { seen += try await subscription.next() }
        try await appended
        #expect(seen.map(\.sequence.rawValue) == Array(1...220))
        for writer in 0..<3 {
            #expect(seen.map(\.id).filter { $0.hasPrefix("w\(writer)-") } == (0..<60).map { "w\(writer)-\($0)" })
        }
        let logs = try await log.everything()
        #expect(logs.allSatisfy { $0 == seen.map(EventContent.init) })
    }

    @Test(arguments: LogKind.allCases)
    func `A node that was down has everything when it is back, and one with an empty disk too`(
        kind: LogKind
    ) async throws {
        let log = try LogUnderTest(kind)
        _ = try await log.client(0).append([try intent("a")])
        let away = log.brokers.count - 1
        log.brokers[away].stop()
        if log.brokers.count > 1 {
            for number in 0..<20 { _ = try await log.client(0).append([try intent("b\(number)")]) }
        }
        try log.brokers[away].start()
        _ = try await log.client(away).append([try intent("c")])
        let logs = try await log.everything()
        #expect(logs.allSatisfy { $0 == logs[0] } && logs[0].first?.id == "a" && logs[0].last?.id == "c")
        guard log.brokers.count > 1 else { return }
        let fresh = try log.newMachine()
        let client = try fresh.client()
        _ = try await client.replay(ReplayQuery([.all], after: logs[0].last?.sequence ?? .zero, limit: 1))
        #expect(try await client.replay(ReplayQuery([.all], after: .zero)).events.map(EventContent.init) == logs[0])
        // Its claims and repetitions are the same as the others'.
        #expect(try await client.append([try intent("a")]).first.rawValue == 1)
    }
}
