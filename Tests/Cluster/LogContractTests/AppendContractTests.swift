// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Testing
import Wire

/// The guarantees of every log for appends.
@Suite("A log takes appends", .timeLimit(.minutes(5)))
struct AppendContractTests {
    @Test(arguments: LogKind.allCases)
    func `A repeat has one effect and the first response, on any node`(kind: LogKind) async throws {
        let log = try LogUnderTest(kind)
        let events = [try intent("a", ["query": "x"]), try intent("b", to: "hits")]
        let first = try await log.client(0).append(events)
        #expect(first.last.rawValue == first.first.rawValue + 1)
        for number in 0..<3 {
            #expect(try await log.client(number).append(events) == first)
        }
        let reused = await #expect(throws: SearchBusError.self) {
            _ = try await log.client(1).append([try intent("a", ["query": "y"])])
        }
        #expect(reused?.code == .idReused)
        let partial = await #expect(throws: SearchBusError.self) {
            _ = try await log.client(2).append([try intent("a", ["query": "x"]), try intent("c")])
        }
        #expect(partial?.code == .partialRepeat)
        for events in try await log.everything() { #expect(events.map(\.id) == ["a", "b"]) }
    }

    @Test(arguments: LogKind.allCases)
    func `A turn moves its cursors with its events, or not at all`(kind: LogKind) async throws {
        let log = try LogUnderTest(kind)
        let asked = try await log.client(0).append([try intent("a")])
        let claims = try await log.client(1).claim(["box", "hits"])
        let incarnation = claims["box"]?.incarnation ?? 0
        let moves = [
            move("box", .zero, asked.last, folded: 1, [TopicPrefix(.intent, "box")], incarnation: incarnation),
            move("hits", .zero, asked.last, incarnation: claims["hits"]?.incarnation ?? 0),
        ]
        let receipt = try await log.client(1).append([try view("v", of: "box")], id: "turn1", moving: moves)
        #expect(try await log.client(2).append([try view("v", of: "box")], id: "turn1", moving: moves) == receipt)
        let late = await #expect(throws: SearchBusError.self) {
            _ = try await log.client(1).append([try view("w", of: "box")], id: "turn2", moving: moves)
        }
        #expect(late?.code == .cursorMoved)
        for events in try await log.everything() { #expect(events.map(\.id) == ["a", "v"]) }
        for number in 0..<3 {
            #expect(try await log.client(number).cursor(of: "box") == asked.last)
            #expect(try await log.client(number).cursor(of: "hits") == asked.last)
        }
    }

    @Test(arguments: LogKind.allCases)
    func `A component that has missed an event is refused`(kind: LogKind) async throws {
        let log = try LogUnderTest(kind)
        _ = try await log.client(0).append([try intent("a")])
        let head = try await log.client(0).append([try intent("b")])
        let claim = try await log.client(1).claim(["box"])["box"]
        let moves = [
            move(
                "box",
                .zero,
                head.last,
                folded: 1,
                [TopicPrefix(.intent, "box")],
                incarnation: claim?.incarnation ?? 0
            )
        ]
        // A lagging node must have both before the order of appends is defined.
        _ = try await log.client(1).replay(ReplayQuery([.all], after: head.last, limit: 1))
        let error = await #expect(throws: SearchBusError.self) {
            _ = try await log.client(1).append([], id: "t", moving: moves)
        }
        #expect(error?.code == .eventsMissed)
    }

    @Test(arguments: LogKind.allCases)
    func `A claim of a component fences the earlier owners, on every node`(kind: LogKind) async throws {
        let log = try LogUnderTest(kind)
        let first = try #require(try await log.client(0).claim(["box"])["box"])
        let second = try #require(try await log.client(1).claim(["box"])["box"])
        #expect(second.incarnation == first.incarnation + 1)
        let error = await #expect(throws: SearchBusError.self) {
            let moves = [move("box", .zero, .zero, incarnation: first.incarnation)]
            _ = try await log.client(0).append([try view("v", of: "box")], id: "t", moving: moves)
        }
        #expect(error?.code == .fenced)
        let moves = [move("box", .zero, .zero, incarnation: second.incarnation)]
        _ = try await log.client(2).append([try view("w", of: "box")], id: "u", moving: moves)
        for events in try await log.everything() { #expect(events.map(\.id) == ["w"]) }
    }

    @Test(arguments: LogKind.allCases)
    func `An append of several messages is stored whole`(kind: LogKind) async throws {
        let log = try LogUnderTest(kind)
        let filler = String(repeating: "x", count: 300_000)
        let events = try (0..<3).map { try intent("large\($0)", ["filler": .string(filler)]) }
        let receipt = try await log.client(0).append(events)
        #expect(receipt.last.rawValue - receipt.first.rawValue == 2)
        for events in try await log.everything() {
            #expect(events.map(\.id) == (0..<3).map { "large\($0)" })
            #expect(try events.allSatisfy { try JSON(parsing: $0.data)["filler"]?.string == filler })
        }
    }
}
