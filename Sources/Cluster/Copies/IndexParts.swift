// SPDX-License-Identifier: MIT

import JetStream
import SearchIndex
import Wire

/// The files that a version of an index consists of, as its manifest among the files of the cluster tells.
struct IndexParts: Sendable, Hashable {
    /// A file of the version.
    struct Part: Sendable, Hashable {
        /// What it is called in the folder of the index.
        let name: String
        let size: Int
        /// Its SHA-256, which is also its id among the files of the cluster.
        let checksum: String
    }

    /// The file of an index that is another in each version.
    static let manifest = "manifest.json"
    /// The maximum number of files of a version.
    private static let most = 4096

    let parts: [Part]
    let records: Int
    /// Where and when it was put there, for people.
    let origin: String
    /// The write of the log that it comes from; `nil` for none, and where an earlier release has put it there.
    let stamp: IndexStamp?

    init(parts: [Part], records: Int, origin: String, stamp: IndexStamp? = nil) {
        (self.parts, self.records, self.origin, self.stamp) = (parts, records, origin, stamp)
    }

    /// Reads what a manifest says; `nil` for what no version can be.
    init?(_ facts: JSONObject) {
        guard let list = facts["files"]?.array, (1...Self.most).contains(list.count) else { return nil }
        parts = list.compactMap { part in
            guard let name = part["name"]?.string, Self.isFileName(name), let size = part["size"]?.int, size >= 0,
                let checksum = part["sha256"]?.string, checksum.utf8.count == 64,
                checksum.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
            else { return nil }
            return Part(name: name, size: size, checksum: checksum)
        }
        guard parts.count == list.count else { return nil }
        records = facts["records"]?.int ?? 0
        origin = facts["origin"]?.string ?? "?"
        stamp = Self.stamp(facts)
    }

    /// The write that a manifest names.
    private static func stamp(_ facts: JSONObject) -> IndexStamp? {
        guard let stamp = facts["stamp"], let epoch = stamp["epoch"]?.string,
            let place = stamp["place"]?.string.flatMap({ UInt64($0) })
        else { return nil }
        return IndexStamp(epoch: epoch, sequence: place)
    }

    /// What tells the records of a version from others: of its files but the one that each machine writes itself.
    static func checksum(of parts: [Part]) -> String {
        var checksum = FileChecksum()
        for part in parts.filter({ $0.name != manifest }).map(\.checksum).sorted() { checksum.add(Array(part.utf8)) }
        return checksum.text
    }

    var facts: JSONObject {
        var facts = JSONObject([
            (
                "files",
                .array(
                    parts.map {
                        ["name": .string($0.name), "size": JSON($0.size), "sha256": .string($0.checksum)]
                    }
                )
            ), ("records", JSON(records)), ("origin", .string(origin)),
        ])
        if let stamp { facts["stamp"] = ["epoch": .string(stamp.epoch), "place": .string("\(stamp.sequence)")] }
        return facts
    }

    /// Whether a text may be the name of a file in the folder of an index.
    private static func isFileName(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
