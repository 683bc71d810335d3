// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

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
