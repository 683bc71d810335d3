// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `loading`: whether an answer is awaited.
@MainActor
public final class LoadingInteractor: WidgetInteractor<LoadingView> {
    /// Connects what draws it; it is not held.
    @discardableResult
    public func connectController<Controller: ItemController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == Bool {
        onViewChanged.subscribePast(with: controller) { controller, view in controller.setItem(view.loading) }
        return ControllerConnection { [weak self] in self?.onViewChanged.cancelSubscription(for: controller) }
    }
}
