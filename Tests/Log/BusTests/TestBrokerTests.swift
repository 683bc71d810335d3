// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing
import Wire

@Suite("A broker for tests", .timeLimit(.minutes(5)))
struct TestBrokerTests {
    @Test func `A broker that cannot start gives the reason, and blocks no caller`() throws {
        let broker = try TestBroker()
        broker.stop()
        let garbage = Data(repeating: 7, count: 8192)
        for name in ["log.sqlite", "log.sqlite-wal"] {
            try garbage.write(to: URL(fileURLWithPath: "\(broker.folder)/data/\(name)"))
        }
        let error = #expect(throws: SearchBusError.self) { try broker.start() }
        #expect(error?.code == .logCorrupt)
    }
}
