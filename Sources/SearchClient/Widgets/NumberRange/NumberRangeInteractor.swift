// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A `number-range`: bounds and selection come from the bus; while a change of one's own is on its way, older views leave the
/// handles alone.
@MainActor
public final class NumberRangeInteractor: WidgetInteractor<NumberRangeView> {
    /// Tells the selection with its open ends at the bounds; `nil` where there is none.
    public let onItemChanged = Observer<ClosedRange<Double>?>()
    /// Tells the bounds; `nil` where there are none.
    public let onBoundsComputed = Observer<ClosedRange<Double>?>()

    private var underWay = 0
    private var hasNews = false

    /// The selection with its open ends at the bounds.
    public var item: ClosedRange<Double>? { onItemChanged.last ?? nil }
    /// The bounds of the results.
    public var bounds: ClosedRange<Double>? { onBoundsComputed.last ?? nil }

    /// Selects a range within the bounds; `nil` removes it.
    ///
    /// An end at its bound is left open, so it moves with the bound.
    public func computeNumberRange(_ range: ClosedRange<Double>?) {
        underWay += 1
        hasNews = false
        let ends = Self.ends(of: range, in: bounds)
        send("set-range", ["range": ends?.json ?? .null], isLatest: true) { [weak self] outcome in
            self?.settle(outcome)
        }
    }

    /// Removes the selection.
    public func clear() { computeNumberRange(nil) }

    public override func take(_ view: NumberRangeView) {
        super.take(view)
        hasNews = true
        if underWay == 0 { show(view) }
    }

    /// Connects what draws the range; it is not held.
    @discardableResult
    public func connectController(_ controller: some NumberRangeController) -> ControllerConnection {
        onBoundsComputed.subscribePast(with: controller) { controller, bounds in
            if let bounds { controller.setBounds(bounds) } else { controller.invalidate() }
        }
        onItemChanged.subscribePast(with: controller) { controller, item in
            if let item { controller.setItem(item) } else { controller.invalidate() }
        }
        controller.onRangeChanged = { [weak self] in self?.computeNumberRange($0) }
        return ControllerConnection { [weak self] in
            self?.onBoundsComputed.cancelSubscription(for: controller)
            self?.onItemChanged.cancelSubscription(for: controller)
            controller.onRangeChanged = nil
        }
    }

    /// What to select for a range that somebody chose: clamped to the bounds, open where it reaches them, nothing where it is all.
    static func ends(of range: ClosedRange<Double>?, in bounds: ClosedRange<Double>?) -> NumberRangeView.Selection? {
        guard let range else { return nil }
        guard let bounds else { return NumberRangeView.Selection(low: range.lowerBound, high: range.upperBound) }
        let clamped = range.clamped(to: bounds)
        let low = clamped.lowerBound > bounds.lowerBound ? clamped.lowerBound : nil
        let high = clamped.upperBound < bounds.upperBound ? clamped.upperBound : nil
        return low == nil && high == nil ? nil : NumberRangeView.Selection(low: low, high: high)
    }

    private func settle(_ outcome: IntentOutcome?) {
        underWay -= 1
        guard underWay == 0 else { return }
        guard outcome == .applied, !hasNews else { return showNewest() }
        // What took effect shows in the next view, unless somebody else has changed it within the same turn.
        afterEchoes { [weak self] in self?.showNewest() }
    }

    private func showNewest() {
        if underWay == 0, let view { show(view) }
    }

    private func show(_ view: NumberRangeView) {
        if onBoundsComputed.last != .some(view.bounds) { onBoundsComputed.fire(view.bounds) }
        onItemChanged.fire(view.range?.closed(in: view.bounds))
    }
}
