// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import SearchIndex
import SearchModel
import Wire

/// Deletes records of an index, by their identifiers or by a filter.
struct IndexDeletion {
    private let directory: IndexDirectory
    private let name: String

    init(_ directory: IndexDirectory, _ name: String) { (self.directory, self.name) = (directory, name) }

    /// How many records would be deleted; all of them where none are said.
    func count(records: [String], filter: String?) throws -> Int {
        if let filter { return try directory.count(of: name, matching: Self.filters(filter, name)) }
        let reader = try IndexReader(directory: directory, name: name)
        guard !records.isEmpty else { return try directory.summary(of: name).recordCount }
        return try reader.records(Array(Set(records))).count { $0 != nil }
    }

    /// Deletes the records, and waits until the index is merged.
    ///
    /// - Throws: `SearchBusError`; then the index is unchanged.
    func delete(records: [String], filter: String?, _ report: (IndexSummary) -> Void) throws {
        let filters = try filter.map { try Self.filters($0, name) }
        let writer = try IndexWriter(directory: directory, name: name, excludesImports: true)
        if let filters {
            report(try writer.delete(matching: filters).summary)
        } else {
            report(try writer.delete(objectIDs: records))
        }
        // What is not merged by then is merged by the next change.
        try? writer.finishMerging()
    }

    /// Reads a filter as the parameter `filters` of Algolia's interface is written.
    ///
    /// - Throws: `SearchBusError.invalidArgument` that says what is wrong.
    static func filters(_ text: String, _ index: String) throws -> FilterState {
        do {
            let parameters = JSONObject([("filters", .string(text))])
            return try AlgoliaQuery(AlgoliaQuestion(.hits, index: index, parameters: parameters)).request.baseFilters
        } catch {
            throw SearchBusError(
                .invalidArgument,
                "Invalid filter: \(error.message).",
                remedy: "Write it like 'price < 10 AND (brand:Acme OR NOT inStock:true)'."
            )
        }
    }
}
