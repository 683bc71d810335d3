// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// Writes files that others read at any moment: they see the old content or the new, never a part.
public enum AtomicFile {
    /// Replaces a file's content; only its owner may read it.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    public static func write(_ bytes: [UInt8], to path: String) throws {
        let temporary = "\(path).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                let error = failure(path)
                close(descriptor)
                unlink(temporary)
                throw error
            }
            offset += count
        }
        close(descriptor)
        guard rename(temporary, path) == 0 else { throw failure(path) }
    }

    /// Reads a whole file; `nil` where it is not there or cannot be read.
    public static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? content : nil }
            content += buffer[..<count]
        }
    }

    private static func failure(_ path: String) -> SearchBusError {
        let reason = String(cString: strerror(errno))
        return SearchBusError(errno == ENOSPC ? .storageFull : .storageFailed, "\(path) cannot be written: \(reason).")
    }
}
