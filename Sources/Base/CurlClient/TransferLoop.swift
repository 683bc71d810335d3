// SPDX-License-Identifier: MIT

import CCurl
import Runtime
import Synchronization

/// The thread that all transfers of a client run on.
final class TransferLoop: Sendable {
    typealias Completion = @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

    private struct Arrival: Sendable {
        let transfer: Transfer
        let ticket: Int
        let complete: Completion
    }

    private struct State {
        var arrivals: [Arrival] = []
        /// The tickets of transfers that have not ended, and whether each was cancelled.
        var tickets: [Int: Bool] = [:]
        var nextTicket = 0
        var isStopped = false
        /// Whether the thread has ended, and `multi` with it.
        var hasEnded = false
    }

    private let state = Mutex(State())
    // Only its thread uses it, but for `curl_multi_wakeup`, which any thread may call.
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

    init(connectionsPerHost: Int) {
        guard Transfer.isReady, let multi = curl_multi_init() else { preconditionFailure("libcurl cannot start") }
        self.multi = multi
        ccurl_set_multi_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, max(1, connectionsPerHost))
        SystemThread(blocksSignals: true) { [self] in run() }.detach()
    }

    /// Names a transfer, so that it can be cancelled at any time.
    func makeTicket() -> Int {
        state.withLock { state in
            state.nextTicket += 1
            state.tickets[state.nextTicket] = false
            return state.nextTicket
        }
    }

    /// Starts a transfer; `complete` is called once, on the loop's thread.
    func start(_ transfer: Transfer, _ ticket: Int, _ complete: @escaping Completion) {
        let arrival = Arrival(transfer: transfer, ticket: ticket, complete: complete)
        change { $0.arrivals.append(arrival) }
    }

    func cancel(_ ticket: Int) { change { if $0.tickets[ticket] != nil { $0.tickets[ticket] = true } } }

    func stop() { change { $0.isStopped = true } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            body(&state)
            curl_multi_wakeup(multi)
        }
    }

    private func run() {
        var running: [Arrival] = []
        var resolved: Set<String> = []
        while true {
            let (arrivals, tickets, isStopped) = state.withLock { state in
                defer { (state.arrivals, state.hasEnded) = ([], state.isStopped) }
                return (state.arrivals, state.tickets, state.isStopped)
            }
            for arrival in arrivals {
                curl_multi_add_handle(multi, arrival.transfer.handle)
                running.append(arrival)
            }
            finish(&running, &resolved, .failure(.cancelled)) { isStopped || tickets[$0.ticket] == true }
            if isStopped { break }
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            var code = CURLE_OK
            while let handle = ccurl_next_ended(multi, &code) {
                finish(&running, &resolved, nil, code) { $0.transfer.handle == handle }
            }
            curl_multi_poll(multi, nil, 0, 60_000, nil)
        }
        curl_multi_cleanup(multi)
    }

    /// Ends the transfers that are meant, with a result or libcurl's; notes the servers whose names were looked up.
    private func finish(
        _ running: inout [Arrival],
        _ resolved: inout Set<String>,
        _ result: Result<HTTPResponse, HTTPFailure>?,
        _ code: CURLcode = CURLE_OK,
        _ isMeant: (Arrival) -> Bool
    ) {
        let ended = running.filter(isMeant)
        guard !ended.isEmpty else { return }
        running.removeAll(where: isMeant)
        for arrival in ended {
            let transfer = arrival.transfer
            let result = result ?? transfer.result(code, isKnown: resolved.contains(transfer.server))
            if transfer.isResolved { resolved.insert(transfer.server) }
            curl_multi_remove_handle(multi, transfer.handle)
            state.withLock { $0.tickets[arrival.ticket] = nil }
            arrival.complete(result)
        }
    }
}
