// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Which of the records found are wanted: a page, or a stretch from any place on.
///
/// Engines know pages only, so that a stretch is cut from the page that holds it.
struct PageWindow: Sendable, Hashable {
    /// The place of the first record wanted.
    let start: Int
    /// How many are wanted.
    let length: Int
    /// The page and its size, as they were asked for; `nil` for a stretch.
    let page: Int?
    let hitsPerPage: Int
    /// What the engine is asked.
    let requestPage: Int
    let requestSize: Int

    /// Reads what a query wants: a stretch where `offset` or `length` is given, and a page otherwise.
    ///
    /// - Parameters:
    ///   - values: The parameters.
    ///   - limit: How many records the query may get.
    /// - Throws: `AlgoliaError` for numbers that make no sense.
    init(_ values: ParameterValues, limit: Int) throws(AlgoliaError) {
        let size = min(limit, try values.integer("hitsPerPage", in: 0...AlgoliaQuery.paginationLimit) ?? 20)
        let offset = try values.integer("offset", in: 0...Int(Int32.max))
        let length = try values.integer("length", in: 0...AlgoliaQuery.paginationLimit)
        if offset != nil || length != nil {
            self.init(start: offset ?? 0, length: min(limit, length ?? size))
        } else {
            self.init(page: try values.integer("page", in: 0...Int(Int32.max)) ?? 0, size: size)
        }
    }

    /// Reads which page of all records is wanted.
    ///
    /// No limit ends them. The cursor tells where the page begins and how many records it has.
    ///
    /// - Parameters:
    ///   - values: The parameters.
    ///   - limit: How many records the page may have.
    /// - Throws: `AlgoliaError` for a cursor that was not handed out, or asks for more.
    init(browsing values: ParameterValues, limit: Int) throws(AlgoliaError) {
        let size = min(limit, try values.integer("hitsPerPage", in: 0...AlgoliaQuery.paginationLimit) ?? limit)
        hitsPerPage = size
        guard let text = try values.text("cursor"), !text.isEmpty else {
            (start, length, page, requestPage, requestSize) = (0, size, 0, 0, size)
            return
        }
        let parts = text.split(separator: "-").map { Int($0) }
        guard parts.count == 2, let start = parts[0], let count = parts[1], (0...Int(Int32.max)).contains(start),
            (1...max(1, limit)).contains(count), start.isMultiple(of: count)
        else { throw AlgoliaError("cursor: it is not one that was handed out") }
        self.start = start
        length = count
        page = start / max(1, size)
        (requestPage, requestSize) = (start / count, count)
    }

    /// A page of records.
    private init(page: Int, size: Int) {
        start = page * size
        // Nobody pages further than the limit.
        length = max(0, min(size, AlgoliaQuery.paginationLimit - min(start, AlgoliaQuery.paginationLimit)))
        self.page = page
        hitsPerPage = size
        (requestPage, requestSize) = length > 0 ? (page, size) : (0, 0)
    }

    /// A stretch of records.
    init(start: Int, length: Int) {
        self.start = start
        self.length = max(0, min(length, AlgoliaQuery.paginationLimit - min(start, AlgoliaQuery.paginationLimit)))
        page = nil
        hitsPerPage = length
        guard self.length > 0 else {
            (requestPage, requestSize) = (0, 0)
            return
        }
        // The smallest page that holds the stretch; the first with all that comes before it is one.
        let last = start + self.length - 1
        var size = self.length
        while start / size != last / size { size += 1 }
        (requestPage, requestSize) = (start / size, size)
    }

    /// How many of the page's records come before the stretch.
    var skipped: Int { length > 0 ? start - requestPage * requestSize : 0 }
}
