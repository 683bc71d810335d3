// SPDX-License-Identifier: MIT

import Bus
import Synchronization

/// The last known end of the log.
final class LogPosition: Sendable {
    private let state = Mutex((epoch: "", head: SequenceNumber.zero))

    /// The identity of the log; empty before the first report.
    var epoch: String { state.withLock { $0.epoch } }

    /// The highest known sequence number.
    var head: SequenceNumber { state.withLock { $0.head } }

    /// Notes a report of the log's end; for another log it replaces the previous one.
    func note(_ epoch: String, _ head: SequenceNumber) {
        state.withLock { state in
            state = epoch == state.epoch ? (epoch, max(head, state.head)) : (epoch, head)
        }
    }
}
