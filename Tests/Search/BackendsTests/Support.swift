// SPDX-License-Identifier: MIT

import Backends
import Foundation
import SearchIndex
import SearchModel
import Wire

/// A directory of indexes that is removed when the test releases it.
final class TemporaryIndexes: Sendable {
    let directory: IndexDirectory

    init() {
        let name = "searchbus-\(UUID().uuidString)"
        directory = IndexDirectory(path: FileManager.default.temporaryDirectory.appendingPathComponent(name).path)
    }

    /// Imports records from JSON objects.
    func load(_ name: String, _ records: [JSON], settings: IndexSettings? = nil) throws {
        try IndexWriter(directory: directory, name: name).replaceAll(settings: settings, try records.map(Record.init))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory.path)
    }
}
