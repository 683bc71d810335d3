// SPDX-License-Identifier: MIT

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

/// A widget's complete view as a Swift value.
///
/// A type of your own conforms with `init(json:)`, and ignores unknown members.
public protocol WidgetView: Sendable {
    /// Reads a view.
    ///
    /// - Throws: `JSONError` that names the missing or invalid member.
    init(json: JSON) throws

    /// Reads a view with its further pages; by default, these are ignored.
    init(_ views: WidgetViews) throws
}

extension WidgetView {
    public init(_ views: WidgetViews) throws { try self.init(json: views.view) }
}
