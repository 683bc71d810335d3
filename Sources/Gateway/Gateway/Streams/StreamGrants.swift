// SPDX-License-Identifier: MIT

import Synchronization
import Wire

/// The grant of each open stream, so that it ends with the grant.
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

    /// Registers a stream until the lease is released.
    ///
    /// - Parameters:
    ///   - grant: The grant that opened it.
    ///   - end: Ends it, with the reason.
    /// - Returns: The lease of the registration.
    func add(_ grant: Grant, end: @escaping @Sendable (SearchBusError) -> Void) -> StreamLease {
        let number = state.withLock { state in
            state.opened += 1
            state.streams[state.opened] = Stream(grant: grant, end: end)
            return state.opened
        }
        return StreamLease { [weak self] in self?.state.withLock { $0.streams[number] = nil } }
    }

    /// Ends the streams whose permission is no longer valid.
    ///
    /// - Parameter refusals: Returns why each grant is no longer valid; `nil` for a valid one.
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
