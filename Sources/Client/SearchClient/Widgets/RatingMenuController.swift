// SPDX-License-Identifier: MIT

/// Draws ratings, to select a minimum; a `NumberController` of `Double` draws stars instead.
@MainActor
public protocol RatingMenuController: SelectableListController where Item == Rating {}

extension HandleInteractor where View == RatingMenuView {
    /// The minimum rating of the last view.
    public var item: Double? { view?.selected }

    /// Sets the minimum rating; any with `nil`, or with 0 and less.
    public func computeNumber(number: Double?) {
        change(.select(value: number.flatMap { $0 > 0 ? $0 : nil }))
    }

    /// Connects a controller that draws the stars of the minimum rating; it is not retained.
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
    /// Connects a controller that draws the stars of the minimum rating.
    public convenience init<Controller: NumberController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Controller.Item == Double {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
