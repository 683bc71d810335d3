// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Testing
import Wire

/// The guarantees of every log for slow readers, and for those beside them.
@Suite("A log has slow readers", .timeLimit(.minutes(5)))
struct SlowReaderContractTests {
    private static let count = 5000
    /// A full queue has 2,048 events; a page of a replay, and what was held meanwhile, may come on top.
    private static let mostAtOnce = 4096

    /// The parts that a subscription delivers, until they are complete.
    private static func readAll(_ subscription: any EventSubscription) async throws -> [[SequenceNumber]] {
        var pieces: [[SequenceNumber]] = []
        while pieces.reduce(0, { $0 + $1.count }) < count {
            pieces.append(try await subscription.next().map(\.sequence))
        }
        return pieces
    }

    @Test(arguments: LogKind.allCases)
    func `A paused reader holds few bytes, does not slow others, and gets every event once when it reads`(
        kind: LogKind
    ) async throws {
        let log = try LogUnderTest(kind)
        let slow = try await log.client(1).subscribe(to: [TopicPrefix(.view)], after: .zero)
        let quick = try await log.client(1).subscribe(to: [TopicPrefix(.view)], after: .zero)
        defer {
            slow.cancel()
            quick.cancel()
        }
        async let others = Self.readAll(quick)
        for start in stride(from: 0, to: Self.count, by: 250) {
            _ = try await log.client(0).append(try (start..<start + 250).map { try view("v\($0)", of: "box") })
        }
        let everything = (1...UInt64(Self.count)).map(SequenceNumber.init(rawValue:))
        #expect(try await others.flatMap(\.self) == everything)
        // It starts to read only now.
        let pieces = try await Self.readAll(slow)
        #expect(pieces.flatMap(\.self) == everything)
        #expect(pieces.allSatisfy { $0.count <= Self.mostAtOnce }, "\(pieces.map(\.count))")
    }
}
