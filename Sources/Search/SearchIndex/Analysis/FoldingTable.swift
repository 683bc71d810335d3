// SPDX-License-Identifier: MIT

import Synchronization

/// What scalars fold to, worked out for 256 of them at a time when the first of them is met.
///
/// A process that reads one language never pays for the others, and each scalar after the first costs two loads.
final class FoldingTable: Sendable {
    private typealias Page = Atomic<UnsafePointer<FoldedScalar>?>

    private static let pageSize: UInt32 = 256

    private let limit: UInt32
    private let folding: @Sendable (UInt32) -> FoldedScalar
    /// Each is written once, by the first thread.
    private nonisolated(unsafe) let pages: UnsafeMutablePointer<Page>

    /// Makes an empty table of the scalars below a limit; others are worked out each time.
    init(limit: UInt32, _ folding: @escaping @Sendable (UInt32) -> FoldedScalar) {
        let count = Int((limit + FoldingTable.pageSize - 1) / FoldingTable.pageSize)
        self.limit = limit
        self.folding = folding
        pages = .allocate(capacity: count)
        for index in 0..<count { (pages + index).initialize(to: Page(nil)) }
    }

    deinit {
        let count = Int((limit + FoldingTable.pageSize - 1) / FoldingTable.pageSize)
        for index in 0..<count { pages[index].load(ordering: .acquiring)?.deallocate() }
        pages.deinitialize(count: count)
        pages.deallocate()
    }

    @inline(__always)
    subscript(_ value: UInt32) -> FoldedScalar {
        guard value < limit else { return folding(value) }
        let index = Int(value / FoldingTable.pageSize)
        let page = pages[index].load(ordering: .acquiring) ?? makePage(index)
        return page[Int(value % FoldingTable.pageSize)]
    }

    @inline(never)
    private func makePage(_ index: Int) -> UnsafePointer<FoldedScalar> {
        let size = Int(FoldingTable.pageSize)
        let made = UnsafeMutablePointer<FoldedScalar>.allocate(capacity: size)
        for offset in 0..<size { (made + offset).initialize(to: folding(UInt32(index * size + offset))) }
        let (isFirst, known) = pages[index].compareExchange(
            expected: nil,
            desired: UnsafePointer(made),
            ordering: .acquiringAndReleasing
        )
        if isFirst { return UnsafePointer(made) }
        made.deallocate()
        return known ?? UnsafePointer(made)
    }
}
