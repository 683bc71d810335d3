// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A widget's view as a value of Swift: the whole of what there is to draw.
///
/// A type of your own conforms with `init(json:)`, and leaves out of account members that it does not know.
public protocol WidgetView: Sendable {
    /// Reads a view.
    ///
    /// - Throws: `JSONError` that names what is missing or of the wrong kind.
    init(json: JSON) throws

    /// Reads a view with its further pages; unless a type says otherwise, these are left out of account.
    init(_ views: WidgetViews) throws
}

extension WidgetView {
    public init(_ views: WidgetViews) throws { try self.init(json: views.view) }
}
