// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import Testing

@testable import Insights

@Suite struct InsightsSizeTests {
    /// What people do in a session: ten texts that stand, of each of which a result is opened.
    private func type(in sessions: Range<Int>, _ log: inout MadeLog) throws {
        for number in 0..<10 {
            for session in sessions {
                let text = "kettle with a number \(session % 300) \(number)"
                try log.type(text, in: "session-\(session)", brands: number % 3 == 0 ? ["Acme"] : [])
                try log.click(1 + number, in: "session-\(session)", query: text)
            }
            log.wait(seconds: 3)
        }
    }

    @Test func `a session of ten searches takes less than half a kilobyte of the file while it goes on`() throws {
        let path = "/tmp/searchbus-insights-\(Identifier.make(length: 10)).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try InsightsStore(path: path)
        var log = MadeLog()
        let count = 300
        try type(in: 0..<count, &log)
        var fold = InsightsFold(InsightsRules(members: ["products": ["products"]]))
        for event in log.events { fold.fold(event, now: log.now) }
        let changes = fold.takeChanges()
        let sizes = changes.sessions.values.compactMap { $0?.bytes.count }
        #expect(sizes.count == count)
        #expect(sizes.allSatisfy { $0 < 512 })
        var others = changes
        others.sessions = [:]
        try store.save(others, from: InsightsPlace(), to: place(1))
        let without = try store.size()
        others = InsightsChanges()
        others.sessions = changes.sessions
        try store.save(others, from: place(1), to: place(2))
        let size = try store.size() - without
        #expect(size < count * 600, "\(size) bytes")
    }

    private func place(_ sequence: UInt64) -> InsightsPlace {
        InsightsPlace(epoch: "test", sequence: SequenceNumber(rawValue: sequence))
    }
}
