// SPDX-License-Identifier: MIT

import Synchronization
import Wire

/// Delivers the views of one stream to all followers of widgets.
///
/// Of each widget only the newest view waits for a follower.
final class ViewHub: Sendable {
    /// The views of a widget, or the error that prevents them.
    typealias Update = Result<WidgetViews, SearchBusError>

    private enum Follower: Sendable {
        case views(widget: String, AsyncStream<Update>.Continuation)
        case connection(AsyncStream<SessionConnection>.Continuation)
        case problems(AsyncStream<SearchBusError>.Continuation)

        func finish() {
            switch self {
            case .views(_, let continuation): continuation.finish()
            case .connection(let continuation): continuation.finish()
            case .problems(let continuation): continuation.finish()
            }
        }
    }

    private struct State: Sendable {
        var board: ViewBoard
        var connection = SessionConnection.connecting
        var silent: Set<String> = []
        var revision: String?
        /// The components that have views; `nil` until they are known.
        var names: Set<String>?
        var followers: [Int: Follower] = [:]
        var next = 0
        var isClosed = false

        /// What is known of a widget; `nil` if its first view is to arrive.
        func update(of widget: String) -> Update? {
            if let views = board[widget] { return .success(views) }
            guard let names, !names.contains(widget) else { return nil }
            return .failure(
                SearchBusError(
                    .unknownAddressee,
                    "The app has no widget `\(widget)`.",
                    remedy: "Name one of its widgets, which `app()` lists."
                )
            )
        }
    }

    private let state: Mutex<State>
    /// Followers that have ended.
    ///
    /// A sequence that is cancelled reports it while its task is locked, and a view that is delivered under
    /// the lock of the state locks that task: so this is a lock of its own, under which nothing else happens.
    private let ended = Mutex<Set<Int>>([])

    init(limit: Int = 64 << 20) { state = Mutex(State(board: ViewBoard(limit: limit))) }

    // MARK: Messages of the stream

    /// Applies a message and delivers the changed views.
    func take(_ message: StreamMessage, size: Int) throws {
        try withState { state in
            let changed = try state.board.take(message, size: size)
            if case .health(_, let components) = message { state.silent = Set(components) }
            if case .app(let revision, let views) = message { (state.revision, state.names) = (revision, views) }
            let isApp = if case .app = message { true } else { false }
            for case .views(let widget, let continuation) in state.followers.values
            where isApp || changed.contains(widget) {
                guard let update = state.update(of: widget) else { continue }
                // Another app changes no view that is there.
                if isApp, case .success = update { continue }
                continuation.yield(update)
            }
        }
        if case .notice(let error) = message { report(error) }
    }

    /// Notes the state of the stream.
    func note(_ connection: SessionConnection) {
        withState { state in
            guard state.connection != connection else { return }
            state.connection = connection
            for case .connection(let continuation) in state.followers.values { continuation.yield(connection) }
        }
    }

    /// Delivers a problem to its followers.
    func report(_ error: SearchBusError) {
        withState { state in
            for case .problems(let continuation) in state.followers.values { continuation.yield(error) }
        }
    }

    /// Ends every sequence, also those that are requested later.
    func close() {
        let followers = state.withLock { state in
            state.isClosed = true
            defer { state.followers = [:] }
            return Array(state.followers.values)
        }
        // A sequence that ends is removed, which takes the lock.
        for follower in followers { follower.finish() }
    }

    // MARK: Followers

    /// The newest views of a widget, from the stored one on.
    func views(of widget: String) -> AsyncStream<Update> {
        follow({ .views(widget: widget, $0) }, first: { $0.update(of: widget) })
    }

    /// The states of the stream, from now on.
    func connections() -> AsyncStream<SessionConnection> {
        follow({ .connection($0) }, first: { $0.connection })
    }

    /// The problems from now on; the newest hundred are buffered.
    func problems() -> AsyncStream<SearchBusError> {
        follow({ .problems($0) }, waiting: 100, first: { _ in nil })
    }

    /// The stored views of a widget.
    func current(of widget: String) -> WidgetViews? { state.withLock { $0.board[widget] } }

    /// Whether the stream receives events.
    var isOpen: Bool { state.withLock { $0.connection == .open } }

    /// The components without a running process.
    var silentComponents: Set<String> { state.withLock { $0.silent } }

    /// The app's revision, as last received.
    var appRevision: String? { state.withLock { $0.revision } }

    private func follow<Element: Sendable>(
        _ follower: (AsyncStream<Element>.Continuation) -> Follower,
        waiting limit: Int = 1,
        first: (State) -> Element?
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(limit))
        let number: Int? = withState { state in
            guard !state.isClosed else { return nil }
            if let element = first(state) { continuation.yield(element) }
            state.next += 1
            state.followers[state.next] = follower(continuation)
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.forget(number) }
        return stream
    }

    private func forget(_ number: Int) { ended.withLock { _ = $0.insert(number) } }

    /// Accesses the state, without the followers that have ended.
    private func withState<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
        var gone: [Follower] = []
        // Removed followers are released outside of the lock.
        defer { withExtendedLifetime(gone) {} }
        return try state.withLock { state in
            let numbers = ended.withLock { numbers in
                defer { numbers = [] }
                return numbers
            }
            gone = numbers.compactMap { state.followers.removeValue(forKey: $0) }
            return try body(&state)
        }
    }
}
