// SPDX-License-Identifier: MIT

import Glibc
import Runtime
import Synchronization
import Wire

/// Keeps the runtime directory of a running app whole: the directory, its lock, and the files that the supervisor writes.
///
/// Whatever removes them, or makes them unreadable, they are created again. It may be used from any thread.
public final class RuntimeKeeper: Sendable {
    private struct State {
        var files: [(name: String, content: [UInt8])] = []
        var lock: SupervisorLock?
    }

    private let directory: String
    private let state: Mutex<State>

    /// Prepares to keep a directory.
    ///
    /// - Parameters:
    ///   - directory: The runtime directory.
    ///   - lock: Its lock, which is held as long as the value lives; `nil` where the directory has none of its own.
    public init(directory: String, lock: SupervisorLock? = nil) {
        self.directory = directory
        state = Mutex(State(lock: lock))
    }

    /// Writes a file of the directory, and keeps it.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`; the content of before is kept then.
    public func write(_ content: [UInt8], to name: String) throws {
        try state.withLock { state in
            try Files.replace(path(name), with: content, isDurable: false)
            state.files.removeAll { $0.name == name }
            state.files.append((name, content))
        }
    }

    public func remove(_ name: String) {
        state.withLock { $0.files.removeAll { $0.name == name } }
        unlink(path(name))
    }

    /// Creates again what is missing, unreadable or different.
    ///
    /// - Returns: The names of what was created; empty where everything was in place.
    /// - Throws: `SearchBusError` for the first part that cannot be created.
    public func restore() throws -> [String] {
        try state.withLock { state in
            var restored: [String] = []
            if !RuntimeDirectory.isUsable(directory) {
                try RuntimeDirectory.makePrivate(directory)
                restored.append("the directory")
            }
            if let lock = state.lock, !lock.isInPlace {
                state.lock = try lock.renewed()
                restored.append(SupervisorLock.fileName)
            }
            for file in state.files where (try? Files.read(path(file.name))) != file.content {
                try Files.replace(path(file.name), with: file.content, isDurable: false)
                restored.append(file.name)
            }
            return restored
        }
    }

    private func path(_ name: String) -> String { "\(directory)/\(name)" }
}
