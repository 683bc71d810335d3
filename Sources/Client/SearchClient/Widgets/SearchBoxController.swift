// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws a text box.
@MainActor
public protocol SearchBoxController: AnyObject {
    /// Called by the controller with each change of the text.
    var onQueryChanged: ((String?) -> Void)? { get set }
    /// Called by the controller when the text is submitted.
    var onQuerySubmitted: ((String?) -> Void)? { get set }
    /// Shows a text that another client has set.
    func setQuery(_ query: String?)
}

extension SearchBoxView: QueryView {
    public var typedText: String { query }
    public static var typing: TypingIntents { .box }
}
