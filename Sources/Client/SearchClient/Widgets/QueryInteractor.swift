// SPDX-License-Identifier: MIT

import Wire

/// A text that users type: it belongs to the typing user; others' changes are shown when no local change is pending.
@MainActor
public class QueryInteractor<View: QueryView>: WidgetInteractor<View> {
    /// Publishes the text after each change, by any client.
    public let onQueryChanged = Observer<String?>()
    /// Publishes the text when it is submitted here.
    public let onQuerySubmitted = Observer<String?>()
    /// The displayed text.
    public private(set) var query: String? {
        get { displayed.last ?? nil }
        set { displayed.fire(newValue) }
    }
    /// The displayed text for a text field that is bound to it: `TextField("Search", text: $box.text)`.
    public var text: String {
        get { query ?? "" }
        set { if newValue != text { setQuery(newValue) } }
    }

    private let displayed = Observer<String?>()
    private let onForeignQuery = Observer<String?>()
    private var ownership = TextOwnership(client: "c-\(Intent.makeID().prefix(10))")

    /// Changes the text, as typing does.
    ///
    /// Older changes that are not sent yet are dropped.
    public func setQuery(_ query: String?) {
        guard query != self.query else { return }
        self.query = query
        let edit = ownership.changed()
        onQueryChanged.fire(query)
        send(View.typing.change, data(query, edit), isLatest: true) { [weak self] outcome in
            guard let self else { return }
            guard outcome == .applied else { return settle(edit) }
            // A view echoes a change that took effect, unless another client has written within the same turn.
            afterEchoes { [weak self] in self?.settle(edit) }
        }
    }

    /// Searches for the text now, even if it did not change.
    public func submit(_ query: String? = nil) {
        let text = query ?? self.query
        self.query = text
        let edit = ownership.changed()
        onQuerySubmitted.fire(text)
        send(View.typing.submit, data(text, edit)) { [weak self] _ in self?.settle(edit) }
    }

    /// Empties the box.
    public func clear() {
        query = nil
        let edit = ownership.changed()
        onQueryChanged.fire(nil)
        guard let clear = View.typing.clear else {
            return send(View.typing.submit, data(nil, edit)) { [weak self] _ in self?.settle(edit) }
        }
        let data: JSON = ["client": .string(ownership.client), "edit": JSON(edit)]
        send(clear, data) { [weak self] _ in self?.settle(edit) }
    }

    public override func take(_ view: View) {
        if ownership.takesOver(client: view.client, edit: view.edit) { show(view.typedText) }
        super.take(view)
    }

    /// Connects a controller that draws the box; it is not retained.
    @discardableResult
    public func connectController(_ controller: some SearchBoxController) -> ControllerConnection {
        if let query { controller.setQuery(query) }
        onForeignQuery.subscribe(with: controller) { controller, query in controller.setQuery(query) }
        controller.onQueryChanged = { [weak self] in self?.setQuery($0) }
        controller.onQuerySubmitted = { [weak self] in self?.submit($0) }
        return ControllerConnection { [weak self] in
            self?.onForeignQuery.cancelSubscription(for: controller)
            (controller.onQueryChanged, controller.onQuerySubmitted) = (nil, nil)
        }
    }

    private func data(_ query: String?, _ edit: Int) -> JSON {
        ["query": .string(query ?? ""), "client": .string(ownership.client), "edit": JSON(edit)]
    }

    private func settle(_ edit: Int) {
        guard ownership.settled(edit), let view else { return }
        if ownership.takesOver(client: view.client, edit: view.edit) { show(view.typedText) }
    }

    private func show(_ text: String) {
        guard text != query ?? "" || query == nil else { return }
        query = text
        onForeignQuery.fire(text)
        onQueryChanged.fire(text)
    }
}

extension WidgetConnector {
    /// Connects a controller that draws the box.
    public convenience init<View: QueryView>(
        session: SearchSession,
        widget: String,
        controller: some SearchBoxController
    ) where Interactor == QueryInteractor<View> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// The intents of a typing user.
public struct TypingIntents: Sendable, Hashable {
    /// The text changed.
    let change: String
    /// Submits the text.
    let submit: String
    /// Clears the text; `nil` if an empty text is searched instead.
    let clear: String?

    /// Those of a box.
    static let box = TypingIntents(change: "set-query", submit: "submit", clear: "clear")
    /// Those of a field for searching among the values of a list.
    static let values = TypingIntents(change: "search", submit: "search", clear: nil)
}

/// A view with a text that users type.
public protocol QueryView: PhasedView {
    /// The typed text, or that of other clients.
    var typedText: String { get }
    /// The client that edited the text, if known.
    var client: String? { get }
    /// The number of the client's edit.
    var edit: Int? { get }
    /// The intents of a typing user.
    static var typing: TypingIntents { get }
}

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
