// SPDX-License-Identifier: MIT

import Synchronization
import Wire

/// Limits what is in flight for all callers, and for each of them.
final class CallerShares: Sendable {
    /// A number of searches, and the size of their requests in bytes where it is limited.
    struct Amount: Sendable {
        var count = 0
        var bytes = 0

        static func + (left: Amount, right: Amount) -> Amount {
            Amount(count: left.count + right.count, bytes: left.bytes + right.bytes)
        }

        func isWithin(_ limit: Amount) -> Bool { count <= limit.count && bytes <= limit.bytes }
    }

    private let limit: Amount
    private let share: Amount
    private let state = Mutex((all: Amount(), own: [CallerToken: Amount]()))

    /// Creates the limits.
    ///
    /// - Parameters:
    ///   - limit: The maximum of all callers.
    ///   - share: The maximum of each caller.
    init(_ limit: Amount, perCaller share: Amount) { (self.limit, self.share) = (limit, share) }

    /// The number of searches in flight.
    var count: Int { state.withLock { $0.all.count } }

    /// Runs a body whose searches are in flight meanwhile.
    ///
    /// - Parameters:
    ///   - amount: The searches.
    ///   - caller: The caller.
    ///   - excess: The error if the caller would have too many, by how many it has and may have.
    ///   - body: Makes the searches.
    /// - Returns: What the body returns.
    /// - Throws: `SearchBusError` with `busy` if all callers would have too many; `excess`, and what the body throws.
    func holding<Value>(
        _ amount: Amount,
        of caller: CallerToken,
        excess: (_ own: Int, _ limit: Int) -> any Error,
        _ body: () async throws -> Value
    ) async throws -> Value {
        try state.withLock { state throws in
            let (all, own) = (state.all + amount, state.own[caller] ?? Amount())
            guard all.isWithin(limit) else { throw SearchBusError(.busy, "Too many searches are in flight.") }
            guard (own + amount).isWithin(share) else { throw excess(own.count, share.count) }
            (state.all, state.own[caller]) = (all, own + amount)
        }
        defer {
            let freed = Amount(count: -amount.count, bytes: -amount.bytes)
            state.withLock { state in
                let left = (state.own[caller] ?? Amount()) + freed
                (state.all, state.own[caller]) = (state.all + freed, left.count > 0 ? left : nil)
            }
        }
        return try await body()
    }
}
