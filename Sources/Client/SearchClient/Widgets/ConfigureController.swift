// SPDX-License-Identifier: MIT

import Wire

/// Draws the parameters of an engine.
@MainActor
public protocol ConfigureController: ItemController where Item == [String: JSON] {
    /// Called by the controller to set parameters and keep the others; a null value removes its parameter.
    var onParametersChanged: (([String: JSON]) -> Void)? { get set }
    /// Called by the controller to reset them to those of a new session.
    var onReset: (() -> Void)? { get set }
}

extension WidgetInteractor where View == ConfigureView {
    /// Sets parameters and keeps the others; one that is null is removed.
    public func set(_ parameters: [String: JSON]) {
        let members = parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        send(.set(parameters: .object(JSONObject(members))))
    }

    /// Resets them to those of a new session.
    public func reset() { send(.reset()) }

    /// Connects a controller that draws the parameters; it is not retained.
    @discardableResult
    public func connectController(_ controller: some ConfigureController) -> ControllerConnection {
        controller.onParametersChanged = { [weak self] in self?.set($0) }
        controller.onReset = { [weak self] in self?.reset() }
        let ending = { (controller.onParametersChanged, controller.onReset) = (nil, nil) }
        return onViewChanged.connect(controller, ending: ending) { controller, view in
            controller.setItem(view.parameters)
        }
    }
}
