// SPDX-License-Identifier: MIT

import Wire

/// One open search screen, at a gateway: it sends intents and receives views.
///
/// All followers of its views share one event stream, which reconnects where it stopped. The session ends when
/// it is closed or released: every sequence of views ends with it. On the server it stays, and can be opened again by its ID.
public final class SearchSession: Sendable {
    /// The session's id.
    ///
    /// Any authorized client that has it can open the session too.
    public let id: String

    let outbox: IntentOutbox
    let settings: SessionSettings
    private let client: GatewayClient
    private let sender: IntentSender
    private let hub: ViewHub
    private let stream: Task<Void, Never>

    /// Opens a session, and creates a missing one.
    ///
    /// - Parameters:
    ///   - gateway: The gateway's address, such as `http://127.0.0.1:8080`.
    ///   - credential: The client's credential.
    ///   - session: The id of a session, 1 to 64 letters, digits, `_` or `-`; by default a random one.
    ///   - link: The query of a permalink for a new session, from its question mark on.
    ///   - settings: How to deal with failures.
    /// - Returns: The session, whose stream is being opened.
    /// - Throws: `SearchBusError` if the gateway does not respond, refuses the credential, or refuses the ID. There are no
    ///   retries here; they begin once the session is open.
    public static func open(
        _ gateway: String,
        credential: Credential = .none,
        session: String? = nil,
        link: String? = nil,
        settings: SessionSettings = SessionSettings()
    ) async throws -> SearchSession {
        let address = try GatewayAddress(gateway)
        return try await open(
            address,
            credential: credential,
            session: session ?? Intent.makeID(),
            link: link,
            settings: settings,
            transport: HTTPTransport(origin: address.origin)
        )
    }

    static func open(
        _ address: GatewayAddress,
        credential: Credential = .none,
        session: String,
        link: String? = nil,
        settings: SessionSettings,
        transport: any Transport
    ) async throws -> SearchSession {
        let client = try await GatewayClient(address, credential, over: transport)
        try await client.ensureSession(session, link: link)
        return SearchSession(session, client, settings)
    }

    private init(_ id: String, _ client: GatewayClient, _ settings: SessionSettings) {
        self.id = id
        self.client = client
        self.settings = settings
        let hub = ViewHub(limit: settings.viewLimit)
        self.hub = hub
        sender = IntentSender(client: client, session: id, settings: settings, hub: hub)
        outbox = IntentOutbox(sender)
        let stream = SessionStream(client, session: id, settings: settings, hub: hub)
        self.stream = Task { await stream.run() }
    }

    deinit { close() }

    /// Ends the stream and every sequence.
    ///
    /// Intents in flight may still take effect.
    public func close() {
        stream.cancel()
        outbox.close()
        hub.note(.closed)
        hub.close()
    }

    // MARK: Intents

    /// Sends an intent and waits for its outcome.
    ///
    /// After a connection failure it is sent again, with the same ID: it takes effect once.
    ///
    /// - Throws: `SearchBusError` if the gateway refuses it, or the attempts of the settings are used up;
    ///   `CancellationError`, after which the intent may still take effect.
    @discardableResult
    public func send(_ intent: Intent) async throws -> IntentOutcome {
        let outcomes = try await sender.send([intent])
        return outcomes.first ?? .unchanged
    }

    /// Sends up to a hundred intents as one step: all are accepted or none, with one search, and one `undo` reverts them.
    ///
    /// - Returns: The outcome of each, in their order.
    /// - Throws: As for one intent.
    @discardableResult
    public func send(_ intents: [Intent]) async throws -> [IntentOutcome] {
        try await sender.send(intents)
    }

    /// Waits until nothing that interactors and trackers have sent is without a result, or the session is closed.
    ///
    /// A program calls it before it ends, and an app before it is suspended.
    public func flush() async { await outbox.flush() }

    // MARK: Views

    /// The views of a widget, from the newest on.
    ///
    /// A slow reader gets the newest; each is complete.
    ///
    /// A view that cannot be decoded as the type is skipped, and reported by `problems`.
    public func views<View: WidgetView>(of widget: String, as type: View.Type = View.self) -> Views<View> {
        Views(base: hub.views(of: widget), hub: hub)
    }

    /// The newest view of a widget; `nil` before the first.
    ///
    /// - Throws: `JSONError` for a view that cannot be decoded as the type.
    public func view<View: WidgetView>(of widget: String, as type: View.Type = View.self) throws -> View? {
        try hub.current(of: widget).map { try View($0) }
    }

    // MARK: The connection

    /// The states of the event stream, from now on.
    public var connection: AsyncStream<SessionConnection> { hub.connections() }

    /// The problems from now on: notices of the gateway, invalid views, the end of the stream.
    public var problems: AsyncStream<SearchBusError> { hub.problems() }

    /// The widgets and searchers without a running process at the moment.
    public var silentComponents: Set<String> { hub.silentComponents }

    /// The app's revision, as last received from the stream.
    ///
    /// If it differs from that of `app()`, the app file was changed since.
    public var appRevision: String? { hub.appRevision }

    /// The parts of the app.
    ///
    /// - Throws: `SearchBusError` if the gateway does not respond.
    public func app() async throws -> AppDescription {
        try AppDescription(json: await client.describeApp())
    }
}

/// The state of a session's event stream.
public enum SessionConnection: Sendable, Hashable {
    /// It is being opened.
    case connecting
    /// It receives events.
    case open
    /// It broke, and reconnects after a delay.
    case waiting
    /// It ended, and no view will arrive any longer: the gateway refuses the client, or sends more than the limits allow.
    case failed(SearchBusError)
    /// The session was closed by its owner.
    case closed
}
