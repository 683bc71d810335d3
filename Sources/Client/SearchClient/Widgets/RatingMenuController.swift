// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws ratings, to select the least of; a `NumberController` of `Double` draws stars instead.
@MainActor
public protocol RatingMenuController: SelectableListController where Item == Rating {}

extension HandleInteractor where View == RatingMenuView {
    /// The least rating that is asked for, as it was shown last.
    public var item: Double? { view?.selected }

    /// Asks for a least rating; for any with `nil`, or with 0 and less.
    public func computeNumber(number: Double?) {
        change(.select(value: number.flatMap { $0 > 0 ? $0 : nil }))
    }

    /// Connects what draws the stars of the least rating; it is not held.
    @discardableResult
    public func connectController<Controller: NumberController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == Double {
        let computation = Computation<Double>(
            current: { [weak self] in self?.item },
            set: { [weak self] in self?.computeNumber(number: $0) }
        )
        controller.setComputation(computation: computation)
        return onViewShown.connect(controller) { controller, view in
            controller.setBounds(bounds: 0...Double(Swift.max(view.max, 0)))
            if let rating = view.selected { controller.setItem(rating) } else { controller.invalidate() }
        }
    }
}

extension WidgetConnector where Interactor == RatingMenuInteractor {
    /// Connects what draws the stars of the least rating.
    public convenience init<Controller: NumberController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Controller.Item == Double {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
