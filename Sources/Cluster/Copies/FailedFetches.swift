// SPDX-License-Identifier: MIT

import Wire

/// The versions of indexes that could not be fetched, each of which is left for a while.
///
/// Pure: the times are given. What is damaged where all fetch it from would otherwise be read over and over.
struct FailedFetches {
    private struct Failure {
        let number: UInt64
        let error: SearchBusError
        let restsUntil: ContinuousClock.Instant
    }

    /// The delay before a version is fetched again, in relation to the attempt's time; and its maximum.
    static let rest = 10
    static let longestRest: Duration = .seconds(60)

    private var failures: [String: Failure] = [:]

    /// Why a version is not fetched now; `nil` if it may be.
    func reason(toLeave name: String, number: UInt64, now: ContinuousClock.Instant) -> SearchBusError? {
        guard let failure = failures[name], failure.number == number, now < failure.restsUntil else { return nil }
        return failure.error
    }

    /// Notes that a version could not be fetched.
    mutating func note(
        _ error: SearchBusError,
        of name: String,
        number: UInt64,
        from start: ContinuousClock.Instant,
        to end: ContinuousClock.Instant
    ) {
        let rest = min((end - start) * Self.rest, Self.longestRest)
        failures[name] = Failure(number: number, error: error, restsUntil: end + rest)
    }

    /// Notes that an index was fetched.
    mutating func remove(_ name: String) { failures[name] = nil }
}
