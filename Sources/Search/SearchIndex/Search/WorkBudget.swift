// SPDX-License-Identifier: MIT

import Synchronization
import Wire

/// The cost that a search may reach, counted while it runs: work units and bytes of results.
///
/// Units are deterministic: they count work that is done, and what a cache answers costs nothing. One unit is about a nanosecond
/// of an optimized build. The budget has no clock. A loop stops where `spend` returns `false`; results computed
/// after that are incomplete, and `check` throws instead of returning them. A task that is cancelled spends its budget at once.
///
/// One search uses a budget at a time. It may be read from any thread.
public final class WorkBudget: Sendable {
    /// Upper bounds of one budget.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of work units.
        public var units: Int
        /// The maximum size of the results, in bytes.
        public var bytes: Int

        public init(units: Int, bytes: Int) {
            (self.units, self.bytes) = (units, bytes)
        }

        /// The limits of one search of the embedded index.
        ///
        /// The dearest searches that were measured, of eight words with errors and 20 facets, take 1.6 million units over 10,000
        /// records, and no more than in proportion over a million. The results are one event, so the log's limit bounds them too.
        public static let search = Limits(units: 4_000_000_000, bytes: 1 << 20)

        /// The limits of the part of a search that runs on the thread of its process; one that needs more runs beside it.
        public static let inline = Limits(units: 8_000_000, bytes: 1 << 20)

        /// The limits of all searches of one call of Algolia's interface together.
        public static let call = Limits(units: 16_000_000_000, bytes: 1 << 20)

        /// No limits, for commands that a user of the machine runs.
        public static let none = Limits(units: .max, bytes: .max)
    }

    /// The maximum size of one temporary list of a search, in bytes; it bounds how deep a client may page.
    public static let maxListBytes = 128 << 20

    /// The interval, in units, at which the budget looks whether its task is cancelled.
    private static let cancellationInterval = 1 << 22

    /// The upper bounds.
    public let limits: Limits
    private let units = Atomic<Int>(0)
    private let bytes = Atomic<Int>(0)
    private let hasLongList = Atomic<Bool>(false)
    private let isCancelled = Atomic<Bool>(false)

    public init(_ limits: Limits = .search) {
        self.limits = limits
    }

    /// The number of units spent so far; it may exceed the limit by one step of work.
    public var spentUnits: Int { units.load(ordering: .relaxed) }

    /// The size of the results so far, in bytes.
    public var heldBytes: Int { bytes.load(ordering: .relaxed) }

    /// Whether a limit is exceeded, or the search is no longer wanted.
    public var isSpent: Bool {
        spentUnits > limits.units || heldBytes > limits.bytes || hasLongList.load(ordering: .relaxed)
            || isCancelled.load(ordering: .relaxed)
    }

    /// Spends units for work that is about to be done.
    ///
    /// - Returns: Whether the work may be done.
    @discardableResult
    public func spend(_ amount: Int) -> Bool {
        let (before, after) = units.wrappingAdd(max(0, amount), ordering: .relaxed)
        if before / Self.cancellationInterval != after / Self.cancellationInterval, Task.isCancelled {
            isCancelled.store(true, ordering: .relaxed)
        }
        return !isSpent
    }

    /// Counts bytes that become part of the results.
    ///
    /// - Returns: Whether the results may hold them.
    @discardableResult
    public func hold(_ amount: Int) -> Bool {
        bytes.wrappingAdd(max(0, amount), ordering: .relaxed)
        return !isSpent
    }

    /// Checks the size of a temporary list before it is made.
    func allowsList(ofBytes bytes: Int) -> Bool {
        if limits != .none, bytes > Self.maxListBytes { hasLongList.store(true, ordering: .relaxed) }
        return !isSpent
    }

    /// Spends what a part of the work has spent from a budget of its own.
    public func add(_ part: WorkBudget) {
        units.wrappingAdd(part.spentUnits, ordering: .relaxed)
    }

    /// A budget for a part of the work, with the given limits and at most the units that are left of this one.
    public func part(_ limits: Limits) -> WorkBudget {
        WorkBudget(
            Limits(units: min(limits.units, max(0, self.limits.units - spentUnits)), bytes: limits.bytes)
        )
    }

    /// Checks that no limit is exceeded.
    ///
    /// - Throws: `SearchBusError` with `too-large`, or with `cancelled` where the task was.
    public func check() throws(SearchBusError) {
        guard isSpent else { return }
        if isCancelled.load(ordering: .relaxed) {
            throw SearchBusError(.cancelled, "The search was cancelled.")
        }
        if heldBytes > limits.bytes {
            throw SearchBusError(
                .tooLarge,
                "The results are larger than \(limits.bytes >> 10) KiB.",
                remedy:
                    "Retrieve fewer attributes (`attributesToRetrieve`), fewer hits (`hitsPerPage`) or fewer values."
            )
        }
        if hasLongList.load(ordering: .relaxed) {
            throw SearchBusError(
                .tooLarge,
                "The page is too far from the first one.",
                remedy: "Narrow the search by its text or filters instead of paging."
            )
        }
        throw SearchBusError(
            .tooLarge,
            "The search takes too much work: more than \(limits.units) units.",
            remedy: "Use fewer words, filters and facets, or forgive fewer typing errors."
        )
    }
}
