// SPDX-License-Identifier: MIT

import Wire

/// A view of a selection between bounds.
public protocol RangeView: PhasedView {
    /// The lowest and highest number that can be chosen: those of the app file, or else those of the results.
    var bounds: ClosedRange<Double>? { get }
    /// The lowest and highest number of the results, without the widget's own filter.
    var resultBounds: ClosedRange<Double>? { get }
    /// The selection.
    var range: RangeSelection? { get }
}

/// A widget that selects a range of numbers, such as a `number-range`: bounds and selection come from the bus; while a change by
/// the user is pending, older views do not move the handles.
@MainActor
public final class RangeInteractor<View: RangeView>: HandleInteractor<View> {
    /// Publishes the selection with its open ends at the bounds; `nil` without one.
    public let onItemChanged = Observer<ClosedRange<Double>?>()
    /// Publishes the bounds; `nil` without any.
    public let onBoundsComputed = Observer<ClosedRange<Double>?>()

    /// The selection with its open ends at the bounds.
    public var item: ClosedRange<Double>? { onItemChanged.last ?? nil }
    /// The lowest and highest number that can be chosen.
    public var bounds: ClosedRange<Double>? { onBoundsComputed.last ?? nil }

    private var fixedBounds: ClosedRange<Double>?

    /// Sets the lowest and highest number that can be chosen here, instead of those of the views; `nil` for those again.
    ///
    /// They never filter: a selection outside of them is kept. For limits that hold for all clients, write `bounds` into the app file.
    public func applyBounds(_ bounds: ClosedRange<Double>?) {
        fixedBounds = bounds
        if let view { showRange(of: view) } else if let bounds { onBoundsComputed.fire(bounds) }
    }

    /// Selects a range within the bounds; `nil` removes it.
    ///
    /// An end at its bound is left open, so it moves with the bound.
    public func computeNumberRange(_ range: ClosedRange<Double>?) {
        let ends = RangeSelection.ends(of: range, in: bounds)
        change("set-range", ["range": ends?.json ?? .null])
    }

    /// Removes the selection.
    public func clear() { change("clear") }

    public override func show(_ view: View) {
        showRange(of: view)
        super.show(view)
    }

    private func showRange(of view: View) {
        let bounds = fixedBounds ?? view.bounds
        if onBoundsComputed.last != .some(bounds) { onBoundsComputed.fire(bounds) }
        onItemChanged.fire(view.range?.closed(in: bounds))
    }

    /// Connects a controller that draws the range; it is not retained.
    @discardableResult
    public func connectController(_ controller: some NumberRangeController) -> ControllerConnection {
        connectRange(controller)
    }

    /// Connects a controller that draws the range, for callers with further connections.
    func connectRange(_ controller: some NumberRangeController) -> ControllerConnection {
        onBoundsComputed.subscribePast(with: controller) { controller, bounds in
            if let bounds { controller.setBounds(bounds) } else { controller.invalidate() }
        }
        controller.onRangeChanged = { [weak self] in self?.computeNumberRange($0) }
        let ending = { [weak self] in
            self?.onBoundsComputed.cancelSubscription(for: controller)
            controller.onRangeChanged = nil
        }
        return onItemChanged.connect(controller, ending: ending) { controller, item in
            if let item { controller.setItem(item) } else { controller.invalidate() }
        }
    }
}

extension WidgetConnector {
    /// Connects a controller that draws a range of numbers.
    ///
    /// `bounds` are the lowest and highest number that can be chosen here; `nil` for those of the app file or the results.
    public convenience init<View: RangeView>(
        session: SearchSession,
        widget: String,
        bounds: ClosedRange<Double>? = nil,
        controller: some NumberRangeController
    ) where Interactor == RangeInteractor<View> {
        let interactor = Interactor(session: session, widget: widget)
        interactor.applyBounds(bounds)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// Draws a range of numbers within bounds, such as a slider with two handles; `invalidate` is called without a selection
/// or bounds.
@MainActor
public protocol NumberRangeController: ItemController where Item == ClosedRange<Double> {
    /// Called by the controller when the user has chosen a range.
    var onRangeChanged: ((ClosedRange<Double>) -> Void)? { get set }
    /// Shows the lowest and highest number.
    func setBounds(_ bounds: ClosedRange<Double>)
}

extension NumberRangeView: RangeView {
    public typealias Selection = RangeSelection
}
