// SPDX-License-Identifier: MIT

import Wire

/// The views of a widget as they arrive: `for await view in session.views(of: "price", as: NumberRangeView.self)`.
///
/// Each sequence has one reader; ask the session for another one.
public struct Views<View: WidgetView>: AsyncSequence, Sendable {
    public typealias Element = View
    public typealias Failure = Never

    let base: AsyncStream<WidgetViews>
    let hub: ViewHub

    public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), hub: hub) }

    /// Iterates over the views.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<WidgetViews>.Iterator
        let hub: ViewHub

        public mutating func next() async -> View? { await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> View? {
            while let views = await base.next(isolation: actor) {
                do {
                    return try View(views)
                } catch {
                    let message = "The view of `\(views.widget)` cannot be read as \(View.self): \(error)"
                    hub.report(SearchBusError(.invalidRecord, message, remedy: "Choose a type that fits the widget."))
                }
            }
            return nil
        }
    }
}
