// SPDX-License-Identifier: MIT
// Part of SearchBus.

import GRDB
import SearchModel
import Wire

/// Tells of rows that were found why they stand where they do.
///
/// It is asked for a page of rows only, so that it may look into each record.
struct RankingReader {
    private let snapshot: IndexSnapshot
    private let origin: GeoPoint?
    private let marker: QueryMarker
    /// The rows that have the last word, which may be unfinished, as a whole one; `nil` for a query without words.
    private let exact: RowSet?
    private let searched: [AttributePath]
    private let sources: JSONSelection

    init(
        _ need: RankingNeed,
        query: String,
        words: QueryWords,
        snapshot: IndexSnapshot,
        database: Database
    ) throws {
        self.snapshot = snapshot
        origin = need.origin
        marker = QueryMarker(query)
        exact = try words.prefix.map { try snapshot.matches(of: $0, isPrefix: false, in: database).anywhere }
        searched = (snapshot.settings.searchableAttributes ?? []).map(AttributePath.init)
        sources = JSONSelection(searched.map(\.name))
    }

    /// What is to be told of a row.
    ///
    /// - Parameters:
    ///   - row: The row, one that was found: it has all words.
    ///   - text: Its record.
    ///   - worth: What the optional filters that it meets are worth.
    /// - Returns: All that the index knows.
    /// - Throws: `JSONError` for a record that is damaged.
    func ranking(of row: Int, _ text: [UInt8], worth: Int) throws -> HitRanking {
        let count = marker.words.count
        let hasLast = exact?.contains(row) ?? true
        return HitRanking(
            words: count,
            exactWords: hasLast ? count : count - 1,
            firstWord: exact == nil ? 0 : firstWord(in: try JSON(parsing: try sources.cut(text))),
            filterScore: worth,
            ownScore: snapshot.columns.rowCount - row,
            place: origin.flatMap { snapshot.columns.places?.nearest(to: $0, of: row) }
        )
    }

    /// Where the first word stands that was found.
    private func firstWord(in record: JSON) -> Int {
        for (number, path) in searched.enumerated() {
            var (before, isFound) = (0, false)
            path.forEachScalar(in: record) { value in
                guard !isFound, var text = value.searchedText else { return }
                text.withUTF8 { bytes in
                    let first = marker.marks(in: bytes).marks.first?.range.lowerBound
                    var scanner = WordScanner(bytes)
                    while scanner.next(), scanner.start < first ?? .max { before += 1 }
                    isFound = first != nil
                }
            }
            if isFound { return number * 1_000 + min(before, 999) }
        }
        return 0
    }
}
