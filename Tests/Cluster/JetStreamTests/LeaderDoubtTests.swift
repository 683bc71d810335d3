// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Testing

@testable import JetStream

@Suite("A server that leads and contradicts a machine")
struct LeaderDoubtTests {
    private func steps(_ count: Int, isAlone: Bool, isSure: Bool) -> [LeaderDoubt.Step] {
        var doubt = LeaderDoubt()
        return (0..<count).map { _ in doubt.contradicted(isAlone: isAlone, isSure: isSure) }
    }

    @Test func `One that is alone is asked twice and then believed`() {
        #expect(steps(2, isAlone: true, isSure: false) == [.look, .giveUp])
    }

    @Test func `Where another machine has the same, other servers are to lead, until all have had their turn`() {
        let asked = steps(12, isAlone: false, isSure: true)
        #expect(asked.enumerated().allSatisfy { $1 == .look || !$0.isMultiple(of: 2) })
        #expect(asked.filter { $0 != .look } == Array(repeating: .changeLeader, count: 5) + [.giveUp])
    }

    @Test func `Where none has said so yet, the others have time to`() {
        let asked = steps(18, isAlone: false, isSure: false).filter { $0 != .look }
        #expect(asked == Array(repeating: .tell, count: 8) + [.changeLeader])
    }

    @Test func `People are told from the second contradiction on`() {
        var doubt = LeaderDoubt()
        _ = doubt.contradicted(isAlone: false, isSure: true)
        #expect(!doubt.wasTold)
        _ = doubt.contradicted(isAlone: false, isSure: true)
        #expect(doubt.wasTold)
    }
}
