// SPDX-License-Identifier: MIT

import Wire

/// The views of a widget as they arrive: `for await view in session.views(of: "price", as: NumberRangeView.self)`.
///
/// Each sequence has one reader; ask the session for another one.
public struct Views<View: WidgetView>: AsyncSequence, Sendable {
    public typealias Element = View
    public typealias Failure = Never

    let base: AsyncStream<ViewHub.Update>
    let hub: ViewHub

    public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), hub: hub) }

    /// Iterates over the views.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<ViewHub.Update>.Iterator
        let hub: ViewHub

        public mutating func next() async -> View? { await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> View? {
            while let result = await nextResult(isolation: actor) {
                if case .success(let view) = result { return view }
            }
            return nil
        }

        /// The next view, or the error that prevents it, which the session reports too.
        mutating func nextResult(isolation actor: isolated (any Actor)?) async -> Result<View, SearchBusError>? {
            guard let update = await base.next(isolation: actor) else { return nil }
            let result = update.flatMap(Self.read)
            if case .failure(let error) = result { hub.report(error) }
            return result
        }

        private static func read(_ views: WidgetViews) -> Result<View, SearchBusError> {
            do {
                return .success(try View(views))
            } catch {
                let message = "The view of `\(views.widget)` cannot be read as \(View.self): \(error)"
                return .failure(SearchBusError(.invalidRecord, message, remedy: "Choose a type that fits the widget."))
            }
        }
    }
}
