// SPDX-License-Identifier: MIT

import Wire

/// One change of an index, as part of a list that takes effect in order and as a whole.
public enum IndexEdit: Sendable, Hashable {
    /// Stores a record, replacing the one with its identifier.
    case put(Record)
    /// Changes some attributes of a record; one that is not there comes to be, or is left alone.
    case update(objectID: String, JSONObject, creates: Bool)
    case delete(objectID: String)
    case clear
    /// Gives the index settings, and what it keeps for others.
    case settings(IndexSettings, extra: JSON)
}

/// What the version of an index was made from last: the place of a write on a log.
public struct IndexStamp: Sendable, Hashable {
    /// The identity of the log.
    public let epoch: String
    /// The place on it.
    public let sequence: UInt64

    public init(epoch: String, sequence: UInt64) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// This place, or another one where that is later on the same log.
    public func orLater(_ other: IndexStamp?) -> IndexStamp {
        guard let other, other.epoch == epoch, other.sequence > sequence else { return self }
        return other
    }

    var text: String { "\(sequence) \(epoch)" }

    init?(text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let sequence = UInt64(parts[0]) else { return nil }
        self.init(epoch: String(parts[1]), sequence: sequence)
    }
}
