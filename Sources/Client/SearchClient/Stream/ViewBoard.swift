// SPDX-License-Identifier: MIT

import Wire

/// The newest view of each widget, and of each further page: the state from a stream's messages.
struct ViewBoard: Sendable {
    /// The maximum size of the stored views in bytes.
    let limit: Int

    private var views: [String: WidgetViews] = [:]
    private var sizes: [String: Int] = [:]
    private var total = 0

    init(limit: Int = 64 << 20) { self.limit = limit }

    /// The state of a widget; `nil` if it has no view yet.
    subscript(widget: String) -> WidgetViews? {
        guard let held = views[widget], !held.view.isNull else { return nil }
        return held
    }

    /// Applies a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - size: Its size in bytes.
    /// - Returns: The widgets whose views changed.
    /// - Throws: `SearchBusError` with `too-large` if the views would exceed the limit; nothing is applied then.
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

    /// Keeps a view; returns the name of its widget.
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
