// SPDX-License-Identifier: MIT

import Glibc
import Runtime
import Wire

/// Where a broker listens.
public struct BusEndpoints: Sendable, Hashable {
    private static let scheme = "ipc://"

    public let commands: String
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
        let path = "\(Self.scheme)\(runtimeDirectory)"
        self.init(commands: "\(path)/commands", events: "\(path)/events")
    }

    public var commandFile: SocketFile { Self.file(of: commands) }

    public var eventFile: SocketFile { Self.file(of: events) }

    /// Why no connection can be made at the moment, as far as the sockets' files show it; `nil` where they show nothing.
    public var obstacle: String? {
        guard commands.hasPrefix(Self.scheme), events.hasPrefix(Self.scheme) else { return nil }
        for file in [commandFile, eventFile] where access(file.path, W_OK) != 0 {
            return errno == ENOENT
                ? "the broker's socket \(file.path) does not exist"
                : "the broker's socket \(file.path) cannot be reached: \(String(cString: strerror(errno)))"
        }
        return nil
    }

    private static func file(of endpoint: String) -> SocketFile {
        SocketFile(path: String(endpoint.trimmingPrefix(scheme)))
    }
}
