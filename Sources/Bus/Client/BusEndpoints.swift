// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Where a broker listens.
public struct BusEndpoints: Sendable, Hashable {
    /// The endpoint for commands (ROUTER).
    public let commands: String
    /// The endpoint for events (XPUB).
    public let events: String

    public init(commands: String, events: String) {
        self.commands = commands
        self.events = events
    }

    /// The endpoints in a runtime directory, which only its owner may enter.
    ///
    /// - Throws: `SearchBusError` with `path-too-long` where the system could not hold the socket's path.
    public init(runtimeDirectory: String) throws {
        // sockaddr_un has room for 107 bytes and a zero.
        guard "\(runtimeDirectory)/commands".utf8.count <= 107 else {
            throw SearchBusError(
                .pathTooLong,
                "The path of the runtime directory is too long for a socket: \(runtimeDirectory)"
            )
        }
        self.init(commands: "ipc://\(runtimeDirectory)/commands", events: "ipc://\(runtimeDirectory)/events")
    }
}
