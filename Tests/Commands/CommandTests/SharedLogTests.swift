// SPDX-License-Identifier: MIT

import AppModel
import ArgumentParser
import Testing
import Wire

@testable import searchbus

/// What a log that several nodes share requires of a node.
@Suite struct SharedLogTests {
    private let shared = LogConfiguration.jetStream(["nats://a"])

    @Test func `a build without NATS fails at once, and its message gives the remedy`() throws {
        let error = #expect(throws: SearchBusError.self) {
            try SharedLog.check(shared, isMachineGiven: false, isBuiltIn: false)
        }
        #expect(error?.code == .libraryMissing)
        #expect(error?.remedy.contains("SEARCHBUS_JETSTREAM=1") == true)
        try SharedLog.check(shared, isMachineGiven: true, isBuiltIn: true)
        try SharedLog.check(.sqlite, isMachineGiven: false, isBuiltIn: false)
    }

    @Test func `a machine without workers shares its log`() {
        let error = #expect(throws: SearchBusError.self) { try SharedLog.check(.sqlite, isMachineGiven: true) }
        #expect(error?.code == .invalidArgument)
    }

    @Test func `options name other servers than the app file`() throws {
        let options = try BrokerArguments.parse(["--journal", "nats://b:4222", "--journal-replicas", "2"])
        let app = App(name: "a", log: .jetStream(["nats://a"], shards: 4))
        #expect(options.applied(to: app).log == .jetStream(["nats://b:4222"], replicas: 2, shards: 4))
        #expect(throws: (any Error).self) { try BrokerArguments.parse(["--journal", "b:4222"]) }
        #expect(throws: (any Error).self) { try BrokerArguments.parse(["--journal-replicas", "6"]) }
    }
}
