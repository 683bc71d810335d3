// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
