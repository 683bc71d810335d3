// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Wire

/// Changes an index.
///
/// Every change makes the files of the next version beside those in use, and then puts its manifest into place: a search sees
/// the old version or the new one, also when the writer is killed at any moment.
///
/// A writer belongs to one thread, and only one process can have one for an index at a time.
public final class IndexWriter {
    /// What the index is called.
    public let name: String
    let directory: IndexDirectory
    let folder: IndexFolder
    private let lock: WriterLock
    /// Keeps others from preparing a version of the index; `nil` where they may.
    private let stagingLock: WriterLock?

    /// Takes the right to change an index, which need not exist yet.
    ///
    /// - Parameters:
    ///   - directory: Where the index is.
    ///   - name: The index.
    ///   - isWaiting: Whether to wait, without a limit, until no other process changes the index.
    ///   - excludesImports: Whether no import of the index may run: it would replace what is changed, unless a write of the log
    ///     changes it.
    /// - Throws: `SearchBusError.invalidArgument` for a name that is none, `.busy` while another process changes the
    ///   index, `.storageFailed` where the directory cannot be made.
    public init(directory: IndexDirectory, name: String, isWaiting: Bool = false, excludesImports: Bool = false) throws
    {
        try directory.check(name)
        self.name = name
        self.directory = directory
        folder = directory.folder(of: name)
        try StorageFailure.translating(name) {
            try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        }
        stagingLock = excludesImports ? try WriterLock(path: StagedIndex.lockFile(name, directory), name: name) : nil
        lock = try WriterLock(path: directory.lockFile(of: name), name: name, isWaiting: isWaiting)
    }

    /// Replaces everything in the index.
    ///
    /// - Parameters:
    ///   - settings: How the index is to search; `nil` keeps what was given before. What they leave out is inferred.
    ///   - stamp: The write up to which those of the log were applied before the first record was read: they are replaced too, and
    ///     are not to be applied on the new version. `nil` where there is no log, or nothing is known of it.
    ///   - next: Gives one record after the other, `nil` at the end. Of two with the same `objectID` the later stays.
    /// - Returns: What there is to know about the new version.
    /// - Throws: What `next` throws, or `SearchBusError`; the index is then as it was before.
    @discardableResult
    public func replaceAll(
        settings: IndexSettings? = nil,
        stamp: IndexStamp? = nil,
        next: () throws -> Record?
    ) throws -> IndexSummary {
        let previous = try? folder.manifest()
        let given = settings ?? previous?.given ?? IndexSettings()
        return try publish(isReplacing: true) { manifest in
            try FullBuild(folder: folder, given: given, after: manifest, stamp: stamp).run(next: next)
        }
    }

    /// Adds records; one whose `objectID` is there already replaces it.
    ///
    /// The settings stay as they are.
    ///
    /// - Parameters:
    ///   - stamp: As that of `replaceAll`, for an index that comes to be; one that is there keeps its own.
    ///   - next: Gives one record after the other, `nil` at the end.
    /// - Returns: What there is to know about the new version.
    /// - Throws: What `next` throws, or `SearchBusError`; the index is then as it was before.
    @discardableResult
    public func add(stamp: IndexStamp? = nil, next: () throws -> Record?) throws -> IndexSummary {
        guard directory.exists(name) else { return try replaceAll(stamp: stamp, next: next) }
        return try change { change in
            while let record = try StorageFailure.Outside.marking(next) { try change.put(record) }
        }
    }

    /// Removes the records with these identifiers; those that are not there are ignored.
    ///
    /// - Throws: `SearchBusError`, `.unknownIndex` among them; the index is then as it was before.
    @discardableResult
    public func delete(objectIDs: [String]) throws -> IndexSummary {
        guard directory.exists(name) else { throw IndexDirectory.unknown(name) }
        return try change { change in for objectID in objectIDs { change.delete(objectID) } }
    }

    // MARK: - Versions

    /// Makes the next version from the one in use.
    func change(_ body: (VersionChange) throws -> Void) throws -> IndexSummary {
        try publish { manifest in
            let isThere = !manifest.epoch.isEmpty
            let parts = isThere ? try IndexSnapshot.open(manifest, folder, nil) : []
            let change = VersionChange(folder: folder, parts: parts, manifest: manifest)
            try body(change)
            return try reinferred(try change.finish(merging: MergeQueue.shared.inputs(folder)), after: manifest)
        }
    }

    /// Infers settings anew where the index has grown so much since they were that they may be others now.
    ///
    /// The same holds where its records have attributes that they had not in the version before.
    func reinferred(_ manifest: Manifest, after previous: Manifest, isForced: Bool = false) throws -> Manifest {
        let given = manifest.given
        let isComplete =
            given.searchableAttributes != nil && given.attributesForFaceting != nil && given.numericAttributes != nil
        let hasGrown =
            manifest.recordCount >= max(1, manifest.inferredRecords * 2)
            || manifest.attributes.all.contains { previous.attributes[$0.name] == nil }
        guard isForced || !isComplete && hasGrown else { return manifest }
        let parts = try Rebuild(folder: folder, manifest: manifest)
        var settings = given.completed(by: IndexSettings(customRanking: []))
        var next = manifest
        if !isComplete {
            let inference = try parts.inferred()
            settings = given.completed(by: inference.settings)
            next.attributes = inference.attributes
            next.inferredRecords = manifest.recordCount
        }
        let isSame = IndexingPlan(settings) == IndexingPlan(manifest.settings)
        next.settings = settings
        return isSame ? next : try parts.rebuilt(next)
    }

    /// Makes a version with the closure, and puts it into place.
    ///
    /// The closure makes the files of the next version from the manifest in use, and answers the next one; an index that is
    /// not there yet has an empty epoch.
    func publish(isReplacing: Bool = false, _ make: (Manifest) throws -> Manifest) throws -> IndexSummary {
        let previous = try readablePrevious(isReplacing: isReplacing)
        let isNew = access(folder.path, F_OK) != 0
        do {
            if isNew {
                try StorageFailure.translating(name) {
                    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
                }
            }
            var base = previous ?? Manifest()
            // Names that no version had: who has a file of an older one open goes on reading it.
            if previous == nil { base.nextFile = Int.random(in: 1...1 << 40) }
            // What cannot be read stays until something whole is in its place.
            if previous != nil { folder.removeStrangers(of: base) }
            if previous != nil, !isReplacing { base = MergeQueue.shared.taken(into: base, folder) }
            var next = try make(base)
            if next.epoch.isEmpty { next.epoch = String(UInt64.random(in: .min ... .max), radix: 16) }
            try folder.publish(next)
            if isNew { try IndexFolder.synchronize(directory.path) }
            folder.removeStrangers(of: next)
            MergeQueue.shared.begin(next, directory, folder)
        } catch {
            if isNew {
                try? FileManager.default.removeItem(atPath: folder.path)
            } else if let previous {
                folder.removeStrangers(of: previous)
            }
            throw (error as? StorageFailure.Outside)?.error ?? error
        }
        return try directory.summary(of: name)
    }

    /// Makes a version of a merge that was made beside changes; the records are the same, and so is the generation.
    func publishMerge() throws {
        // An index that is gone, or cannot be read, has no use for it.
        guard let previous = try? folder.manifest() else {
            MergeQueue.shared.drop(folder)
            return
        }
        let next = MergeQueue.shared.taken(into: previous, folder)
        guard next != previous else { return }
        try folder.publish(next)
        folder.removeStrangers(of: next)
        MergeQueue.shared.begin(next, directory, folder)
    }

    /// Waits until the segments of the index are merged as far as they are to be, which changes leave to be done beside them.
    ///
    /// Others may change the index meanwhile. A process that ends before leaves that to the next change.
    ///
    /// - Throws: `SearchBusError.busy` where another process changes the index by then; this writer is then of no more use.
    public func finishMerging() throws {
        let folder = folder
        let isBack = lock.lend {
            MergeQueue.shared.bringIn(directory, folder)
            if let version = try? folder.manifest() { MergeQueue.shared.begin(version, directory, folder) }
            MergeQueue.shared.wait(for: folder)
        }
        guard !isBack else { return }
        throw SearchBusError(.busy, "Index `\(name)` is being changed by another process.")
    }

    deinit {
        // What was merged while this writer had the index becomes part of it now.
        guard !MergeQueue.shared.inputs(folder).isEmpty else { return }
        let (directory, folder) = (directory, folder)
        Thread.detachNewThread { MergeQueue.shared.bringIn(directory, folder) }
    }

    /// The manifest in use; nothing for a new index.
    ///
    /// One that cannot be read, be it that a newer version wrote it, is replaced by a whole import only, which takes its
    /// generation from nothing.
    private func readablePrevious(isReplacing: Bool) throws -> Manifest? {
        do { return try folder.manifest() } catch let error as SearchBusError
            where isReplacing && error.code == .indexCorrupt
        {
            return nil
        }
    }
}

extension IndexWriter {
    /// Replaces everything in the index by a list of records.
    @discardableResult
    public func replaceAll(
        settings: IndexSettings? = nil,
        stamp: IndexStamp? = nil,
        _ records: [Record]
    ) throws -> IndexSummary {
        var rest = records.makeIterator()
        return try replaceAll(settings: settings, stamp: stamp) { rest.next() }
    }

    /// Adds a list of records.
    @discardableResult
    public func add(_ records: [Record]) throws -> IndexSummary {
        var rest = records.makeIterator()
        return try add { rest.next() }
    }
}
