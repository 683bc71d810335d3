// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// A directory of indexes: each is one folder of its name.
public struct IndexDirectory: Sendable, Hashable {
    /// Where the directory is; it comes to be with the first import.
    public let path: String
    /// The names of replicas, as far as they are loaded.
    let replicas = ReplicaNames()

    let environment: IndexEnvironment

    public init(path: String) { self.init(path: path, environment: .shared) }

    init(path: String, environment: IndexEnvironment) { (self.path, self.environment) = (path, environment) }

    public static func == (left: IndexDirectory, right: IndexDirectory) -> Bool { left.path == right.path }

    public func hash(into hasher: inout Hasher) { hasher.combine(path) }

    /// Whether there is an index of this name.
    public func exists(_ name: String) -> Bool {
        guard IndexDirectory.isValid(name) else { return false }
        return folder(of: name).identity != nil
    }

    /// What there is to know about every index, by name.
    ///
    /// An index that cannot be read is listed as `isReadable` false.
    ///
    /// - Throws: `SearchBusError.storageFailed` where the directory exists and cannot be read.
    public func list() throws -> [IndexSummary] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try StorageFailure.translating("*") {
            try FileManager.default.contentsOfDirectory(atPath: path).sorted().compactMap { name in
                guard IndexDirectory.isValid(name) else { return nil }
                return try? summary(of: name)
            }
        }
    }

    /// The names of indexes that a build before 0.1.0's release wrote and that were not imported again: they are not read.
    ///
    /// - Throws: `SearchBusError.storageFailed` where the directory exists and cannot be read.
    public func outdated() throws -> [String] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let files = try StorageFailure.translating("*") { try FileManager.default.contentsOfDirectory(atPath: path) }
        return files.filter { $0.hasSuffix(IndexFolder.outdatedSuffix) }.sorted().compactMap { file in
            let name = String(file.dropLast(IndexFolder.outdatedSuffix.count))
            return IndexDirectory.isValid(name) && !exists(name) ? name : nil
        }
    }

    /// What there is to know about one index.
    ///
    /// - Throws: `SearchBusError.unknownIndex` for an unknown name.
    public func summary(of name: String) throws -> IndexSummary {
        try check(name)
        let folder = folder(of: name)
        guard let identity = folder.identity else { throw folder.unknown }
        return IndexSummary(folder: folder, identity: identity)
    }

    /// What attributes an index has and what can be asked of them; its manifest is read.
    ///
    /// - Throws: `SearchBusError.unknownIndex` for an unknown name, `.indexCorrupt` if its file is invalid.
    public func describe(index name: String) throws -> IndexDescription {
        try check(name)
        let folder = folder(of: name)
        guard let manifest = try folder.manifest() else { throw folder.unknown }
        return IndexDescription(name: name, manifest: manifest)
    }

    /// Everything there is to tell about an index; up to 20,000 of its records are read.
    ///
    /// - Throws: `SearchBusError.unknownIndex` for an unknown name, `.indexCorrupt` for files that do not hold
    ///   together.
    public func report(on name: String) throws -> IndexReport {
        try check(name)
        let folder = folder(of: name)
        return try StorageFailure.translating(name) {
            let snapshot = try IndexSnapshot(folder: folder)
            return IndexReport(snapshot, folder: folder, survey: try AttributeSurvey(of: snapshot))
        }
    }

    /// Removes an index.
    ///
    /// Readers that have it open keep it until they look again.
    ///
    /// - Throws: `SearchBusError.unknownIndex` for an unknown name, `.busy` while it is being changed.
    public func delete(_ name: String) throws {
        try check(name)
        guard exists(name) else { throw folder(of: name).unknown }
        let writer = try IndexWriter(directory: self, name: name, excludesImports: true)
        try withExtendedLifetime(writer) { try remove(name) }
    }

    /// Removes an index that the caller has the right to change: it has an `IndexWriter` of it.
    ///
    /// - Throws: `SearchBusError.storageFailed`.
    public func remove(_ name: String) throws {
        try check(name)
        // Hidden at once, so that no process sees an index that is half removed.
        let removed = "\(path)/.\(name).removed"
        try StorageFailure.translating(name) {
            if access(removed, F_OK) == 0 {
                // An attempt may have failed to bring the new name to the disk, and a power failure would bring the old one back.
                try IndexFolder.synchronize(path, environment.disk)
                try FileManager.default.removeItem(atPath: removed)
            }
            guard access(folder(of: name).path, F_OK) == 0 else { return }
            try noteDeletion(of: name)
            guard environment.disk.rename(folder(of: name).path, to: removed) else {
                throw StorageFailure.system("delete index `\(name)`")
            }
            try IndexFolder.synchronize(path, environment.disk)
            try FileManager.default.removeItem(atPath: removed)
        }
    }

    // MARK: - Files

    func folder(of name: String) -> IndexFolder {
        IndexFolder(path: "\(path)/\(name)", name: name, environment: environment)
    }

    /// The file that is locked by who changes an index; it starts with a dot, which no name of an index does.
    func lockFile(of name: String) -> String { "\(path)/.\(name).lock" }

    // MARK: - Names

    /// Whether a text may name an index: 1 to 64 letters, digits, `_` or `-`.
    public static func isValid(_ name: String) -> Bool { Name.isValid(name) }

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
            remedy:
                "Import it first: searchbus index import \(name) FILE. For another order of an index, name it in "
                + "`replicas` of that index's settings."
        )
    }
}
