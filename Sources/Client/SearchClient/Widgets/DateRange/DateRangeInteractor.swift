// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation

/// A `date-range`: a range of dates, and periods to choose from.
///
/// A `DatePresetController` draws the periods.
public typealias DateRangeInteractor = RangeInteractor<DateRangeView>

/// A `date-range` of a session and a controller, connected as long as this is held.
public typealias DateRangeConnector = WidgetConnector<DateRangeInteractor>

extension RangeInteractor where View == DateRangeView {
    /// Selects a range of dates within the bounds; `nil` removes it.
    ///
    /// Nothing happens before there is a view.
    public func computeDateRange(_ range: ClosedRange<Date>?) {
        guard let unit = view?.unit else { return }
        computeNumberRange(range.map { unit.number(of: $0.lowerBound)...unit.number(of: $0.upperBound) })
    }

    /// Removes range and period.
    public func clear() { change("clear") }

    /// Connects what draws the range; it is not held.
    @discardableResult
    public func connectController(_ controller: some DateRangeController) -> ControllerConnection {
        controller.onRangeChanged = { [weak self] in self?.computeDateRange($0) }
        return onViewShown.connect(controller, ending: { controller.onRangeChanged = nil }) { controller, view in
            let dates = { (range: ClosedRange<Double>) -> ClosedRange<Date> in
                view.unit.date(of: range.lowerBound)...view.unit.date(of: range.upperBound)
            }
            if let bounds = view.bounds { controller.setBounds(dates(bounds)) }
            if let item = view.range?.closed(in: view.bounds) {
                controller.setItem(dates(item))
            } else {
                controller.invalidate()
            }
        }
    }
}

extension WidgetConnector where Interactor == DateRangeInteractor {
    /// Connects what draws the range.
    public convenience init(session: SearchSession, widget: String, controller: some DateRangeController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
