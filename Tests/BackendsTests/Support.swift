// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import Foundation
import SearchIndex
import SearchModel
import Wire

/// A directory of indexes that is removed when the test lets it go.
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

extension FilterState {
    /// A state of groups, each with its filters.
    static func of(_ groups: (FilterGroup.Kind, String, [Filter])...) -> FilterState {
        FilterState(groups: groups.map { FilterGroup(id: .init(kind: $0.0, name: $0.1), filters: $0.2) })
    }
}

extension SearchBackend {
    /// The answers, or the first failure.
    func responses(to requests: [SearchRequest]) async throws -> [SearchResponse] {
        try await search(requests).map { try $0.get() }
    }
}

extension Result {
    /// Why there is no value.
    var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
