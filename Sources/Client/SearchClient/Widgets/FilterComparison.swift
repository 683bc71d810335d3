// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A `number` of a session and a controller, connected as long as this is held.
public typealias FilterComparisonConnector = WidgetConnector<NumberInteractor>

extension HandleInteractor where View == NumberView {
    /// The number as it was shown last.
    public var item: Double? { view?.value }
    /// The lowest and highest number there is.
    public var bounds: ClosedRange<Double>? { view?.bounds }

    /// Makes it this number, within the bounds; `nil` for none.
    public func computeNumber(number: Double?) {
        change(.set(value: number))
    }

    /// Makes the number a step higher, from what it is on the bus; where there is none, it begins where the app file says.
    ///
    /// - Parameters:
    ///   - step: How much; `nil` for the step of the app file.
    ///   - start: Where it begins instead.
    public func increment(step: Double? = nil, default start: Double? = nil) {
        // Each step counts: none takes the place of another.
        change(.increment(by: step, begin: start), isLatest: false)
    }

    /// Makes the number a step lower, as `increment` makes it higher.
    public func decrement(step: Double? = nil, default start: Double? = nil) {
        change(.decrement(by: step, begin: start), isLatest: false)
    }

    /// Removes the number.
    public func clear() { change(.clear()) }

    /// Connects what draws the number; it is not held.
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
    /// Connects what draws the number.
    public convenience init<Controller: NumberController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Controller.Item == Double {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
