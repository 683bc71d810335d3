// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The views of a widget at one moment: its view, and the further pages of a list, each of which is a view of its own.
public struct WidgetViews: Sendable, Hashable {
    /// The widget's name.
    public let widget: String
    /// The view.
    public internal(set) var view: JSON
    /// The further pages by their numbers, from 1.
    ///
    /// Some may belong to an older list.
    public internal(set) var pages: [Int: JSON]

    public init(widget: String, view: JSON = .null, pages: [Int: JSON] = [:]) {
        self.widget = widget
        self.view = view
        self.pages = pages
    }
}
