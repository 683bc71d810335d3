// SPDX-License-Identifier: MIT

/// A widget of a session and a controller, connected while this is retained.
///
/// Each widget type has its own by name, such as `NumberRangeConnector`, which makes both from a session and a widget's name.
@MainActor
public final class WidgetConnector<Interactor> {
    public let interactor: Interactor
    /// The connection of the controller and the widget.
    public let connection: ControllerConnection

    /// Retains another connection.
    public init(_ interactor: Interactor, _ connection: ControllerConnection) {
        self.interactor = interactor
        self.connection = connection
    }
}

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
