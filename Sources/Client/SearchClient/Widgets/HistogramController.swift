// SPDX-License-Identifier: MIT

/// Draws bars, and a range within their bounds.
@MainActor
public protocol HistogramController: NumberRangeController {
    /// Shows these bars.
    func setBars(_ bars: [HistogramBar])
}

extension RangeInteractor where View == HistogramView {
    /// Connects a controller that draws bars and range; it is not retained.
    @discardableResult
    public func connectController(_ controller: some HistogramController) -> ControllerConnection {
        let range = connectRange(controller)
        return onViewShown.connect(controller, ending: { range.disconnect() }) { controller, view in
            controller.setBars(view.bars)
        }
    }
}

extension WidgetConnector where Interactor == HistogramInteractor {
    /// Connects a controller that draws bars and range.
    ///
    /// `bounds` are the lowest and highest number that can be chosen here; `nil` for those of the app file or the results.
    public convenience init(
        session: SearchSession,
        widget: String,
        bounds: ClosedRange<Double>? = nil,
        controller: some HistogramController
    ) {
        let interactor = Interactor(session: session, widget: widget)
        interactor.applyBounds(bounds)
        self.init(interactor, interactor.connectController(controller))
    }
}

extension HistogramView: RangeView {}
