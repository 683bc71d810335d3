// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import BusTesting
import Runtime
import Testing
import Wire

@testable import Indexer

/// A queue whose changes a test can check.
private final class TestedQueue {
    private var queue: WriteQueue

    init(_ queue: WriteQueue) { self.queue = queue }

    var isEmpty: Bool { queue.isEmpty }
    var count: Int { queue.count }
    var hasRoom: Bool { queue.hasRoom }

    func add(_ events: [Event]) { queue.add(events) }
    func step(at now: ContinuousClock.Instant) -> WriteQueue.Step { queue.step(at: now) }
    func finish(_ turn: [Event]) { queue.finish(turn) }
    @discardableResult func postpone(_ turn: [Event], at now: ContinuousClock.Instant) -> Int {
        queue.postpone(turn, at: now)
    }
    func refuse(_ turn: [Event]) -> Bool { queue.refuse(turn) }
    func takeFinished() -> (last: SequenceNumber, count: Int)? { queue.takeFinished() }
}

/// Which writes are applied next, and the state of those of an index that cannot be written to.
@Suite struct WriteQueueTests {
    private let start = ContinuousClock.now
    private static let put = AlgoliaWrite.put(JSONObject([("objectID", "1")]))

    private func makeQueue(_ missing: Set<String> = []) -> TestedQueue {
        TestedQueue(
            WriteQueue(
                backoff: Backoff(first: .milliseconds(50), limit: .seconds(5), jitter: 1...1),
                isAlone: { $0.typeSuffix == "transfer" },
                isBarrier: IndexTarget.Write.leavesNoStamp,
                exists: { !missing.contains($0) }
            )
        )
    }

    private func write(_ sequence: UInt64, _ index: String, _ operation: AlgoliaWrite = put) throws -> Event {
        try Event.made(
            .write,
            index,
            session: nil,
            type: operation.concernsOneIndex ? "searchbus.write.batch" : "searchbus.write.transfer",
            data: ["operations": .array([operation.json])],
            at: sequence
        )
    }

    private func sequences(_ step: WriteQueue.Step) -> [UInt64]? {
        if case .apply(let turn) = step { turn.map(\.sequence.rawValue) } else { nil }
    }

    @Test func `neighbors to one index make one version, and a copy is one by itself`() throws {
        let queue = makeQueue()
        queue.add([
            try write(1, "a"), try write(2, "a"), try write(3, "b"), try write(4, "b", .move(destination: "a")),
        ])
        for expected: [UInt64] in [[1, 2], [3], [4]] {
            guard case .apply(let turn) = queue.step(at: start) else { break }
            #expect(turn.map(\.sequence.rawValue) == expected)
            queue.finish(turn)
            #expect(queue.takeFinished()?.last.rawValue == expected.last)
        }
        #expect(queue.isEmpty && queue.step(at: start) == .wait(until: nil))
    }

    @Test func `a write that cannot be applied for now waits without end, and keeps its place in its index`() throws {
        let queue = makeQueue()
        queue.add([try write(1, "a"), try write(2, "a", .clear)])
        var (now, delays) = (start, [Duration]())
        // Longer than the 40 tries of half a second after which writes used to be dropped.
        for tries in 1...200 {
            guard case .apply(let turn) = queue.step(at: now) else {
                Issue.record("nothing is tried at \(now - start)")
                return
            }
            #expect(turn.map(\.sequence.rawValue) == [1, 2])
            #expect(queue.postpone(turn, at: now) == tries)
            guard case .wait(let wake?) = queue.step(at: now) else {
                Issue.record("it is tried again at once")
                return
            }
            #expect(queue.takeFinished()?.count == nil)
            delays.append(wake - now)
            now = wake
        }
        let first = [50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000].map { Duration.milliseconds($0) }
        #expect(Array(delays.prefix(9)) == first && delays.allSatisfy { $0 <= .seconds(5) })
        #expect(now - start > .seconds(900))
        #expect(sequences(queue.step(at: now)) == [1, 2])
    }

    @Test func `writes to other indexes overtake those that wait, and the cursor does not`() throws {
        let queue = makeQueue()
        queue.add([try write(1, "a"), try write(2, "b"), try write(3, "a"), try write(4, "b"), try write(5, "c")])
        queue.postpone([try write(1, "a")], at: start)
        var turns: [[UInt64]] = []
        while case .apply(let turn) = queue.step(at: start) {
            turns.append(turn.map(\.sequence.rawValue))
            queue.finish(turn)
            #expect(queue.takeFinished()?.count == nil)
        }
        #expect(turns == [[2, 4], [5]])
        let later = start.advanced(by: .seconds(1))
        guard case .apply(let rest) = queue.step(at: later) else {
            Issue.record("what waited is not tried again")
            return
        }
        #expect(rest.map(\.sequence.rawValue) == [1, 3])
        queue.finish(rest)
        #expect(queue.takeFinished()?.count == 5 && queue.isEmpty)
    }

    @Test(
        "What leaves no stamp is not overtaken and overtakes nothing",
        arguments: [AlgoliaWrite.deleteIndex, .move(destination: "d"), .copy(destination: "a", scope: [])]
    )
    func barriers(_ operation: AlgoliaWrite) throws {
        let queue = makeQueue()
        queue.add([try write(1, "a"), try write(2, "b", operation), try write(3, "c")])
        queue.postpone([try write(1, "a")], at: start)
        #expect(queue.step(at: start) == .wait(until: start.advanced(by: .milliseconds(50))))
        // Neither where it is what waits.
        let second = makeQueue()
        second.add([try write(1, "b", operation), try write(2, "c")])
        second.postpone([try write(1, "b", operation)], at: start)
        #expect(second.step(at: start) == .wait(until: start.advanced(by: .milliseconds(50))))
        // A write that makes a new index leaves nothing behind either where that is deleted.
        let third = makeQueue(["b"])
        third.add([try write(1, "a"), try write(2, "b"), try write(3, "c")])
        third.postpone([try write(1, "a")], at: start)
        #expect(third.step(at: start) == .wait(until: start.advanced(by: .milliseconds(50))))
    }

    @Test func `a write that fails for good is found among its neighbors, and reported in its place`() throws {
        let queue = makeQueue()
        let (first, second) = (try write(2, "b"), try write(3, "b"))
        queue.add([try write(1, "a"), first, second])
        queue.postpone([try write(1, "a")], at: start)
        #expect(sequences(queue.step(at: start)) == [2, 3])
        #expect(!queue.refuse([first, second]))
        #expect(sequences(queue.step(at: start)) == [2])
        // It has overtaken an earlier one: it waits, and so does what comes after it.
        #expect(!queue.refuse([first]))
        #expect(sequences(queue.step(at: start)) == nil)
        let later = start.advanced(by: .seconds(1))
        #expect(sequences(queue.step(at: later)) == [1])
        queue.finish([try write(1, "a")])
        _ = queue.takeFinished()
        #expect(sequences(queue.step(at: later)) == [2])
        #expect(queue.refuse([first]))
        queue.finish([first])
        _ = queue.takeFinished()
        #expect(sequences(queue.step(at: later)) == [3])
    }

    @Test func `no more is read than it may hold`() throws {
        let queue = makeQueue()
        for sequence in 1...UInt64(WriteQueue.maxCount) { queue.add([try write(sequence, "a")]) }
        #expect(!queue.hasRoom)
        guard case .apply(let turn) = queue.step(at: start) else { return }
        #expect(turn.count == WriteQueue.turnLimit)
        queue.finish(turn)
        _ = queue.takeFinished()
        #expect(queue.hasRoom && queue.count == WriteQueue.maxCount - WriteQueue.turnLimit)
    }
}
