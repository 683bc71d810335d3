// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What holds a controller to its widget; it holds the controller as long as it is held itself.
@MainActor
public final class ControllerConnection {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) { self.end = end }

    /// Ends the connection: the controller is told nothing any more, and what people do has no effect.
    public func disconnect() {
        end?()
        end = nil
    }
}
