// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// Writes to one output on a thread of its own, so that a stopped reader blocks no other work.
///
/// The queue is bounded in bytes. Lines that do not fit are dropped, and counted once there is room again. May be used from any
/// thread.
final class OutputQueue: Sendable {
    /// How many bytes may wait.
    static let limit = 1 << 20

    private struct State {
        var waiting = 0
        var dropped = 0
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue
    private let write: @Sendable ([UInt8]) -> Void
    private let notice: @Sendable (Int) -> String

    /// Makes a queue whose texts are written one after the other, however long each takes.
    init(
        _ name: String,
        notice: @escaping @Sendable (Int) -> String = { "(\($0) lines before this were dropped: they were not read)" },
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.notice = notice
        queue = DispatchQueue(label: "searchbus.output.\(name)")
        self.write = write
    }

    func print(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        let fits = state.withLock { state in
            guard state.waiting + bytes.count <= Self.limit else {
                state.dropped += 1
                return false
            }
            state.waiting += bytes.count
            return true
        }
        guard fits else { return }
        queue.async { [self] in
            write(bytes)
            let dropped = state.withLock { state in
                state.waiting -= bytes.count
                defer { if state.waiting == 0 { state.dropped = 0 } }
                return state.waiting == 0 ? state.dropped : 0
            }
            if dropped > 0 { write(Array("\(notice(dropped))\n".utf8)) }
        }
    }

    /// Waits until everything is written, but no longer than the time given.
    func flush(within time: DispatchTimeInterval) {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        _ = isDone.wait(timeout: .now() + time)
    }
}
