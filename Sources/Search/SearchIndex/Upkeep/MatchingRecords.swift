// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The records of a version that filters let through.
struct MatchingRecords {
    let rows: [RowSet]
    let count: Int

    /// Finds the records.
    ///
    /// - Parameters:
    ///   - filters: What lets records through.
    ///   - snapshot: The version.
    ///   - ignoresCase: Whether filters on texts match in any letter case; see `SearchRequest.ignoresCase`.
    ///   - mayBeAbsent: Whether filters may look at an attribute that no record has.
    /// - Throws: `SearchBusError.invalidArgument` for invalid filters, or ones on an attribute that the index cannot
    ///   filter by, or that no record has: a misspelt name would let through too much or too little.
    init(
        _ filters: FilterState,
        in snapshot: IndexSnapshot,
        ignoresCase: Bool,
        mayBeAbsent: Bool = false
    ) throws {
        guard !filters.isEmpty else {
            throw SearchBusError(.invalidArgument, "The filter is empty.", remedy: "Add a filter, or ids of records.")
        }
        rows = try snapshot.parts.indices.map { number in
            let part = snapshot.parts[number]
            let budget = WorkBudget(.none)
            var evaluator = FilterEvaluator(snapshot: snapshot, part: number, ignoresCase: ignoresCase, budget)
            var rows = try evaluator.rows(of: filters) ?? RowSet(capacity: part.segment.rowCount, full: true)
            let strangers = evaluator.absent.filter { snapshot.manifest.attributes[$0] == nil }
            if let stranger = strangers.first, !mayBeAbsent {
                throw SearchBusError(
                    .invalidArgument,
                    "No record of index `\(snapshot.name)` has the attribute `\(stranger)`.",
                    remedy: "Correct the name: `searchbus index show \(snapshot.name)` lists the attributes."
                )
            }
            if let live = part.live { rows.formIntersection(live) }
            return rows
        }
        count = rows.reduce(0) { $0 + $1.count }
    }
}

extension IndexDirectory {
    /// How many records of an index filters let through.
    ///
    /// - Throws: `SearchBusError`, `.unknownIndex` among them, and `.invalidArgument` for a filter that cannot be applied.
    public func count(of name: String, matching filters: FilterState, ignoresCase: Bool = false) throws -> Int {
        try check(name)
        return try StorageFailure.translating(name) {
            try MatchingRecords(filters, in: IndexSnapshot(folder: folder(of: name)), ignoresCase: ignoresCase).count
        }
    }
}

extension IndexWriter {
    /// Removes the records that filters let through, however many.
    ///
    /// - Parameters:
    ///   - filters: What lets records through.
    ///   - ignoresCase: Whether filters on texts match in any letter case; see `SearchRequest.ignoresCase`.
    ///   - stamp: The write that the change comes from, which is kept with the index in the same version of it; then filters
    ///     may look at an attribute that no record has. `nil` for a change without a write.
    /// - Returns: What there is to know about the new version, and how many records were removed.
    /// - Throws: `SearchBusError`, `.unknownIndex` among them, and `.invalidArgument` for a filter that cannot be applied;
    ///   the index is then unchanged.
    @discardableResult
    public func delete(
        matching filters: FilterState,
        ignoresCase: Bool = false,
        stamp: IndexStamp? = nil
    ) throws -> (summary: IndexSummary, count: Int) {
        if stamp == nil, try directory.count(of: name, matching: filters, ignoresCase: ignoresCase) == 0 {
            return (try directory.summary(of: name), 0)
        }
        var count = 0
        let summary = try publish { manifest in
            // The version that is changed may have other segments than the one in use: merges are taken in with a change.
            let snapshot = try IndexSnapshot(of: manifest, in: folder)
            let matching = try StorageFailure.translating(name) {
                try MatchingRecords(filters, in: snapshot, ignoresCase: ignoresCase, mayBeAbsent: stamp != nil)
            }
            count = matching.count
            var next = manifest
            for (number, rows) in matching.rows.enumerated() where !rows.isEmpty {
                let deleted = snapshot.parts[number].deleted?.union(rows) ?? rows
                let file = next.newFile("gone")
                try folder.write(DeletedRows.bytes(deleted), to: folder.file(file))
                (next.parts[number].deletions, next.parts[number].deleted) = (file, deleted.count)
            }
            let parts = try IndexSnapshot.open(next, folder, nil)
            let version = VersionChange(folder: folder, parts: parts, manifest: next)
            if let stamp { version.note(stamp: stamp) }
            return try version.finish(merging: merges.inputs(folder))
        }
        return (summary, count)
    }
}
