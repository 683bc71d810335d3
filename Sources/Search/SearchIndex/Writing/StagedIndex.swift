// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// A version of an index that is prepared beside it, while others may change the index, and takes its place in one step.
///
/// Its files are in a hidden folder of the directory. It belongs to one thread, and a process at a time can prepare a version of
/// an index. A process that ends before it has published leaves the index as it is; the next one removes the folder.
public final class StagedIndex {
    fileprivate static let suffix = ".staging"

    /// What the index is called.
    public let name: String
    /// The directory that holds the prepared version alone, under the index's name.
    public let directory: IndexDirectory
    private let target: IndexDirectory
    private let lock: WriterLock
    /// The version of the index when the work began; `nil` for none that can be read.
    private let previous: Manifest?

    /// Begins to prepare a version of an index, which need not exist.
    ///
    /// - Throws: `SearchBusError.invalidArgument` for an invalid name, `.busy` where another process prepares a version of the
    ///   index, `.storageFailed`, `.storageFull`.
    public init(of name: String, in target: IndexDirectory) throws {
        try target.check(name)
        try StorageFailure.translating(name) {
            try FileManager.default.createDirectory(atPath: target.path, withIntermediateDirectories: true)
        }
        lock = try WriterLock(path: StagedIndex.lockFile(name, target), name: name, disk: target.environment.disk)
        (self.name, self.target) = (name, target)
        directory = IndexDirectory(
            path: "\(target.path)/.\(name)\(StagedIndex.suffix)",
            environment: target.environment
        )
        previous = try? target.folder(of: name).manifest()
        try StorageFailure.translating(name) {
            try? FileManager.default.removeItem(atPath: directory.path)
            try FileManager.default.createDirectory(
                atPath: directory.path,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: directory.path) }

    /// The file that is locked while a version of an index is prepared.
    static func lockFile(_ name: String, _ target: IndexDirectory) -> String {
        "\(target.path)/.\(name)\(suffix).lock"
    }

    /// The write that the index was changed by last when the work began; `nil` for none.
    public var origin: IndexStamp? { previous?.stamp }

    /// Whether there was an index that can be read when the work began.
    public var replacesIndex: Bool { previous != nil }

    /// Makes the prepared version of records; it keeps what the index has beside them.
    ///
    /// - Parameters:
    ///   - settings: How the index is to search; `nil` keeps what was given before. What they leave out is inferred.
    ///   - stamp: The write up to which those of the log count as applied.
    ///   - onRepeated: Called with the `objectID` of each record that replaces an earlier one.
    ///   - next: Gives one record after the other, `nil` at the end. Of two with the same `objectID` the later stays.
    /// - Throws: What `next` throws, or `SearchBusError`.
    public func build(
        settings: IndexSettings? = nil,
        stamp: IndexStamp?,
        onRepeated: @escaping (String) -> Void = { _ in },
        next: () throws -> Record?
    ) throws {
        let writer = try IndexWriter(directory: directory, name: name)
        _ = try writer.publish(isReplacing: true) { empty in
            var base = empty
            if let previous { (base.extra, base.generation) = (previous.extra, previous.generation) }
            let given = settings ?? previous?.given ?? IndexSettings()
            return try FullBuild(
                folder: writer.folder,
                given: given,
                after: base,
                stamp: stamp,
                onRepeated: onRepeated
            ).run(next: next)
        }
    }

    /// Reads records into a file, so that they can be added to the index without waiting for their source.
    ///
    /// - Parameter next: Gives one record after the other, `nil` at the end.
    /// - Returns: What gives the same records.
    /// - Throws: What `next` throws, or `SearchBusError`.
    public func spool(next: () throws -> Record?) throws -> () throws -> Record? {
        let folder = IndexFolder(path: directory.path, name: name, environment: directory.environment)
        let spool = try RecordSpool("records", in: folder)
        while let record = try next() { try spool.append(record) }
        return try spool.reader().next
    }

    /// Replaces the index by the prepared version, in one step.
    ///
    /// - Parameters:
    ///   - writer: The right to change the index.
    ///   - stamp: The write of the log up to which the prepared version has all; `nil` where it has none.
    /// - Returns: What there is to know about the new version.
    /// - Throws: `SearchBusError`; the index is then unchanged.
    public func publish(by writer: IndexWriter, stamp: IndexStamp?) throws -> IndexSummary {
        // Nothing is merged in the folder while its files are taken.
        let staged = try IndexWriter(directory: directory, name: name, isWaiting: true)
        return try withExtendedLifetime(staged) {
            try writer.publish(isReplacing: true) { manifest in
                var next = try writer.copied(from: staged.folder, over: manifest, isLinking: true)
                (next.stamp, next.isImport) = (stamp, true)
                return next
            }
        }
    }
}

extension IndexDirectory {
    /// Removes what processes have left that ended while they prepared a version of an index.
    public func removeAbandonedStaging() {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for file in files where file.hasPrefix(".") && file.hasSuffix(StagedIndex.suffix) {
            let name = String(file.dropFirst().dropLast(StagedIndex.suffix.count))
            // The next that prepares one begins with an empty folder; so does this.
            guard IndexDirectory.isValid(name) else { continue }
            _ = try? StagedIndex(of: name, in: self)
        }
    }
}
