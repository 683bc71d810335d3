// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import Replication

/// A broker's status of the journal that it shares.
@Suite struct JournalStandingTests {
    private let standing = JournalStanding(
        last: JournalPlace(rawValue: 7),
        leader: "b",
        servers: [.init(name: "a", isOnline: false), .init(name: "b", isOnline: true)]
    )

    @Test func `it says where its copy is, where the order ends, and who leads`() {
        #expect(
            standing.status(at: JournalPlace(rawValue: 5), trouble: nil) == [
                "place": 5, "last": 7, "isAvailable": true, "leader": "b",
                "servers": [["name": "a", "isOnline": false], ["name": "b", "isOnline": true]],
            ]
        )
        // The position received a second ago may lag the copy.
        #expect(standing.status(at: JournalPlace(rawValue: 9), trouble: nil).last == 9)
    }

    @Test func `trouble of its own comes first`() {
        var standing = JournalStanding(trouble: "No leader")
        #expect(
            standing.status(at: .zero, trouble: nil)
                == ["place": 0, "isAvailable": false, "trouble": "No leader", "servers": []]
        )
        #expect(standing.status(at: .zero, trouble: "No answer").trouble == "No answer")
        standing.trouble = nil
        #expect(standing.status(at: .zero, trouble: "No answer").isAvailable == false)
    }
}
