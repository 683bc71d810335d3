// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The newest view of each widget, and of each further page: what a stream's messages add up to.
struct ViewBoard: Sendable {
    /// How many bytes of views are held.
    let limit: Int

    private var views: [String: WidgetViews] = [:]
    private var sizes: [String: Int] = [:]
    private var total = 0

    init(limit: Int = 64 << 20) { self.limit = limit }

    /// What is known of a widget; `nil` where it has no view yet.
    subscript(widget: String) -> WidgetViews? {
        guard let held = views[widget], !held.view.isNull else { return nil }
        return held
    }

    /// Takes a message in.
    ///
    /// - Parameters:
    ///   - message: What the stream said.
    ///   - size: How many bytes it had.
    /// - Returns: The widgets whose views are others now.
    /// - Throws: `SearchBusError` with `too-large` where more would be held than the limit; nothing is taken in then.
    mutating func take(_ message: StreamMessage, size: Int) throws -> Set<String> {
        switch message {
        case .reset(let all):
            guard size <= limit else { throw tooLarge }
            let before = Set(views.keys)
            views = [:]
            sizes = ["": size]
            total = size
            for (name, view) in all { put(view, under: name) }
            return before.union(views.keys)
        case .view(let name, let view):
            let grown = total - (sizes[name] ?? 0) + size
            guard grown <= limit else { throw tooLarge }
            total = grown
            sizes[name] = size
            return [put(view, under: name)]
        case .app, .health, .notice, .other:
            return []
        }
    }

    /// Keeps a view; answers with the name of the widget that it belongs to.
    @discardableResult
    private mutating func put(_ view: JSON, under name: String) -> String {
        let parts = name.split(separator: ".", maxSplits: 1)
        let widget = parts.first.map(String.init) ?? name
        if parts.count == 2, let page = Int(parts[1]) {
            views[widget, default: WidgetViews(widget: widget)].pages[page] = view.isNull ? nil : view
        } else {
            views[widget, default: WidgetViews(widget: widget)].view = view
        }
        return widget
    }

    private var tooLarge: SearchBusError {
        SearchBusError(.tooLarge, "The session's views have more than \(limit) bytes.")
    }
}
