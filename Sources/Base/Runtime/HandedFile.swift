// SPDX-License-Identifier: MIT

import Wire

/// A file that the supervisor writes for the processes that it starts, such as `app.json`.
public enum HandedFile {
    /// Reads a whole file.
    ///
    /// - Throws: `SearchBusError` with `storage-failed`: the supervisor writes the file again, and the next start succeeds.
    public static func read(_ path: String) throws -> [UInt8] {
        do {
            return try Files.read(path)
        } catch let error as SearchBusError {
            let remedy =
                "Check the permissions of the runtime directory; `searchbus up` writes the file again where it can."
            throw SearchBusError(error.code, error.message, remedy: remedy)
        }
    }
}
