// SPDX-License-Identifier: MIT

import Runtime
import Synchronization
import Wire

/// How tasks give orders to the socket thread.
final class Mailbox: Sendable {
    enum Order {
        case request(PendingRequest)
        case subscribe(SubscriptionQueue, [TopicPrefix], after: SequenceNumber, late: Set<TopicPrefix>)
        case resume(Int)
        case unsubscribe(Int)
    }

    private struct State {
        var orders: [Order] = []
        var isClosed = false
    }

    let wakeUp: WakeUp
    let executor: SocketExecutor
    private let state = Mutex(State())
    private let connected = Atomic<Bool>(false)

    init(wakeUp: WakeUp) {
        self.wakeUp = wakeUp
        executor = SocketExecutor(wakeUp: wakeUp)
    }

    /// Whether a message of the broker was received lately.
    var isConnected: Bool { connected.load(ordering: .relaxed) }

    func setConnected(_ value: Bool) { connected.store(value, ordering: .relaxed) }

    /// Leaves an order; one that comes too late is refused at once.
    func post(_ order: Order) {
        let isTaken = state.withLock { state in
            if !state.isClosed { state.orders.append(order) }
            return !state.isClosed
        }
        guard isTaken else {
            return Mailbox.refuse(order, SearchBusError(.brokerUnavailable, "The bus connection is closed."))
        }
        // On its own thread the loop looks here before it waits.
        if !executor.isCurrent { wakeUp.ring() }
    }

    /// Makes the socket thread check its deadlines again; on that thread itself it does so anyway before it waits.
    func hasten() {
        if !executor.isCurrent { wakeUp.ring() }
    }

    /// Takes every order that waits, and whether the thread is to end.
    func take() -> (orders: [Order], isClosed: Bool) {
        state.withLock { state in
            defer { state.orders = [] }
            return (state.orders, state.isClosed)
        }
    }

    /// Tells the thread to end; answers whether this was the first call.
    func close() -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        wakeUp.ring()
        return isFirst
    }

    private static func refuse(_ order: Order, _ error: SearchBusError) {
        switch order {
        case .request(let request): request.finish(.failure(error))
        case .subscribe(let queue, _, _, _): queue.fail(error)
        case .resume, .unsubscribe: break
        }
    }
}
