// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation

/// The seed that random tests begin with: another one each time, unless `SEARCHBUS_TEST_SEED` says which.
enum TestSeed {
    static let first =
        ProcessInfo.processInfo.environment["SEARCHBUS_TEST_SEED"].flatMap(UInt64.init)
        ?? UInt64.random(in: 0...UInt64.max)
}
