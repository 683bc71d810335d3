// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import Synchronization
import Wire

/// Counts open streams, so that one browser or program cannot take all there are.
final class StreamLimits: Sendable {
    private struct State {
        var total = 0
        var perBrowser: [String: Int] = [:]
    }

    private let perBrowser: Int
    private let total: Int
    private let state = Mutex(State())

    init(perBrowser: Int, total: Int) {
        self.perBrowser = perBrowser
        self.total = total
    }

    /// How many streams are open.
    var count: Int { state.withLock { $0.total } }

    /// Takes a place for a stream, which is free again when the lease is let go.
    ///
    /// - Throws: `Problem` with status 429 where there is none.
    func open(for identity: Identity) throws -> StreamLease {
        let browser: String? = if case .browser(let id) = identity { id } else { nil }
        let refusal = state.withLock { state -> SearchBusError? in
            if let browser, state.perBrowser[browser, default: 0] >= perBrowser {
                return SearchBusError(
                    .busy,
                    "This browser has \(perBrowser) streams open already.",
                    remedy: "Close a tab of the console."
                )
            }
            if state.total >= total {
                return SearchBusError(
                    .busy,
                    "The gateway has \(total) streams open already.",
                    remedy: "Close some of the streams."
                )
            }
            state.total += 1
            if let browser { state.perBrowser[browser, default: 0] += 1 }
            return nil
        }
        if let refusal {
            var problem = Problem(refusal, status: 429)
            problem.headers[.retryAfter] = "5"
            throw problem
        }
        return StreamLease { [weak self] in self?.close(browser) }
    }

    private func close(_ browser: String?) {
        state.withLock { state in
            state.total -= 1
            guard let browser, let count = state.perBrowser[browser] else { return }
            state.perBrowser[browser] = count > 1 ? count - 1 : nil
        }
    }
}

/// Something that is given back when nobody holds the lease any more: also where a response is dropped before its body
/// is written.
final class StreamLease: Sendable {
    private let giveBack: @Sendable () -> Void

    init(_ giveBack: @escaping @Sendable () -> Void) {
        self.giveBack = giveBack
    }

    deinit { giveBack() }
}
