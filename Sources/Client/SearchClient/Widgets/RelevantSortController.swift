// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What people read about which results are shown, and on the button that turns it around.
public typealias RelevantSortTextualRepresentation = (hintText: String, toggleTitle: String)

/// Draws which results are shown where they are sorted, and a button that turns it around.
@MainActor
public protocol RelevantSortController: ItemController {
    /// Called by the controller when the button is pressed.
    var didToggle: (() -> Void)? { get set }
}

extension WidgetInteractor where View == RelevantSortView {
    /// Which results were shown last; `nil` where that cannot be chosen.
    public var item: RelevantSortPriority? { view?.priority }

    /// Shows all results, or the relevant ones alone again.
    public func toggle() { send(.toggle()) }

    /// What people read in English.
    nonisolated public static func text(for priority: RelevantSortPriority?) -> RelevantSortTextualRepresentation? {
        switch priority {
        case .hitsCount: ("All results are shown.", "Show relevant results only")
        case .relevancy: ("Results that match little are left out.", "Show all results")
        case nil: nil
        }
    }

    /// Connects what draws it in a form of its own; it is not held.
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

    /// Connects what draws a line and a button in English; it is not held.
    @discardableResult
    public func connectController<Controller: RelevantSortController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == RelevantSortTextualRepresentation? {
        connectController(controller, presenter: Self.text)
    }
}

extension WidgetConnector where Interactor == RelevantSortInteractor {
    /// Connects what draws it in a form of its own.
    public convenience init<Controller: RelevantSortController>(
        session: SearchSession,
        widget: String,
        controller: Controller,
        presenter: @escaping (RelevantSortPriority?) -> Controller.Item
    ) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller, presenter: presenter))
    }

    /// Connects what draws a line and a button in English.
    public convenience init<Controller: RelevantSortController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Controller.Item == RelevantSortTextualRepresentation? {
        self.init(session: session, widget: widget, controller: controller, presenter: Interactor.text)
    }
}
