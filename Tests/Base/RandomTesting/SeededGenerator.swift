// SPDX-License-Identifier: MIT

import Foundation

/// The seed of a run's random tests: a new one each time, or the one in `SEARCHBUS_TEST_SEED` to repeat a failed run.
///
/// It is written to standard error before it is used, so that it is known also after a trap.
public let testSeed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["SEARCHBUS_TEST_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 1...UInt64(UInt32.max))
    FileHandle.standardError.write(Data("SEARCHBUS_TEST_SEED=\(seed)\n".utf8))
    return seed
}()

/// Whether this is the run before a release, `make test-release`, rather than one for a change.
public let isThorough = ProcessInfo.processInfo.environment["SEARCHBUS_TEST_ALL"] == "1"

/// How often a test repeats its steps with other random values.
///
/// - Parameters:
///   - count: How often in `make test`.
///   - thorough: How often in `make test-release`.
/// - Returns: One of the two.
public func rounds(_ count: Int, thorough: Int) -> Int { isThorough ? thorough : count }

/// Numbers that follow from a seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
