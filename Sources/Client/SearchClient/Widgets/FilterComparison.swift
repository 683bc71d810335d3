// SPDX-License-Identifier: MIT

/// A `number` of a session and a controller, connected while this is retained.
public typealias FilterComparisonConnector = WidgetConnector<NumberInteractor>

extension HandleInteractor where View == NumberView {
    /// The number of the last view.
    public var item: Double? { view?.value }
    /// The lowest and highest number.
    public var bounds: ClosedRange<Double>? { view?.bounds }

    /// Sets the number, within the bounds; `nil` for none.
    public func computeNumber(number: Double?) {
        change(.set(value: number))
    }

    /// Increases the number on the bus by a step; without a number, it begins with the start of the app file.
    ///
    /// - Parameters:
    ///   - step: The step; `nil` for that of the app file.
    ///   - start: Another start.
    public func increment(step: Double? = nil, default start: Double? = nil) {
        // Each step counts: none replaces another.
        change(.increment(by: step, begin: start), isLatest: false)
    }

    /// Decreases the number by a step, like `increment`.
    public func decrement(step: Double? = nil, default start: Double? = nil) {
        change(.decrement(by: step, begin: start), isLatest: false)
    }

    /// Removes the number.
    public func clear() { change(.clear()) }

    /// Connects a controller that draws the number; it is not retained.
    @discardableResult
    public func connectController<Controller: NumberController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == Double {
        let computation = Computation<Double>(
            current: { [weak self] in self?.item },
            set: { [weak self] in self?.computeNumber(number: $0) },
            move: { [weak self] step, isUp, start in
                if isUp {
                    self?.increment(step: step, default: start)
                } else {
                    self?.decrement(step: step, default: start)
                }
            }
        )
        controller.setComputation(computation: computation)
        return onViewShown.connect(controller) { controller, view in
            controller.setBounds(bounds: view.bounds)
            if let number = view.value { controller.setItem(number) } else { controller.invalidate() }
        }
    }
}

extension WidgetConnector where Interactor == NumberInteractor {
    /// Connects a controller that draws the number.
    public convenience init<Controller: NumberController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Controller.Item == Double {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
