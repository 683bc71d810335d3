// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `stats`: the figures of the last answer, and a line about them.
@MainActor
public final class StatsInteractor: WidgetInteractor<StatsView> {
    /// Connects what draws the figures, in any form; it is not held.
    @discardableResult
    public func connectController<Controller: ItemController>(
        _ controller: Controller,
        presenter: @escaping (StatsView?) -> Controller.Item
    ) -> ControllerConnection {
        if view == nil { controller.setItem(presenter(nil)) }
        onViewChanged.subscribePast(with: controller) { controller, view in
            controller.setItem(presenter(view.phase == .idle ? nil : view))
        }
        return ControllerConnection { [weak self] in self?.onViewChanged.cancelSubscription(for: controller) }
    }

    /// Connects what draws the line of the app file; it is not held.
    @discardableResult
    public func connectController<Controller: ItemController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == String? {
        connectController(controller) { $0?.text }
    }

    /// Connects what draws the figures; it is not held.
    @discardableResult
    public func connectController<Controller: ItemController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == StatsView? {
        connectController(controller) { $0 }
    }
}
