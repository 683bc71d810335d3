// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Synchronization

/// The end of the log, as far as the gateway has heard.
final class LogPosition: Sendable {
    private let state = Mutex((epoch: "", head: SequenceNumber.zero))

    /// The identity of the log; empty before anything was heard.
    var epoch: String { state.withLock { $0.epoch } }

    /// The highest sequence heard of.
    var head: SequenceNumber { state.withLock { $0.head } }

    /// Something told where the log ends; of another log than before it counts alone.
    func note(_ epoch: String, _ head: SequenceNumber) {
        state.withLock { state in
            state = epoch == state.epoch ? (epoch, max(head, state.head)) : (epoch, head)
        }
    }
}
