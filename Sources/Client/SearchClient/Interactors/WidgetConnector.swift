// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A widget of a session and a controller, connected as long as this is held.
///
/// Each widget type has its own by name, such as `NumberRangeConnector`, which makes both from a session and a widget's name.
@MainActor
public final class WidgetConnector<Interactor> {
    public let interactor: Interactor
    /// What holds the controller to the widget.
    public let connection: ControllerConnection

    /// Holds what was connected in another way.
    public init(_ interactor: Interactor, _ connection: ControllerConnection) {
        self.interactor = interactor
        self.connection = connection
    }
}
