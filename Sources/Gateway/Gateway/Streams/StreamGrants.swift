// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Synchronization
import Wire

/// By what right each stream is open, so that it ends with the right.
final class StreamGrants: Sendable {
    private struct Stream {
        let grant: Grant
        let end: @Sendable (SearchBusError) -> Void
    }

    private struct State {
        var streams: [Int: Stream] = [:]
        var opened = 0
    }

    private let state = Mutex(State())

    /// Notes a stream until the lease is given back.
    ///
    /// - Parameters:
    ///   - grant: By what right it is open.
    ///   - end: Ends it, and says why.
    /// - Returns: What stands for the note.
    func add(_ grant: Grant, end: @escaping @Sendable (SearchBusError) -> Void) -> StreamLease {
        let number = state.withLock { state in
            state.opened += 1
            state.streams[state.opened] = Stream(grant: grant, end: end)
            return state.opened
        }
        return StreamLease { [weak self] in self?.state.withLock { $0.streams[number] = nil } }
    }

    /// Ends the streams whose right is good no more.
    ///
    /// - Parameter refusals: Why each right is good no more; `nil` for one that is.
    func endAll(where refusals: ([Grant]) -> [SearchBusError?]) {
        let streams = state.withLock { Array($0.streams) }
        guard !streams.isEmpty else { return }
        for ((number, stream), error) in zip(streams, refusals(streams.map(\.value.grant))) {
            guard let error else { continue }
            state.withLock { $0.streams[number] = nil }
            stream.end(error)
        }
    }
}
