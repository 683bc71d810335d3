// SPDX-License-Identifier: MIT

/// The texts about the displayed results, and of the button that switches them.
public typealias RelevantSortTextualRepresentation = (hintText: String, toggleTitle: String)

/// Draws which results are shown when they are sorted, and a button that switches them.
@MainActor
public protocol RelevantSortController: ItemController {
    /// Called by the controller when the button is pressed.
    var didToggle: (() -> Void)? { get set }
}

extension WidgetInteractor where View == RelevantSortView {
    /// The kind of results in the last view; `nil` if it cannot be chosen.
    public var item: RelevantSortPriority? { view?.priority }

    /// Shows all results, or only the relevant ones again.
    public func toggle() { send(.toggle()) }

    /// The English texts.
    nonisolated public static func text(for priority: RelevantSortPriority?) -> RelevantSortTextualRepresentation? {
        switch priority {
        case .hitsCount: ("All results are shown.", "Show relevant results only")
        case .relevancy: ("Results that match little are left out.", "Show all results")
        case nil: nil
        }
    }

    /// Connects a controller that draws it in its own form; it is not retained.
    @discardableResult
    public func connectController<Controller: RelevantSortController>(
        _ controller: Controller,
        presenter: @escaping (RelevantSortPriority?) -> Controller.Item
    ) -> ControllerConnection {
        controller.didToggle = { [weak self] in self?.toggle() }
        return onViewChanged.connect(controller, ending: { controller.didToggle = nil }) { controller, view in
            controller.setItem(presenter(view.priority))
        }
    }

    /// Connects a controller that draws a line and a button in English; it is not retained.
    @discardableResult
    public func connectController<Controller: RelevantSortController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == RelevantSortTextualRepresentation? {
        connectController(controller, presenter: Self.text)
    }
}

extension WidgetConnector where Interactor == RelevantSortInteractor {
    /// Connects a controller that draws it in its own form.
    public convenience init<Controller: RelevantSortController>(
        session: SearchSession,
        widget: String,
        controller: Controller,
        presenter: @escaping (RelevantSortPriority?) -> Controller.Item
    ) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller, presenter: presenter))
    }

    /// Connects a controller that draws a line and a button in English.
    public convenience init<Controller: RelevantSortController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Controller.Item == RelevantSortTextualRepresentation? {
        self.init(session: session, widget: widget, controller: controller, presenter: Interactor.text)
    }
}
