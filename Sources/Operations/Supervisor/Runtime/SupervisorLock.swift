// SPDX-License-Identifier: MIT

import Runtime
import Wire

/// Keeps a second supervisor away from a directory, for as long as the value lives.
public final class SupervisorLock: Sendable {
    static let fileName = "supervisor.lock"

    private let lock: FileLock
    private let directory: String
    private let option: String

    /// Takes the lock; the system frees it when the process ends, however it ends.
    ///
    /// - Parameters:
    ///   - directory: The data directory or the runtime directory.
    ///   - option: The option by which another one is chosen: `data` or `runtime`.
    /// - Throws: `SearchBusError` with `data-directory-in-use` or `data-directory-unusable`.
    public init(directory: String, option: String) throws {
        let path = "\(directory)/\(Self.fileName)"
        guard let lock = try FileLock(path) else {
            let holder = FileLock.holder(of: path)
            throw SearchBusError(
                .dataDirectoryInUse,
                "Another `searchbus up`\(holder.map { " (process \($0))" } ?? "") runs on \(directory).",
                remedy: "Stop it with Ctrl-C or `kill`, or choose another \(option) directory with --\(option)."
            )
        }
        (self.lock, self.directory, self.option) = (lock, directory, option)
        lock.noteHolder()
    }

    /// Whether the file in the directory is still the one that is locked.
    var isInPlace: Bool { lock.isInPlace }

    /// A lock of the same directory, whose file was removed or replaced.
    ///
    /// - Throws: As `init`.
    func renewed() throws -> SupervisorLock { try SupervisorLock(directory: directory, option: option) }

    /// Whether a supervisor lives that holds a directory.
    ///
    /// Only looks: unlike a process id in a file, which another process may have got since, a lock ends with its holder.
    public static func isHeld(in directory: String) -> Bool { FileLock.isHeld("\(directory)/\(fileName)") }
}
