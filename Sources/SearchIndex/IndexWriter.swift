// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import GRDB
import Wire

/// Changes an index.
///
/// Every change makes the next version of the file beside the one in use and renames it into place when it is whole and
/// on the disk: a search sees the old version or the new one, also when the writer is killed.
///
/// A writer belongs to one thread, and only one process can have one for an index at a time.
public final class IndexWriter {
    /// What the index is called.
    public let name: String
    let directory: IndexDirectory
    private let lock: WriterLock

    /// Takes the right to change an index, which need not exist yet.
    ///
    /// - Throws: `SearchBusError.invalidArgument` for a name that is none, `.busy` while another process changes the
    ///   index, `.storageFailed` where the directory cannot be made.
    public init(directory: IndexDirectory, name: String) throws {
        try directory.check(name)
        self.name = name
        self.directory = directory
        try StorageFailure.translating(name) {
            try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        }
        lock = try WriterLock(path: directory.lockFile(of: name), name: name)
    }

    /// Replaces everything in the index.
    ///
    /// - Parameters:
    ///   - settings: How the index is to search; `nil` keeps what was given before. What they leave out is inferred.
    ///   - next: Gives one record after the other, `nil` at the end. Of two with the same `objectID` the later stays.
    /// - Returns: What there is to know about the new version.
    /// - Throws: What `next` throws, or `SearchBusError`; the index is then as it was before.
    @discardableResult
    public func replaceAll(settings: IndexSettings? = nil, next: () throws -> Record?) throws -> IndexSummary {
        let previous = previousVersion()
        let given = settings ?? previous.given
        return try publish { path in
            let build = try IndexBuild(path: path, name: name, previousGeneration: previous.generation)
            try build.create()
            var inference = SettingsInference()
            try build.store { database in
                while let record = try StorageFailure.Outside.marking(next) {
                    inference.observe(record.json)
                    try build.insert(record, into: database)
                }
            }
            try build.finish(
                given: given,
                effective: given.completed(by: inference.settings),
                allWords: true,
                attributes: inference.attributes
            )
        }
    }

    /// Adds records; one whose `objectID` is there already replaces it.
    ///
    /// The settings stay as they are.
    ///
    /// - Throws: What `next` throws, or `SearchBusError`; the index is then as it was before.
    @discardableResult
    public func add(next: () throws -> Record?) throws -> IndexSummary {
        guard directory.exists(name) else { return try replaceAll(next: next) }
        return try change { build, database, settings in
            while let record = try StorageFailure.Outside.marking(next) {
                try build.remove(record.objectID, from: database)
                try build.insert(record, into: database)
                try build.insertWords(of: record.json, settings: settings, into: database)
            }
        }
    }

    /// Removes the records with these identifiers; those that are not there are ignored.
    ///
    /// - Throws: `SearchBusError`, `.unknownIndex` among them; the index is then as it was before.
    @discardableResult
    public func delete(objectIDs: [String]) throws -> IndexSummary {
        guard directory.exists(name) else { throw IndexDirectory.unknown(name) }
        return try change { build, database, _ in
            for objectID in objectIDs { try build.remove(objectID, from: database) }
        }
    }

    // MARK: - Versions

    /// Makes the next version from a copy of the one in use.
    private func change(_ body: (IndexBuild, Database, IndexSettings) throws -> Void) throws -> IndexSummary {
        let previous = previousVersion()
        return try publish { path in
            try StorageFailure.translating(name) {
                try FileManager.default.copyItem(atPath: directory.file(of: name), toPath: path)
            }
            let build = try IndexBuild(path: path, name: name, previousGeneration: previous.generation)
            let settings = try build.openCopy()
            try build.store { database in try body(build, database, settings.effective) }
            try build.finish(
                given: settings.given,
                effective: settings.effective,
                allWords: try build.isWorthRebuilding()
            )
        }
    }

    /// Makes the next version from a copy of an index where there is one, and from nothing where there is none.
    ///
    /// - Parameters:
    ///   - source: The index that is copied; `nil` for this one.
    ///   - body: Makes the version; it is told whether there is nothing yet.
    /// - Returns: What there is to know about the new version.
    /// - Throws: What the closure throws; the index is then as it was before.
    func makeVersion(from source: String? = nil, _ body: (IndexBuild, Bool) throws -> Void) throws -> IndexSummary {
        let previous = previousVersion()
        let source = source ?? name
        return try publish { path in
            let isNew = !directory.exists(source)
            if !isNew {
                try StorageFailure.translating(name) {
                    try FileManager.default.copyItem(atPath: directory.file(of: source), toPath: path)
                }
            }
            try body(try IndexBuild(path: path, name: name, previousGeneration: previous.generation), isNew)
        }
    }

    /// Makes a file with the closure, brings it to the disk and gives it the index's name.
    private func publish(_ make: (String) throws -> Void) throws -> IndexSummary {
        let path = directory.buildingFile(of: name)
        unlink(path)
        do {
            try make(path)
            try IndexWriter.synchronize(path)
            guard rename(path, directory.file(of: name)) == 0 else {
                throw StorageFailure.system("put the new version of index `\(name)` into place")
            }
            try IndexWriter.synchronize(directory.path)
        } catch {
            unlink(path)
            throw (error as? StorageFailure.Outside)?.error ?? error
        }
        return try directory.summary(of: name)
    }

    /// Waits until a file or directory is on the disk.
    private static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageFailure.system("open a new file of the index") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StorageFailure.system("bring the index to the disk") }
    }

    /// What the next version takes over; nothing for a new index or one that cannot be read any more.
    private func previousVersion() -> (generation: Int, given: IndexSettings) {
        guard directory.exists(name) else { return (0, IndexSettings()) }
        let stored = try? IndexSchema.openForReading(directory.file(of: name)).read { database in
            (
                generation: try database.meta(.generation, as: Int.self) ?? 0,
                given: try IndexSettings(stored: .givenSettings, in: database)
            )
        }
        return stored ?? (0, IndexSettings())
    }
}

extension IndexWriter {
    /// Replaces everything in the index by a list of records.
    @discardableResult
    public func replaceAll(settings: IndexSettings? = nil, _ records: [Record]) throws -> IndexSummary {
        var rest = records.makeIterator()
        return try replaceAll(settings: settings) { rest.next() }
    }

    /// Adds a list of records.
    @discardableResult
    public func add(_ records: [Record]) throws -> IndexSummary {
        var rest = records.makeIterator()
        return try add { rest.next() }
    }
}
