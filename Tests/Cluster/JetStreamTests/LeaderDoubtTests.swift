// SPDX-License-Identifier: MIT

import Testing

@testable import JetStream

@Suite("A leading server that contradicts a node")
struct LeaderDoubtTests {
    private func steps(_ count: Int, isAlone: Bool, isSure: Bool) -> [LeaderDoubt.Step] {
        var doubt = LeaderDoubt()
        return (0..<count).map { _ in doubt.contradicted(isAlone: isAlone, isSure: isSure) }
    }

    @Test func `A single server is asked twice and then trusted`() {
        #expect(steps(2, isAlone: true, isSure: false) == [.look, .giveUp])
    }

    @Test func `If another node has the same entries, other servers become the leader, until each had its turn`() {
        let asked = steps(12, isAlone: false, isSure: true)
        #expect(asked.enumerated().allSatisfy { $1 == .look || !$0.isMultiple(of: 2) })
        #expect(asked.filter { $0 != .look } == Array(repeating: .changeLeader, count: 5) + [.giveUp])
    }

    @Test func `Without a confirmation, the other nodes get time to answer`() {
        let asked = steps(18, isAlone: false, isSure: false).filter { $0 != .look }
        #expect(asked == Array(repeating: .tell, count: 8) + [.changeLeader])
    }

    @Test func `The second contradiction is reported`() {
        var doubt = LeaderDoubt()
        _ = doubt.contradicted(isAlone: false, isSure: true)
        #expect(!doubt.wasTold)
        _ = doubt.contradicted(isAlone: false, isSure: true)
        #expect(doubt.wasTold)
    }
}
