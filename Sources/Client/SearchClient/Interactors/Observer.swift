// SPDX-License-Identifier: MIT

import Observation

/// Publishes each new value to subscribers.
///
/// It keeps the last one, and retains no subscriber. Its last value is observable: what reads it within `withObservationTracking`, such as
/// the body of a view of SwiftUI, is notified of the next one.
@MainActor
@Observable
public final class Observer<Value> {
    private struct Subscription {
        weak var owner: AnyObject?
        let call: (AnyObject, Value) -> Void
    }

    @ObservationIgnored private var subscriptions: [Subscription] = []
    /// The last value; `nil` where there was none.
    public private(set) var last: Value?

    public init() {}

    /// Calls with each value from now on, until the owner is released.
    public func subscribe<Owner: AnyObject>(with owner: Owner, _ call: @escaping (Owner, Value) -> Void) {
        subscriptions.append(
            Subscription(owner: owner) { owner, value in
                if let owner = owner as? Owner { call(owner, value) }
            }
        )
    }

    /// Calls with the last value, if there is one, and with each from now on, until the owner is released.
    public func subscribePast<Owner: AnyObject>(with owner: Owner, _ call: @escaping (Owner, Value) -> Void) {
        subscribe(with: owner, call)
        if let last { call(owner, last) }
    }

    /// Ends the subscriptions of an owner.
    public func cancelSubscription(for owner: AnyObject) {
        subscriptions.removeAll { $0.owner === owner || $0.owner == nil }
    }

    /// Forgets the last value; subscribers are not notified, and what observes it is.
    func forget() {
        if last != nil { last = nil }
    }

    /// Publishes a value.
    public func fire(_ value: Value) {
        last = value
        subscriptions.removeAll { $0.owner == nil }
        for subscription in subscriptions {
            if let owner = subscription.owner { subscription.call(owner, value) }
        }
    }
}

extension Observer {
    /// Connects a controller: it is drawn with the last value and each from now on.
    ///
    /// - Parameters:
    ///   - controller: The controller; only the connection retains it.
    ///   - ending: Called when the connection ends, to remove the controller's callbacks.
    ///   - draw: Passes a value to the controller.
    /// - Returns: The connection that retains the controller.
    func connect<Controller: AnyObject>(
        _ controller: Controller,
        ending: @escaping () -> Void = {},
        _ draw: @escaping (Controller, Value) -> Void
    ) -> ControllerConnection {
        subscribePast(with: controller, draw)
        return ControllerConnection { [weak self] in
            self?.cancelSubscription(for: controller)
            ending()
        }
    }
}
