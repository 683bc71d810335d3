// SPDX-License-Identifier: MIT

import Runtime
import Wire

/// The file with the keys and browsers of a data directory; only its owner can read it, and logins survive a restart.
public struct AccessFile: Sendable {
    /// The name of the file in the data directory: a JSON object with `bearer`, `browsers` and `keys`.
    public static let name = "gateway.secret"
    private static let sizeLimit = 4 << 20

    /// The path of the file.
    public let path: String

    public init(dataDirectory: String) { path = LinkedFile.place(of: "\(dataDirectory)/\(Self.name)") }

    /// The current version; `nil` without a file.
    public var version: FileVersion? { FileVersion(path: path) }

    /// Reads the file.
    ///
    /// - Returns: `nil` for a missing file.
    /// - Throws: `SearchBusError` for a file that others can read, or that is damaged.
    public func read() throws -> AccessRing? {
        switch PrivateFile.read(path, limit: Self.sizeLimit) {
        case .missing: return nil
        case .exposed: throw unusable("could be read by others, or is not this user's own")
        case .contents(let contents):
            let limits = JSONLimits(depth: 8, values: 50_000)
            guard let ring = (try? JSON(parsing: contents, limits: limits)).flatMap({ try? AccessRing(json: $0) })
            else { throw unusable("is damaged") }
            return ring
        }
    }

    /// Reads the file, and creates a missing one.
    ///
    /// A file that others could read is not secret: it is replaced, like a damaged one.
    ///
    /// - Parameter onReplacing: Called with the reason for replacing an existing file.
    /// - Returns: The keys and browsers with access.
    /// - Throws: `SearchBusError` if the directory cannot be written to.
    public func load(onReplacing: (SearchBusError) -> Void = { _ in }) throws -> AccessRing {
        try FileLock.hold(path) {
            do {
                if let ring = try read() { return ring }
            } catch let error as SearchBusError {
                onReplacing(
                    SearchBusError(
                        error.code,
                        "\(error.message) It is replaced, and the keys in it are no longer valid.",
                        remedy: "Give programs new keys, and browsers a new link (`searchbus link`)."
                    )
                )
            }
            let ring = AccessRing()
            try write(ring)
            return ring
        }
    }

    /// Changes the keys and browsers, one process at a time; a running gateway applies the change at once.
    ///
    /// - Throws: Errors of the closure, and `SearchBusError` for a file that cannot be read or written.
    public func change<Value>(_ body: (inout AccessRing) throws -> Value) throws -> Value {
        try FileLock.hold(path) {
            var ring = try read() ?? AccessRing()
            let value = try body(&ring)
            try write(ring)
            return value
        }
    }

    private func write(_ ring: AccessRing) throws {
        try PrivateFile.write(ring.json.bytes + [0x0A], to: path)
    }

    private func unusable(_ why: String) -> SearchBusError {
        SearchBusError(
            .notPermitted,
            "`\(path)` \(why).",
            remedy: "Start the app again: the file is replaced, and programs and browsers need new keys and links."
        )
    }
}
