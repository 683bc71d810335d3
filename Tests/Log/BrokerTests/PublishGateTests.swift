// SPDX-License-Identifier: MIT

import Testing

@testable import Broker

@Suite("What may wait for a subscriber")
struct PublishGateTests {
    @Test func `Behind an event that is withheld everything stored is, until a heartbeat tells of it`() {
        var gate = PublishGate()
        let first = gate.lets(isStored: true, hasRoom: true)
        let withheld = gate.lets(isStored: true, hasRoom: false)
        let behind = gate.lets(isStored: true, hasRoom: true)
        #expect(first && !withheld && !behind)
        let status = gate.lets(isStored: false, hasRoom: true)
        let statusWithoutRoom = gate.lets(isStored: false, hasRoom: false)
        #expect(status && !statusWithoutRoom && gate.isClosed)
        gate.heartbeatIsOut()
        let next = gate.lets(isStored: true, hasRoom: true)
        #expect(next)
    }

    @Test func `A peer that does not read gets nothing more, and does not keep anything from others`() {
        typealias Budget = OutgoingBudget
        #expect(Budget.lets(held: Budget.peerLimit - 1, inAll: Budget.peerLimit))
        #expect(!Budget.lets(held: Budget.peerLimit, inAll: Budget.peerLimit))
        #expect(Budget.lets(held: 0, inAll: Budget.sharedLimit), "a peer that reads continues")
        #expect(!Budget.lets(held: 1, inAll: Budget.sharedLimit))
        #expect(!Budget.lets(held: 0, inAll: Budget.totalLimit))
    }
}
