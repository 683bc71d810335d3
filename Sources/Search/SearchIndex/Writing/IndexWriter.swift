// SPDX-License-Identifier: MIT

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
    /// - Throws: `SearchBusError.invalidArgument` for an invalid name, `.busy` while another process changes the
    ///   index, `.storageFailed` where the directory cannot be made.
    public init(directory: IndexDirectory, name: String, isWaiting: Bool = false, excludesImports: Bool = false) throws
    {
        try directory.check(name)
        self.name = name
        self.directory = directory
        folder = directory.folder(of: name)
        let disk = directory.environment.disk
        guard disk.makeDirectory(directory.path) else { throw StorageFailure.system("make \(directory.path)") }
        let stagingLock =
            excludesImports
            ? try WriterLock(path: StagedIndex.lockFile(name, directory), name: name, disk: disk) : nil
        let lock = try WriterLock(path: directory.lockFile(of: name), name: name, disk: disk, isWaiting: isWaiting)
        // What is read from here on, such as which writes the index holds, must not be undone by a power failure.
        try folder.settle()
        // Last of all: a writer that cannot be made must leave nothing to its `deinit`.
        (self.lock, self.stagingLock) = (lock, stagingLock)
    }

    var merges: MergeQueue { directory.environment.merges }

    /// Replaces everything in the index.
    ///
    /// - Parameters:
    ///   - settings: How the index is to search; `nil` keeps what was given before. What they leave out is inferred.
    ///   - stamp: The write up to which those of the log were applied before the first record was read: they are replaced too, and
    ///     are not to be applied on the new version. `nil` where there is no log, or nothing is known of it.
    ///   - next: Gives one record after the other, `nil` at the end. Of two with the same `objectID` the later stays.
    /// - Returns: What there is to know about the new version.
    /// - Throws: What `next` throws, or `SearchBusError`; the index is then unchanged.
    @discardableResult
    public func replaceAll(
        settings: IndexSettings? = nil,
        stamp: IndexStamp? = nil,
        next: () throws -> Record?
    ) throws -> IndexSummary {
        let previous = try readablePrevious(isReplacing: true)
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
    /// - Throws: What `next` throws, or `SearchBusError`; the index is then unchanged.
    @discardableResult
    public func add(stamp: IndexStamp? = nil, next: () throws -> Record?) throws -> IndexSummary {
        guard directory.exists(name) else { return try replaceAll(stamp: stamp, next: next) }
        return try change { change in
            while let record = try StorageFailure.Outside.marking(next) { try change.put(record) }
        }
    }

    /// Removes the records with these identifiers; those that are not there are ignored.
    ///
    /// - Throws: `SearchBusError`, `.unknownIndex` among them; the index is then unchanged.
    @discardableResult
    public func delete(objectIDs: [String]) throws -> IndexSummary {
        guard directory.exists(name) else { throw IndexDirectory.unknown(name) }
        return try change { change in for objectID in objectIDs { change.delete(objectID) } }
    }

    // MARK: - Versions

    func change(_ body: (VersionChange) throws -> Void) throws -> IndexSummary {
        try publish { manifest in
            let isThere = !manifest.epoch.isEmpty
            let parts = isThere ? try IndexSnapshot.open(manifest, folder, nil) : []
            let change = VersionChange(folder: folder, parts: parts, manifest: manifest)
            try body(change)
            return try change.finish(merging: merges.inputs(folder))
        }
    }

    /// Makes a version with the closure, and puts it into place.
    ///
    /// The closure makes the files of the next version from the manifest in use, and answers the next one; an index that is
    /// not there yet has an empty epoch.
    ///
    /// - Throws: What the closure throws, or `SearchBusError`. The version before is then in use, or, where only the folder could not
    ///   be brought to the disk, the next one; either is whole.
    func publish(isReplacing: Bool = false, _ make: (Manifest) throws -> Manifest) throws -> IndexSummary {
        let previous = try readablePrevious(isReplacing: isReplacing)
        let isNew = access(folder.path, F_OK) != 0
        try folder.settle()
        do {
            if isNew { try folder.make() }
            var base = previous ?? Manifest()
            // Names that no version had: processes with an open file of an older one can still read it.
            if previous == nil { (base.nextFile, base.unicode) = (Int.random(in: 1...1 << 40), UnicodeVersion.current) }
            // What cannot be read stays until something whole is in its place.
            if previous != nil { folder.removeUnreferenced() }
            if previous != nil, !isReplacing { base = try upgraded(merges.taken(into: base, folder)) }
            var next = try upgraded(try make(base))
            if next.epoch.isEmpty { next.epoch = String(UInt64.random(in: .min ... .max), radix: 16) }
            return try put(next)
        } catch {
            // The version that is in place by now decides what is removed.
            if isNew, folder.identity == nil {
                try? FileManager.default.removeItem(atPath: folder.path)
            } else {
                folder.removeUnreferenced()
            }
            throw (error as? StorageFailure.Outside)?.error ?? error
        }
    }

    /// The version in the format of this program: one of an older format is rebuilt from its records.
    private func upgraded(_ version: Manifest) throws -> Manifest {
        guard version.isOutdated else { return version }
        var next = try Rebuild(folder: folder, manifest: version).rebuilt(version)
        (next.format, next.unicode) = (Manifest.format, UnicodeVersion.current)
        return next
    }

    /// Puts a version into place, removes what no version needs any longer, and begins the merges that are due.
    private func put(_ next: Manifest) throws -> IndexSummary {
        try folder.publish(next)
        folder.removeUnreferenced()
        guard let identity = folder.identity else { throw folder.unknown }
        merges.begin(next, folder)
        return IndexSummary(folder: folder, identity: identity, manifest: next)
    }

    /// Makes a version of a merge that was made beside changes; the records are the same, and so is the generation.
    func publishMerge() throws {
        guard let previous = try folder.manifest() else {
            // An index that was deleted has no use for it.
            merges.drop(folder)
            return
        }
        let next = merges.taken(into: previous, folder)
        guard next != previous else { return }
        _ = try put(next)
    }

    /// Waits until the segments of the index are merged as far as necessary, which changes leave to the background.
    ///
    /// Others may change the index meanwhile. A process that ends before leaves that to the next change.
    ///
    /// - Throws: `SearchBusError.busy` where another process changes the index by then; this writer is then of no more use.
    public func finishMerging() throws {
        let isBack = lock.lend {
            merges.bringIn(folder)
            if let version = try? folder.manifest() { merges.begin(version, folder) }
            merges.wait(for: folder)
        }
        guard !isBack else { return }
        throw SearchBusError(.busy, "Index `\(name)` is being changed by another process.")
    }

    deinit {
        // What was merged while this writer had the index becomes part of it now.
        guard !merges.inputs(folder).isEmpty else { return }
        let (folder, merges) = (folder, merges)
        Thread.detachNewThread { merges.bringIn(folder) }
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
