// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A widget of a session, as a page or a screen sees it: its views come in, what people do goes out.
///
/// The logic runs on the bus; this holds only what keeps a person's hand and the views from getting in each other's way. It lives
/// on the main actor, and so do its controllers. A widget of your own derives a class from this, with a view type of its own.
@MainActor
open class WidgetInteractor<View: WidgetView> {
    public let session: SearchSession
    /// The name of the widget in the app file.
    public let widget: String
    /// Tells each view as it comes.
    public let onViewChanged = Observer<View>()
    /// Tells what was refused or could not be sent.
    public let onError = Observer<SearchBusError>()
    /// The newest view.
    public var view: View? { onViewChanged.last }

    private var following: Task<Void, Never>?

    public init(session: SearchSession, widget: String) {
        self.session = session
        self.widget = widget
        let views = session.views(of: widget, as: View.self)
        following = Task { [weak self] in
            for await view in views {
                guard let self else { return }
                self.take(view)
            }
        }
    }

    deinit { following?.cancel() }

    /// Takes a view in; a class that derives from this calls it last.
    open func take(_ view: View) { onViewChanged.fire(view) }

    /// Asks the widget for something, after what it was asked for before.
    ///
    /// - Parameters:
    ///   - type: What is asked for, such as `clear`.
    ///   - data: What it takes.
    ///   - isLatest: Whether it says the whole anew, so that it takes the place of one of its type that still waits.
    ///   - completion: Called once with what became of it; with `nil` where a newer one took its place, or it failed.
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

    /// Asks the widget for something that its type declares, after what it was asked for before.
    public func send(
        _ intent: WidgetIntent<View>,
        isLatest: Bool = false,
        completion: (@MainActor (IntentOutcome?) -> Void)? = nil
    ) {
        send(intent.type, intent.data, isLatest: isLatest, completion: completion)
    }

    /// Does something when a change that took effect has been echoed by a view, if it is at all.
    func afterEchoes(_ act: @escaping @MainActor () -> Void) {
        let settings = session.settings
        Task { @MainActor in
            try? await settings.pause(settings.echoPatience)
            act()
        }
    }

    private func note(_ result: Result<IntentOutcome?, any Error>) {
        switch result {
        case .success(let outcome):
            if let error = outcome?.error { onError.fire(error) }
        case .failure(let error as SearchBusError):
            onError.fire(error)
        case .failure(is CancellationError):
            break
        case .failure(let error):
            onError.fire(SearchBusError(.internalError, "`\(widget)` could not be asked: \(error)"))
        }
    }
}
