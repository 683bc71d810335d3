// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The pages that a person can go to from the one that is shown: as many as fit around it, and the ends.
struct PageWindow: Sendable, Hashable {
    /// The page shown, from 0.
    let page: Int
    /// How many pages there are to go to.
    let count: Int
    /// The pages listed, in order.
    let pages: [Int]

    /// - Parameters:
    ///   - page: The page shown; one beyond the last is the last.
    ///   - count: How many pages there are.
    ///   - padding: How many pages are listed at each side of the one shown, where there are as many.
    init(page: Int, count: Int, padding: Int) {
        self.count = max(count, 0)
        self.page = min(max(page, 0), max(self.count - 1, 0))
        let width = min(2 * padding + 1, self.count)
        let first = min(max(self.page - padding, 0), self.count - width)
        pages = Array(first..<first + width)
    }

    var first: Int? { page > 0 ? 0 : nil }
    var previous: Int? { page > 0 ? page - 1 : nil }
    var next: Int? { page < count - 1 ? page + 1 : nil }
    var last: Int? { page < count - 1 ? count - 1 : nil }
}
