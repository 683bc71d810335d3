// SPDX-License-Identifier: MIT

import Broker
import Bus
import Indexer
import SearchIndex
import Supervisor

extension AppLocation {
    /// The write up to which the indexer has applied those of the app's log; `nil` where there is no log.
    var appliedWrites: IndexStamp? {
        // A log that cannot be read is its broker's to tell: what is imported does not come from it.
        let place = try? LogFile.folded(by: IndexerWork.component, of: .write, path: log)
        return place.map { IndexStamp(epoch: $0.epoch, sequence: $0.sequence.rawValue) }
    }

    /// The next writes of the app's log after a sequence number; `nil` where there is no log.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt`, `storage-failed`.
    func writes(after sequence: SequenceNumber) throws -> ReplayPage? {
        try LogFile.replay(.write, after: sequence, path: log)
    }

    private var log: String { "\(data)/log.sqlite" }
}
