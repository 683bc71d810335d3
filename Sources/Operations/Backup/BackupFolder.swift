// SPDX-License-Identifier: MIT

import Broker
import Foundation
import Runtime
import SearchIndex
import Wire

public struct BackupFolder {
    private static let manifestLimit = 4 << 20

    public let path: String
    public let manifest: BackupManifest

    /// Reads what a backup says of itself.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument` for a folder that is not a backup, `log-corrupt` for a manifest that is
    ///   damaged or of a newer version.
    public init(path: String) throws {
        let file = "\(path)/\(BackupManifest.fileName)"
        guard let bytes = try? Files.read(file, limit: Self.manifestLimit) else {
            let isPartial = access("\(path)/\(BackupMaker.markerName)", F_OK) == 0
            throw SearchBusError(
                .invalidArgument,
                isPartial ? "\(path) is a backup that was interrupted." : "\(path) is not a backup.",
                remedy: isPartial
                    ? "Delete it, and make the backup again." : "Name the folder that `searchbus backup` has made."
            )
        }
        self.path = path
        manifest = try BackupManifest(fileBytes: bytes, path: file)
    }

    /// Reads every byte of the backup, and verifies checksums and consistency.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt` or `index-corrupt` and the file that is damaged or missing.
    public func verify(onProgress: (BackupMaker.Progress) -> Void = { _ in }) throws {
        for file in manifest.files {
            let found: (bytes: Int, checksum: String)
            do {
                found = try PlainFile.sum("\(path)/\(file.path)")
            } catch {
                throw damage("\(file.path) cannot be read")
            }
            guard found == (file.bytes, file.checksum) else { throw damage("\(file.path) was changed or damaged") }
            if file.path.hasPrefix("\(BackupPlan.databases)/") {
                try LogVerification.checkDatabase(path: "\(path)/\(file.path)")
            }
        }
        guard manifest.files.contains(where: { $0.path == BackupPlan.log }) else { throw damage("there is no log") }
        let facts = try LogVerification.run(path: "\(path)/\(BackupPlan.log)") {
            onProgress(.checking(events: $0, of: manifest.log.events))
        }
        guard facts == manifest.log else { throw damage("the log is another one") }
        let directory = IndexDirectory(path: "\(path)/\(BackupPlan.indexes)")
        for index in manifest.indexes {
            onProgress(.index(index.name))
            guard directory.exists(index.name) else { throw damage("index `\(index.name)` is missing") }
            let result = try directory.verify(index.name)
            guard result.isSound, result.recordCount == index.records else {
                throw damage("index `\(index.name)`: \(result.problems.first?.line ?? "it has other records")")
            }
        }
    }

    private func damage(_ what: String) -> SearchBusError {
        SearchBusError(.logCorrupt, "The backup \(path) is damaged: \(what).", remedy: "Use another backup.")
    }
}
