// SPDX-License-Identifier: MIT

import Foundation
import Runtime
import Wire

/// Which version of each index this machine has put among the files of the cluster, or fetched last: a file of the data directory.
struct IndexRecords {
    /// The name of the file.
    static let fileName = "copies.json"
    /// Its maximum number of bytes.
    private static let limit = 4 << 20

    /// A version that is being fetched.
    struct Arriving: Sendable, Hashable {
        /// Its number among the files of the cluster.
        let number: UInt64
        /// What tells its records from those of others.
        let checksum: String
    }

    private let path: String
    private let stream: String
    private(set) var known: [String: IndexRule.Known] = [:]
    /// What was being fetched; where this process was ended in between, it may be in place.
    private(set) var arriving: [String: Arriving] = [:]

    /// Reads the file; one that is missing, damaged, or about files of another stream says nothing.
    ///
    /// - Parameters:
    ///   - data: The data directory.
    ///   - stream: What holds the files of the cluster, in which versions have their numbers.
    init(data: String, stream: String) {
        path = "\(data)/\(Self.fileName)"
        self.stream = stream
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= Self.limit,
            let json = try? JSON(parsing: Array(bytes)), json["stream"]?.string == stream
        else { return }
        for member in json["indexes"]?.object?.members ?? [] {
            guard let version = member.value["version"]?.string,
                let number = member.value["number"]?.string.flatMap({ UInt64($0) })
            else { continue }
            known[member.key] = IndexRule.Known(version: version, number: number)
        }
        for member in json["arriving"]?.object?.members ?? [] {
            guard let checksum = member.value["checksum"]?.string,
                let number = member.value["number"]?.string.flatMap({ UInt64($0) })
            else { continue }
            arriving[member.key] = Arriving(number: number, checksum: checksum)
        }
    }

    /// Notes that a version is being fetched.
    ///
    /// - Throws: As `note`.
    mutating func note(_ index: String, arriving version: Arriving) throws {
        arriving[index] = version
        try write()
    }

    /// Stores a version, or with `nil` forgets an index.
    ///
    /// On the disk when this returns: who forgets what others have already takes it for a change of its own.
    ///
    /// - Throws: `SearchBusError` with `data-directory-unusable` where the file cannot be written.
    mutating func note(_ index: String, _ version: IndexRule.Known?) throws {
        known[index] = version
        arriving[index] = nil
        try write()
    }

    private func write() throws {
        let indexes = known.sorted { $0.key < $1.key }.map { name, version in
            (name, ["version": .string(version.version), "number": .string("\(version.number)")] as JSON)
        }
        let versions = arriving.sorted { $0.key < $1.key }.map { name, version in
            (name, ["checksum": .string(version.checksum), "number": .string("\(version.number)")] as JSON)
        }
        let json: JSON = [
            "stream": .string(stream), "indexes": .object(JSONObject(indexes)),
            "arriving": .object(JSONObject(versions)),
        ]
        try PrivateFile.write(json.bytes, to: path)
    }
}
