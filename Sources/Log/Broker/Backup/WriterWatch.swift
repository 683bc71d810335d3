// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// Tells whether a log is being written to, by its write-ahead log.
public final class WriterWatch: Sendable {
    /// How long a write is remembered.
    private static let memory: Duration = .milliseconds(250)

    /// What changes with each write.
    private struct Mark: Equatable {
        let size: off_t
        let seconds: Int
        let nanoseconds: Int
    }

    private struct State {
        var mark: Mark?
        var seen: ContinuousClock.Instant?
    }

    private let path: String
    private let state = Mutex(State())

    /// Begins to look at a log.
    public init(log: String) { path = "\(log)-wal" }

    /// Whether something was written just now, as far as was seen since the last call.
    public func isBusy(now: ContinuousClock.Instant = ContinuousClock().now) -> Bool {
        var status = stat()
        let isThere = stat(path, &status) == 0
        let time = status.st_mtim
        let mark = isThere ? Mark(size: status.st_size, seconds: time.tv_sec, nanoseconds: time.tv_nsec) : nil
        return state.withLock { state in
            if mark != state.mark {
                state.mark = mark
                state.seen = now
            }
            return state.seen.map { now - $0 < Self.memory } ?? false
        }
    }
}
