// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The connection of a controller and its widget; it retains the controller while it is retained itself.
@MainActor
public final class ControllerConnection {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) { self.end = end }

    /// Ends the connection: the controller gets no further values, and its intents have no effect.
    public func disconnect() {
        end?()
        end = nil
    }
}
