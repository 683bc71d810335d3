// SPDX-License-Identifier: MIT

/// Draws the figures of the last response; `nil` without one.
@MainActor
public protocol StatsController: ItemController where Item == StatsView? {}

/// Draws the line about the last response; `nil` without one.
@MainActor
public protocol StatsTextController: ItemController where Item == String? {}

extension WidgetInteractor where View == StatsView {
    /// Connects a controller that draws the figures, in any form; it is not retained.
    @discardableResult
    public func connectController<Controller: ItemController>(
        _ controller: Controller,
        presenter: @escaping (StatsView?) -> Controller.Item
    ) -> ControllerConnection {
        if view == nil { controller.setItem(presenter(nil)) }
        return onViewChanged.connect(controller) { controller, view in
            controller.setItem(presenter(view.phase == .idle ? nil : view))
        }
    }

    /// Connects a controller that draws the line of the app file; it is not retained.
    @discardableResult
    public func connectController<Controller: ItemController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == String? {
        connectController(controller) { $0?.text }
    }

    /// Connects a controller that draws the figures; it is not retained.
    @discardableResult
    public func connectController<Controller: ItemController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == StatsView? {
        connectController(controller) { $0 }
    }
}

extension WidgetConnector where Interactor == StatsInteractor {
    /// Connects a controller that draws the figures in its own form.
    public convenience init<Controller: ItemController>(
        session: SearchSession,
        widget: String,
        controller: Controller,
        presenter: @escaping (StatsView?) -> Controller.Item
    ) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller, presenter: presenter))
    }

    /// Connects a controller that draws the line of the app file.
    public convenience init<Controller: ItemController>(session: SearchSession, widget: String, controller: Controller)
    where Controller.Item == String? {
        self.init(session: session, widget: widget, controller: controller) { $0?.text }
    }
}
