// SPDX-License-Identifier: MIT

import Testing

@testable import Broker

@Suite("Publish gate")
struct PublishGateTests {
    private let small = PublishGate.smallBody
    private let full = PublishGate.heldLimit

    @Test func `A large event is withheld while too much waits, a small one never for its own sake`() {
        var gate = PublishGate()
        let free = gate.lets(bytes: 1 << 20, isStored: true, held: full - 1)
        let little = gate.lets(bytes: small, isStored: true, held: full)
        #expect(free && little && !gate.isClosed)
        let much = gate.lets(bytes: small + 1, isStored: true, held: full)
        #expect(!much)
    }

    @Test func `Behind an event that is withheld everything stored is, until a heartbeat tells of it`() {
        var gate = PublishGate()
        let large = gate.lets(bytes: 1 << 20, isStored: true, held: full)
        let behind = gate.lets(bytes: 1, isStored: true, held: 0)
        #expect(!large && !behind)
        let status = gate.lets(bytes: 1, isStored: false, held: full)
        #expect(status, "subscribers receive process status and heartbeats")
        gate.heartbeatIsOut()
        let next = gate.lets(bytes: 1, isStored: true, held: full)
        #expect(next)
    }
}
