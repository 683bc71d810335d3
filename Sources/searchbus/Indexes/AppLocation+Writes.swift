// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Broker
import Bus
import SearchIndex
import Supervisor

extension AppLocation {
    /// The write up to which the indexer has applied those of the app's log; `nil` where there is no log.
    var appliedWrites: IndexStamp? {
        // A log that cannot be read is its broker's to tell: what is imported does not come from it.
        let cursor = try? ReplicaLog.cursor(of: "indexer", path: "\(data)/log.sqlite")
        return cursor.map { IndexStamp(epoch: $0.epoch, sequence: $0.place.rawValue) }
    }
}
