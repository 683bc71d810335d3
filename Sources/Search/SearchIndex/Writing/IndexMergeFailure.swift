// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Merges of an index that fail, so that its segments become more and searches slower.
public struct IndexMergeFailure: Sendable, Hashable {
    /// The name of the index.
    public let index: String
    /// Why the last attempt failed.
    public internal(set) var error: SearchBusError
    /// How many attempts failed in a row.
    public internal(set) var count: Int
    /// When the first of them failed.
    public let since: Date
}

extension IndexDirectory {
    /// The indexes whose merges fail in this process, by name; the attempts are repeated with a growing delay.
    public var mergeFailures: [IndexMergeFailure] { environment.merges.failures }

    /// Calls the closure whenever merges of an index fail, and with `nil` once one succeeds or none is due any longer.
    ///
    /// It replaces the closure that was given before, and is called from any thread.
    public func observeMerges(_ observer: @escaping @Sendable (_ index: String, IndexMergeFailure?) -> Void) {
        environment.merges.observe(observer)
    }
}
