// SPDX-License-Identifier: MIT

import Observation
import Wire

/// A widget of a session, as seen by a page or a screen: it receives views and sends the user's intents.
///
/// The logic runs on the bus; this only resolves conflicts between the user's input and views. It is isolated
/// to the main actor, and so are its controllers. For a custom widget, derive a class from this, with a view type of its own.
///
/// It is a model for SwiftUI too: `view`, `lastError` and the values of subclasses are observable.
@MainActor
open class WidgetInteractor<View: WidgetView>: Observable {
    public let session: SearchSession
    /// The name of the widget in the app file.
    public let widget: String
    /// Publishes each view.
    public let onViewChanged = Observer<View>()
    /// Publishes rejections, failures of sending, and errors that prevent a view: an unknown widget, or one of another type.
    public let onError = Observer<SearchBusError>()
    /// The newest view.
    public var view: View? { onViewChanged.last }
    /// The newest of these errors, until a later intent is accepted, or a view can be read again.
    public var lastError: SearchBusError? { onError.last }

    private var following: Task<Void, Never>?
    /// Whether the newest error is that of a view.
    private var isUnreadable = false

    public init(session: SearchSession, widget: String) {
        self.session = session
        self.widget = widget
        let views = session.views(of: widget, as: View.self)
        following = Task { [weak self] in
            var views = views.makeAsyncIterator()
            while let result = await views.nextResult(isolation: MainActor.shared) {
                guard let self else { return }
                self.read(result)
            }
        }
    }

    deinit { following?.cancel() }

    /// Accepts a view; a subclass calls it last.
    open func take(_ view: View) { onViewChanged.fire(view) }

    /// Sends an intent to the widget, after earlier ones.
    ///
    /// - Parameters:
    ///   - type: The intent's name, such as `clear`.
    ///   - data: Its data.
    ///   - isLatest: Whether it is a complete value, which replaces a pending one of its type.
    ///   - completion: Called once with its outcome; with `nil` if a newer one replaced it, or it failed.
    public func send(
        _ type: String,
        _ data: JSON = [:],
        isLatest: Bool = false,
        completion: (@MainActor (IntentOutcome?) -> Void)? = nil
    ) {
        session.outbox.put(Intent(to: widget, type, data), isLatest: isLatest) { [weak self] result in
            Task { @MainActor in
                self?.note(result)
                completion?(try? result.get())
            }
        }
    }

    /// Sends an intent that the widget's type declares, after earlier ones.
    public func send(
        _ intent: WidgetIntent<View>,
        isLatest: Bool = false,
        completion: (@MainActor (IntentOutcome?) -> Void)? = nil
    ) {
        send(intent.type, intent.data, isLatest: isLatest, completion: completion)
    }

    /// Runs a function when a view has echoed a change that took effect, if one does.
    func afterEchoes(_ act: @escaping @MainActor () -> Void) {
        let settings = session.settings
        Task { @MainActor in
            try? await settings.pause(settings.echoPatience)
            act()
        }
    }

    private func read(_ result: Result<View, SearchBusError>) {
        switch result {
        case .success(let view):
            if isUnreadable { onError.forget() }
            isUnreadable = false
            take(view)
        case .failure(let error):
            isUnreadable = true
            onError.fire(error)
        }
    }

    private func note(_ result: Result<IntentOutcome?, any Error>) {
        isUnreadable = false
        switch result {
        case .success(let outcome):
            guard let outcome else { break }
            if let error = outcome.error { onError.fire(error) } else { onError.forget() }
        case .failure(let error as SearchBusError):
            onError.fire(error)
        case .failure(is CancellationError):
            break
        case .failure(let error):
            onError.fire(SearchBusError(.internalError, "`\(widget)` could not be asked: \(error)"))
        }
    }
}
