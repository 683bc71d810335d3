// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// A file that the supervisor writes for the processes that it starts, such as `app.json`.
public enum HandedFile {
    /// Reads a whole file.
    ///
    /// - Throws: `SearchBusError` with `storage-failed`: the supervisor writes the file again, and the next start succeeds.
    public static func read(_ path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            guard count > 0 else { return content }
            content += buffer[..<count]
        }
    }

    private static func failure(_ path: String) -> SearchBusError {
        let (name, folder) = (path.split(separator: "/").last ?? "", path.lastIndex(of: "/").map { path[..<$0] } ?? ".")
        return SearchBusError(
            .storageFailed,
            "\(name) in the runtime directory \(folder) cannot be read: \(String(cString: strerror(errno))).",
            remedy: "Check the permissions of the runtime directory; `searchbus up` writes the file again where it can."
        )
    }
}
