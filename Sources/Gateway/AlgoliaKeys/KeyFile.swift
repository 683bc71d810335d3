// SPDX-License-Identifier: MIT

import AccessKeys
import Runtime
import Wire

/// The file with the keys of a data directory; only its owner can read it.
public struct KeyFile: Sendable {
    /// The name of the file in the data directory: `{"applicationID", "keys": [{"value", "acl", …}]}`.
    public static let name = "algolia.keys"
    private static let sizeLimit = 4 << 20

    /// The path of the file.
    public let path: String

    public init(dataDirectory: String) { path = LinkedFile.place(of: "\(dataDirectory)/\(Self.name)") }

    /// The current version; `nil` without a file.
    public var version: FileVersion? { FileVersion(path: path) }

    /// Reads the keys.
    ///
    /// - Returns: `nil` without a file.
    /// - Throws: `SearchBusError` for a file that others can read, or that is damaged, which the user must repair.
    public func read() throws -> KeyRing? {
        switch PrivateFile.read(path, limit: Self.sizeLimit) {
        case .missing: return nil
        case .exposed:
            throw SearchBusError(
                .notPermitted,
                "`\(path)` can be read by others, or is not this user's own.",
                remedy: "Delete the file, and new keys are created; or run `chmod 600` if no other user has read it."
            )
        case .contents(let bytes):
            do {
                let json = try JSON(parsing: bytes)
                return KeyRing(
                    applicationID: try json.requiredString("applicationID"),
                    keys: try json.list("keys").prefix(KeyRing.limit).map(AlgoliaKey.init(json:))
                )
            } catch {
                // The error may quote the contents, which are secret.
                throw SearchBusError(
                    .dataDirectoryUnusable,
                    "`\(path)` is not a file of keys.",
                    remedy: "Repair it, or delete it, so that new keys are created."
                )
            }
        }
    }

    /// Reads the keys, and creates missing ones.
    ///
    /// - Throws: `SearchBusError` for a file that cannot be used, or a directory that cannot be written to.
    public func load(at now: Int) throws -> KeyRing {
        if let ring = try read() { return ring }
        return try change(at: now) { $0 }
    }

    /// Changes the keys, one process at a time.
    ///
    /// - Throws: Errors of the closure, and `SearchBusError` for a file that cannot be read or written.
    public func change<Value>(at now: Int, _ body: (inout KeyRing) throws -> Value) throws -> Value {
        try FileLock.hold(path) {
            let known = try read()
            var ring = known ?? KeyRing.make(at: now)
            let value = try body(&ring)
            let json: JSON = [
                "applicationID": .string(ring.applicationID), "keys": .array(ring.keys.map(\.json)),
            ]
            try PrivateFile.write(json.bytes + [0x0A], to: path)
            return value
        }
    }
}
