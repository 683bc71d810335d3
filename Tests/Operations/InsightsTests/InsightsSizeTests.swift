// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Testing

@testable import Insights

@Suite struct InsightsSizeTests {
    /// A user's actions in a session: ten searches, and a click on a result of each.
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

    @Test func `a session of ten searches takes less than half a kilobyte of the file while it is active`() throws {
        let paths = (1...2).map { "/tmp/searchbus-insights-\(Identifier.make(length: 10))-\($0).sqlite" }
        defer {
            for path in paths {
                for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            }
        }
        // One file has everything, the other everything except the sessions.
        let stores = try paths.map { try InsightsStore(path: $0) }
        var log = MadeLog()
        let count = 600
        try type(in: 0..<count, &log)
        var fold = InsightsFold(InsightsRules(members: ["products": ["products"]]))
        var place = InsightsPlace()
        for (number, event) in log.events.enumerated() {
            fold.fold(event, now: log.now)
            guard number % 1_000 == 999 || number == log.events.count - 1 else { continue }
            var changes = fold.takeChanges()
            #expect(changes.sessions.values.allSatisfy { $0.map { $0.bytes.count < 512 } ?? false })
            let reached = InsightsPlace(epoch: "test", sequence: event.sequence)
            try stores[0].save(changes, from: place, to: reached)
            changes.sessions = [:]
            try stores[1].save(changes, from: place, to: reached)
            place = reached
        }
        let size = try stores[0].size() - stores[1].size()
        #expect(size < count * 640, "\(size) bytes")
    }
}
