// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import searchbus

/// The configuration and the state of a demo cluster.
@Suite struct ClusterDemoTests {
    @Test func `the gateways listen on three ports in a row`() throws {
        #expect(
            try ClusterDemo.addresses(from: "127.0.0.1:9000")
                == ["127.0.0.1:9000", "127.0.0.1:9001", "127.0.0.1:9002"]
        )
        #expect(Set(try ClusterDemo.addresses(from: "127.0.0.1:0")).count == 3)
        for text in ["unix:/run/x", "127.0.0.1:65533", "nowhere"] {
            #expect(throws: SearchBusError.self) { try ClusterDemo.addresses(from: text) }
        }
    }

    @Test func `the server is looked for in PATH first, and where Debian has it`() throws {
        #expect(try ClusterDemo.findServer(path: "/a:/b") { $0 == "/b/nats-server" } == "/b/nats-server")
        #expect(try ClusterDemo.findServer(path: "") { $0.hasPrefix("/usr/sbin/") } == "/usr/sbin/nats-server")
        let error = #expect(throws: SearchBusError.self) { try ClusterDemo.findServer(path: "/a") { _ in false } }
        #expect(error?.code == .libraryMissing && error?.remedy.contains("nats-server") == true)
    }

    @Test func `free ports are all different`() throws {
        let ports = try FreePorts.find(50)
        #expect(Set(ports).count == 50 && ports.allSatisfy { $0 > 0 })
    }
}
