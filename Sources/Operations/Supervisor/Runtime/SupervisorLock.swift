// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// Keeps a second supervisor away from a directory, for as long as the value lives.
public final class SupervisorLock: Sendable {
    static let fileName = "supervisor.lock"
    // F_OFD_GETLK and F_OFD_SETLK, locks of an open file rather than of a process; the C library's module leaves them out.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37

    private let descriptor: Int32
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
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SearchBusError(.dataDirectoryUnusable, "The \(option) directory \(directory) cannot be written to.")
        }
        var wish = Self.wholeFile
        guard fcntl(descriptor, Self.setLock, &wish) == 0 else {
            close(descriptor)
            let holder = AtomicFile.read(path).flatMap { Int32(String(decoding: $0.dropLast(), as: UTF8.self)) }
            throw SearchBusError(
                .dataDirectoryInUse,
                "Another `searchbus up`\(holder.map { " (process \($0))" } ?? "") runs on \(directory).",
                remedy: "Stop it with Ctrl-C or `kill`, or choose another \(option) directory with --\(option)."
            )
        }
        self.descriptor = descriptor
        self.directory = directory
        self.option = option
        ftruncate(descriptor, 0)
        let text = Array("\(getpid())\n".utf8)
        _ = write(descriptor, text, text.count)
    }

    deinit { close(descriptor) }

    /// Whether the file in the directory is still the one that is locked.
    var isInPlace: Bool {
        var (own, found) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat("\(directory)/\(Self.fileName)", &found) == 0
            && own.st_dev == found.st_dev && own.st_ino == found.st_ino
    }

    /// A lock of the same directory, whose file was removed or replaced.
    ///
    /// - Throws: As `init`.
    func renewed() throws -> SupervisorLock { try SupervisorLock(directory: directory, option: option) }

    /// Whether a supervisor lives that holds a directory.
    ///
    /// Only looks: unlike a process id in a file, which another process may have got since, a lock ends with its holder.
    public static func isHeld(in directory: String) -> Bool {
        // A lock is looked for without permission to write: the filesystem may have become read-only.
        let descriptor = open("\(directory)/\(fileName)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var wish = wholeFile
        return fcntl(descriptor, getLock, &wish) == 0 && Int32(wish.l_type) != F_UNLCK
    }

    /// A lock of a whole file for one holder.
    private static var wholeFile: flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }
}
