// SPDX-License-Identifier: MIT

import Replication
import Testing

@testable import JetStream

@Suite("Which snapshots of a log are kept")
struct LogCopiesTests {
    @Test func `Those that go furthest are, and none that the machine which puts one there contradicts`() {
        func copy(_ place: UInt64, against contradictors: Set<String> = []) -> StoredCopy {
            StoredCopy(
                id: "c\(place)",
                place: JournalPlace(rawValue: place),
                size: 1,
                origin: "",
                contradictors: contradictors
            )
        }
        #expect(LogCopies.remaining(of: [copy(1), copy(2), copy(3)], on: "a").map(\.id) == ["c2", "c3"])
        let copies = [copy(1), copy(2), copy(3, against: ["a"]), copy(4, against: ["b"])]
        #expect(LogCopies.remaining(of: copies, on: "a").map(\.id) == ["c2", "c4"])
    }
}
