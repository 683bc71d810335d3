// SPDX-License-Identifier: MIT

import Testing

/// Random histories of writes, failures, crashes and imports, beside a model.
@Suite("Random histories of an indexer", .timeLimit(.minutes(5)))
struct IndexerHistoriesTests {
    @Test func `Every acknowledged write counts once, in order, whatever fails, crashes or is imported meanwhile`()
        async throws
    {
        for number in 0..<25 {
            // Other tests can run.
            await Task.yield()
            let history = try IndexerHistory(number)
            for _ in 0..<70 { try history.act() }
            try history.finish()
            for index in IndexerHistory.names {
                let (found, expected) = (try history.found(index), history.expected(index))
                #expect(
                    found == expected,
                    "history \(number), index \(index): \(history.notes.joined(separator: "; "))"
                )
                guard found == expected else { return }
            }
            #expect(history.reported == history.invalid, "history \(number)")
        }
    }
}
