// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Wire

/// Which version of each index this machine has put among the files of the cluster, or fetched last: a file of the data directory.
struct IndexRecords {
    /// The name of the file.
    static let fileName = "copies.json"
    /// How many bytes it has at the most.
    private static let limit = 4 << 20

    private let path: String
    private(set) var known: [String: IndexRule.Known] = [:]

    /// Reads the file; one that is missing or damaged says nothing.
    init(data: String) {
        path = "\(data)/\(Self.fileName)"
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= Self.limit,
            let json = try? JSON(parsing: Array(bytes))
        else { return }
        for member in json["indexes"]?.object?.members ?? [] {
            guard let version = member.value["version"]?.string,
                let number = member.value["number"]?.string.flatMap({ UInt64($0) })
            else { continue }
            known[member.key] = IndexRule.Known(version: version, number: number)
        }
    }

    /// Notes a version, or with `nil` that nothing is known of an index any more.
    ///
    /// - Throws: `SearchBusError` where the file cannot be written.
    mutating func note(_ index: String, _ version: IndexRule.Known?) throws {
        known[index] = version
        let members = known.sorted { $0.key < $1.key }.map { name, version in
            (name, ["version": .string(version.version), "number": .string("\(version.number)")] as JSON)
        }
        let json: JSON = ["indexes": .object(JSONObject(members))]
        do {
            try Data(json.bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw SearchBusError(.storageFailed, "\(path) cannot be written: \(error.localizedDescription)")
        }
    }
}
