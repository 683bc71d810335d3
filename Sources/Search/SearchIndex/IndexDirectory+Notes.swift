// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// A version of an index that is newer than the one that is here, and is not here yet.
public struct NewerVersion: Sendable, Hashable {
    /// Where and when it was made, for people.
    public let origin: String
    /// Since when it has been known of, in RFC 3339.
    public let since: String

    public init(origin: String, since: String) { (self.origin, self.since) = (origin, since) }
}

/// What a directory knows of indexes beside their files: that one was deleted, and that others have one in a newer version.
///
/// Both are files that begin with a dot, which no name of an index does. A note that cannot be read says nothing.
extension IndexDirectory {
    private static let longestNote = 4096
    /// In seconds: how long it is known at least that an index was deleted.
    private static let deletionMemory: TimeInterval = 7 * 86_400
    private static let deletedSuffix = ".deleted"
    private static let newerSuffix = ".newer"

    // MARK: Deletions

    /// Stands for the deletion of an index, as an index's version does for what is in it; `nil` where there is an index of the
    /// name, or none was deleted.
    ///
    /// After a week it may be forgotten.
    public func deletion(of name: String) -> String? {
        guard IndexDirectory.isValid(name), !exists(name) else { return nil }
        return note(deletionFile(of: name))?["id"]?.string
    }

    /// When an index was deleted, since 1970 in UTC; `nil` where there is nothing that stands for that.
    public func deletionTime(of name: String) -> Duration? {
        guard deletion(of: name) != nil else { return nil }
        return FileIdentity(path: deletionFile(of: name))?.modified
    }

    /// Notes that an index is about to be deleted, or was elsewhere; its next version takes that back.
    ///
    /// The caller has the right to change it: it has an `IndexWriter` of it.
    ///
    /// - Throws: `SearchBusError.storageFailed`, `.storageFull`.
    public func noteDeletion(of name: String) throws {
        sweepDeletions()
        let id: JSON = ["id": .string(String(UInt64.random(in: .min ... .max), radix: 16))]
        try folder(of: name).replace(deletionFile(of: name), with: id.bytes, "note the deletion of")
    }

    /// Removes notes so old that every reader has seen them.
    private func sweepDeletions() {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for file in files where file.hasPrefix(".") && file.hasSuffix(Self.deletedSuffix) {
            guard let modified = FileIdentity(path: "\(path)/\(file)")?.modified else { continue }
            let age = Date.now.timeIntervalSince1970 - Double(modified.components.seconds)
            if age > Self.deletionMemory { environment.disk.remove("\(path)/\(file)") }
        }
    }

    private func deletionFile(of name: String) -> String { folder(of: name).deletionNote }

    // MARK: Newer versions

    /// The version that others have and this directory has yet to get; `nil` if this directory has the newest.
    public func newerVersion(of name: String) -> NewerVersion? {
        guard let note = note(newerFile(of: name)) else { return nil }
        return NewerVersion(origin: note["origin"]?.string ?? "?", since: note["since"]?.string ?? "?")
    }

    /// The newer versions that others have, by the name of the index.
    public func newerVersions() -> [String: NewerVersion] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let names = files.filter { $0.hasPrefix(".") && $0.hasSuffix(Self.newerSuffix) }
            .map { String($0.dropFirst().dropLast(Self.newerSuffix.count)) }
            .filter(IndexDirectory.isValid)
        return Dictionary(names.compactMap { name in newerVersion(of: name).map { (name, $0) } }) { first, _ in first }
    }

    /// Notes that others have a newer version of an index, which searches of it then say; or that there is none.
    ///
    /// - Throws: `SearchBusError.storageFailed`, `.storageFull`.
    public func note(newer version: NewerVersion?, of name: String) throws {
        try check(name)
        guard let version else {
            environment.disk.remove(newerFile(of: name))
            return
        }
        let json: JSON = ["origin": .string(version.origin), "since": .string(version.since)]
        guard environment.disk.makeDirectory(path) else { throw StorageFailure.system("make \(path)") }
        try folder(of: name).replace(newerFile(of: name), with: json.bytes, "note that there is a newer version of")
    }

    private func newerFile(of name: String) -> String { "\(path)/.\(name)\(Self.newerSuffix)" }

    // MARK: Looks

    /// When all newer versions that others had were noted last, since 1970 in UTC; `nil` where that was never done.
    public var lookedAt: Duration? { FileIdentity(path: lookFile)?.modified }

    /// Notes that all newer versions which others have are noted.
    ///
    /// - Throws: `SearchBusError.storageFailed`, `.storageFull`.
    public func noteLook() throws {
        // Done each second: nothing of it need be on the disk.
        guard environment.disk.makeDirectory(path), let file = environment.disk.open(lookFile, O_WRONLY | O_CREAT),
            futimens(file.descriptor, nil) == 0
        else { throw StorageFailure.system("note in \(path) that newer indexes are known") }
    }

    private var lookFile: String { "\(path)/.looked" }

    private func note(_ file: String) -> JSON? {
        // Looked at with each search: where there is none, nothing is opened.
        guard access(file, R_OK) == 0, let bytes = FileManager.default.contents(atPath: file),
            bytes.count <= Self.longestNote
        else { return nil }
        return try? JSON(parsing: Array(bytes))
    }
}
