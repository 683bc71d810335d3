// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Copies

@Suite("Indexes that could not be fetched")
struct FailedFetchesTests {
    private let start = ContinuousClock.now
    private let error = SearchBusError(.journalUnreadable, "It is damaged.")

    private func failed(after took: Duration) -> FailedFetches {
        var failed = FailedFetches()
        failed.note(error, of: "shop", number: 3, from: start - took, to: start)
        return failed
    }

    private func isLeft(
        _ failed: FailedFetches,
        _ name: String = "shop",
        number: UInt64 = 3,
        after time: Duration
    ) -> Bool {
        failed.reason(toLeave: name, number: number, now: start + time) != nil
    }

    @Test func `A failed version is skipped for ten times as long as the attempt took, at most a minute`() {
        let failed = failed(after: .seconds(2))
        #expect(failed.reason(toLeave: "shop", number: 3, now: start)?.message == error.message)
        #expect(isLeft(failed, after: .seconds(19)))
        #expect(!isLeft(failed, after: .seconds(20)))
        #expect(isLeft(self.failed(after: .seconds(900)), after: .seconds(59)))
        #expect(!isLeft(self.failed(after: .seconds(900)), after: .seconds(60)))
    }

    @Test func `A newer version, another index, and one that was fetched are not left`() {
        var failed = failed(after: .seconds(2))
        #expect(!isLeft(failed, number: 4, after: .zero))
        #expect(!isLeft(failed, "other", after: .zero))
        failed.remove("shop")
        #expect(!isLeft(failed, after: .zero))
    }
}
