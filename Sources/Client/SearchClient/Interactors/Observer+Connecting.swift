// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension Observer {
    /// Connects a controller: it is drawn with the last value and each from now on.
    ///
    /// - Parameters:
    ///   - controller: What draws; it is held by the connection alone.
    ///   - ending: Called when the connection is ended, to take away what the controller calls.
    ///   - draw: Hands a value to the controller.
    /// - Returns: What holds the controller.
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
