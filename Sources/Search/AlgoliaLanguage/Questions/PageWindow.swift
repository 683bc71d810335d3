// SPDX-License-Identifier: MIT

/// The requested part of the records found: a page, or a range from any position.
///
/// Engines only have pages, so a range is cut from the page that contains it.
struct PageWindow: Sendable, Hashable {
    /// The position of the first requested record.
    let start: Int
    let length: Int
    /// The requested page and its size; `nil` for a range.
    let page: Int?
    let hitsPerPage: Int
    /// The request to the engine.
    let requestPage: Int
    let requestSize: Int

    /// Reads the part that a query requests: a range with `offset` or `length`, and a page otherwise.
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

    /// Reads the requested page of all records.
    ///
    /// There is no limit. The cursor contains the position of the page and its number of records.
    ///
    /// - Parameters:
    ///   - values: The parameters.
    ///   - limit: The maximum number of records of the page.
    /// - Throws: `AlgoliaError` for an invalid cursor, or one that exceeds the limit.
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

    private init(page: Int, size: Int) {
        start = page * size
        // No page reaches beyond the limit.
        length = max(0, min(size, AlgoliaQuery.paginationLimit - min(start, AlgoliaQuery.paginationLimit)))
        self.page = page
        hitsPerPage = size
        (requestPage, requestSize) = length > 0 ? (page, size) : (0, 0)
    }

    init(start: Int, length: Int) {
        self.start = start
        self.length = max(0, min(length, AlgoliaQuery.paginationLimit - min(start, AlgoliaQuery.paginationLimit)))
        page = nil
        hitsPerPage = length
        guard self.length > 0 else {
            (requestPage, requestSize) = (0, 0)
            return
        }
        // The smallest page that contains the range; the first page with everything before it does.
        let last = start + self.length - 1
        var size = self.length
        while start / size != last / size { size += 1 }
        (requestPage, requestSize) = (start / size, size)
    }

    /// The number of the page's records before the range.
    var skipped: Int { length > 0 ? start - requestPage * requestSize : 0 }
}
