// SPDX-License-Identifier: MIT

import Bus
import Foundation
import JetStream
import JetStreamTesting
import NATS
import Runtime
import Testing
import Wire

@testable import Copies

@Suite("Snapshot keeper")
struct CopyKeeperTests {
    @Test func `Its broker reports a log that differs from others' logs while no majority decides which is right`() {
        let keeper = CopyKeeper(
            .init(
                dataDirectory: FileManager.default.temporaryDirectory.path,
                journal: JetStreamSettings(.init(servers: ["nats://127.0.0.1:1"], name: "test"), app: "app"),
                machine: "a",
                rule: CopyRule(growth: 1 << 20)
            ),
            announce: { _ in }
        )
        func note(_ machine: String, _ journal: JSON) {
            keeper.note(broker: ["machine": .string(machine), "journal": journal])
        }
        #expect(!keeper.isContested)
        note("b", ["place": 5, "differsFrom": ["a"], "isContested": true])
        #expect(!keeper.isContested)
        note("a", ["place": 5, "differsFrom": ["b"], "isContested": true])
        #expect(keeper.isContested)
        note("b", ["place": 6])
        keeper.note(broker: ["machine": "a"])
        #expect(keeper.isContested)
        note("a", ["place": 6, "differsFrom": ["b"]])
        #expect(!keeper.isContested, "most machines have the same log as this one")
    }

    @Test func `A keeper that waits for a silent server is found to be stuck, until it waits for another`() throws {
        // The NATS library has no timeout after the server's greeting.
        let greeting = #"INFO {"server_id":"n","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}"#
        let server = try GreetingServer([greeting + "\r\n"], hangsUp: false)
        let keeper = CopyKeeper(
            .init(
                dataDirectory: FileManager.default.temporaryDirectory.path,
                journal: JetStreamSettings(.init(servers: [server.address], name: "test"), app: "app"),
                machine: "a",
                rule: CopyRule(growth: 1 << 20)
            ),
            announce: { _ in }
        )
        let start = SuspendingClock.now
        #expect((0...40).allSatisfy { !keeper.isStuck(now: start + .seconds($0)) }, "It has sent no request yet.")
        SystemThread { keeper.run() }.detach()
        #expect(server.waitForClient())
        #expect((41...61).allSatisfy { !keeper.isStuck(now: start + .seconds($0)) })
        #expect(keeper.isStuck(now: start + .seconds(62)))
        server.hangUp()
        #expect(server.waitForClient())
        #expect(!keeper.isStuck(now: start + .seconds(63)))
        keeper.stop()
        server.hangUp()
    }
}
