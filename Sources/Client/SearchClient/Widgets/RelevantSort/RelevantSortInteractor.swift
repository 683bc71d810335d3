// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `relevant-sort`: whether results that match little are left out where they are sorted.
public typealias RelevantSortInteractor = WidgetInteractor<RelevantSortView>

/// `relevant-sort` of a session and a controller, connected as long as this is held.
public typealias RelevantSortConnector = WidgetConnector<RelevantSortInteractor>

extension WidgetInteractor where View == RelevantSortView {
    /// Which results were shown last; `nil` where that cannot be chosen.
    public var item: RelevantSortPriority? { view?.priority }

    /// Shows all results, or the relevant ones alone again.
    public func toggle() { send("toggle") }

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
