// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import Wire

/// Indexes with other settings, made of those of an app for as long as they are needed.
///
/// The files of an index never change, so a copy shares them, and has of its own only what the other settings rebuild.
final class TrialIndexes: Sendable {
    /// What the folders' names begin with; they lie in the data directory, on the same disk.
    private static let prefix = "replay-"

    /// The indexes: those with other settings, and all the others as they are.
    let directory: IndexDirectory
    private let folder: String

    /// Makes the indexes.
    ///
    /// - Throws: `SearchBusError`; nothing is then left.
    init(_ settings: [(index: String, file: String)], data: String) throws {
        let indexes = IndexDirectory(path: "\(data)/indexes")
        Self.clear(data)
        folder = "\(data)/\(Self.prefix)\(ProcessInfo.processInfo.processIdentifier)"
        directory = IndexDirectory(path: folder)
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            let changed = Set(settings.map(\.index))
            for other in try indexes.list().map(\.name) where !changed.contains(other) {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(folder)/\(other)",
                    withDestinationPath: "../indexes/\(other)"
                )
            }
            for (index, file) in settings {
                let edit = try SettingsEdit(file: file, changes: [])
                _ = try indexes.backUp(index, to: "\(folder)/\(index)")
                let result = try edit.apply(to: index, in: directory)
                for warning in result.warnings { Terminal.error.print(Terminal.error.styled(warning, .yellow)) }
            }
        } catch {
            remove()
            throw error as? SearchBusError
                ?? SearchBusError(.storageFailed, "Cannot create the copy for other settings in \(folder): \(error)")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Removes what processes that were killed have left.
    private static func clear(_ data: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? [] where name.hasPrefix(prefix) {
            guard let process = Int32(name.dropFirst(prefix.count)), kill(process, 0) != 0, errno == ESRCH else {
                continue
            }
            try? FileManager.default.removeItem(atPath: "\(data)/\(name)")
        }
    }
}
