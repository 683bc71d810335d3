// SPDX-License-Identifier: MIT

import Bus

/// Up to where the log is counted.
public struct InsightsPlace: Sendable, Hashable {
    /// The identity of the log; empty before anything was read.
    public var epoch: String
    /// The last place that is counted.
    public var sequence: SequenceNumber
    /// How often events were removed before they could be counted.
    public var gaps: Int

    public init(epoch: String = "", sequence: SequenceNumber = .zero, gaps: Int = 0) {
        self.epoch = epoch
        self.sequence = sequence
        self.gaps = gaps
    }
}
