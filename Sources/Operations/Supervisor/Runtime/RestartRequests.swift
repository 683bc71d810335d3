// SPDX-License-Identifier: MIT

import Glibc
import Runtime
import Wire

/// Requests to restart processes, as files in a folder of the runtime directory to which only its owner has access.
///
/// A command writes one; a running `searchbus up` looks for them.
public struct RestartRequests: Sendable {
    /// How many requests are taken at a time, how large each may be, and how many processes it may name.
    private static let mostRequests = 64
    private static let largest = 65_536
    private static let mostNames = 1_000
    private static let suffix = ".json"

    private let folder: String

    public init(runtime: String) { folder = "\(runtime)/requests" }

    /// Asks for processes to be restarted.
    ///
    /// - Parameters:
    ///   - names: The names of the processes.
    ///   - id: A name for the request that no other one has.
    /// - Returns: The path of the request, which is deleted once it was accepted.
    /// - Throws: `SearchBusError` where it cannot be written.
    public func ask(_ names: [String], id: String) throws -> String {
        try RuntimeDirectory.makePrivate(folder)
        let path = "\(folder)/\(id)\(Self.suffix)"
        try Files.replace(path, with: (["restart": JSON(names)] as JSON).bytes, isDurable: false)
        return path
    }

    /// Accepts requests and deletes them, invalid ones too.
    ///
    /// - Returns: The names of processes, each once.
    public func take() -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        var count = 0
        while count < Self.mostRequests, let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasSuffix(Self.suffix) else { continue }
            count += 1
            let path = "\(folder)/\(name)"
            for asked in Self.read(path) where !names.contains(asked) { names.append(asked) }
            unlink(path)
        }
        return names
    }

    private static func read(_ path: String) -> [String] {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size <= largest, let bytes = try? Files.read(path), let request = try? JSON(parsing: bytes)
        else { return [] }
        return (request["restart"]?.array ?? []).prefix(mostNames).compactMap(\.string)
    }
}
