// SPDX-License-Identifier: MIT

import Foundation

/// Draws a range of dates; `invalidate` is called without a selection or bounds.
@MainActor
public protocol DateRangeController: ItemController where Item == ClosedRange<Date> {
    /// Called by the controller when the user has chosen a range.
    var onRangeChanged: ((ClosedRange<Date>) -> Void)? { get set }
    /// Shows the earliest and latest date.
    func setBounds(_ bounds: ClosedRange<Date>)
}

extension DateUnit {
    private var perSecond: Double { self == .seconds ? 1 : 1_000 }

    /// The date of a number.
    public func date(of number: Double) -> Date { Date(timeIntervalSince1970: number / perSecond) }

    /// The number of a date.
    public func number(of date: Date) -> Double { date.timeIntervalSince1970 * perSecond }
}

extension DateRangeView: RangeView {
    public var resultBounds: ClosedRange<Double>? { bounds }
}

extension RangeInteractor where View == DateRangeView {
    /// Selects a range of dates within the bounds; `nil` removes it.
    ///
    /// Nothing happens before there is a view.
    public func computeDateRange(_ range: ClosedRange<Date>?) {
        guard let unit = view?.unit else { return }
        computeNumberRange(range.map { unit.number(of: $0.lowerBound)...unit.number(of: $0.upperBound) })
    }

    /// Removes range and period.
    public func clear() { change(.clear()) }

    /// Connects a controller that draws the range; it is not retained.
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
