// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import JetStream
import JetStreamTesting
import Replication
import ReplicationTesting
import Synchronization

/// The server with the journals of all logs that exist at a time; it ends with the last of them.
enum CommonServer {
    private struct Place {
        weak var servers: JetStreamServers?
    }

    private static let place = Mutex(Place())

    /// The server, which is started at the first use.
    ///
    /// Tests must not kill it: they share it.
    static func servers() throws -> JetStreamServers {
        try place.withLock { place in
            if let servers = place.servers { return servers }
            let servers = try JetStreamServers()
            place.servers = servers
            return servers
        }
    }
}

extension LogUnderTest {
    /// A log that three nodes share, whose journal is a stream of its own on some servers.
    convenience init(on servers: JetStreamServers, replicas: Int = 1, retentionBytes: Int? = nil) throws {
        let app = Identifier.make(length: 10)
        try self.init(machines: 3, patience: .seconds(60)) {
            try TestBroker(retentionBytes: retentionBytes) { try servers.journal(app: app, replicas: replicas) }
        }
    }
}
