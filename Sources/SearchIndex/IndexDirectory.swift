// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Wire

/// A directory of indexes: each is one file `NAME.sqlite`.
public struct IndexDirectory: Sendable, Hashable {
    /// Where the directory is; it comes to be with the first import.
    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// Whether there is an index of this name.
    public func exists(_ name: String) -> Bool {
        guard IndexDirectory.isValid(name) else { return false }
        return FileIdentity(path: file(of: name)) != nil
    }

    /// What there is to know about every index, by name.
    ///
    /// An index that cannot be read is listed as `isReadable` false.
    ///
    /// - Throws: `SearchBusError.storageFailed` where the directory exists and cannot be read.
    public func list() throws -> [IndexSummary] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try StorageFailure.translating("*") {
            try FileManager.default.contentsOfDirectory(atPath: path).sorted().compactMap { file in
                guard file.hasSuffix(IndexDirectory.suffix) else { return nil }
                let name = String(file.dropLast(IndexDirectory.suffix.count))
                guard IndexDirectory.isValid(name) else { return nil }
                return try? summary(of: name)
            }
        }
    }

    /// What there is to know about one index.
    ///
    /// - Throws: `SearchBusError.unknownIndex` where there is none of this name.
    public func summary(of name: String) throws -> IndexSummary {
        try check(name)
        let path = file(of: name)
        guard let identity = FileIdentity(path: path) else { throw IndexDirectory.unknown(name) }
        return IndexSummary(name: name, path: path, identity: identity)
    }

    /// What attributes an index has and what can be asked of them; a few pages of its file are read.
    ///
    /// - Throws: `SearchBusError.unknownIndex` where there is none of this name, `.indexCorrupt` where its file is none.
    public func describe(index name: String) throws -> IndexDescription {
        try check(name)
        let path = file(of: name)
        guard let identity = FileIdentity(path: path) else { throw IndexDirectory.unknown(name) }
        return try IndexDescription(name: name, path: path, size: identity.size)
    }

    /// Removes an index.
    ///
    /// Readers that have it open keep it until they look again.
    ///
    /// - Throws: `SearchBusError.unknownIndex` where there is none of this name, `.busy` while it is being changed.
    public func delete(_ name: String) throws {
        try check(name)
        guard exists(name) else { throw IndexDirectory.unknown(name) }
        let lock = try WriterLock(path: lockFile(of: name), name: name)
        try withExtendedLifetime(lock) { try remove(name) }
    }

    /// Removes an index that the caller has the right to change: it has an `IndexWriter` of it.
    ///
    /// - Throws: `SearchBusError.storageFailed`.
    public func remove(_ name: String) throws {
        try check(name)
        guard unlink(file(of: name)) == 0 || errno == ENOENT else {
            throw StorageFailure.system("delete index `\(name)`")
        }
        unlink(buildingFile(of: name))
    }

    // MARK: - Files

    private static let suffix = ".sqlite"

    func file(of name: String) -> String { "\(path)/\(name)\(IndexDirectory.suffix)" }

    /// Where a writer makes the next version.
    ///
    /// It starts with a dot, which no name of an index does.
    func buildingFile(of name: String) -> String { "\(path)/.\(name).building" }

    func lockFile(of name: String) -> String { "\(path)/.\(name).lock" }

    // MARK: - Names

    /// Whether a text may name an index: 1 to 64 letters, digits, `_` or `-`.
    public static func isValid(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    func check(_ name: String) throws {
        guard IndexDirectory.isValid(name) else {
            throw SearchBusError(
                .invalidArgument,
                "`\(name.prefix(80))` cannot name an index.",
                remedy: "Use 1 to 64 letters, digits, `_` or `-`."
            )
        }
    }

    static func unknown(_ name: String) -> SearchBusError {
        SearchBusError(
            .unknownIndex,
            "There is no index `\(name)`.",
            remedy: "Import it first: searchbus index import \(name) FILE."
        )
    }
}
