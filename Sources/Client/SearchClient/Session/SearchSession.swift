// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// One search screen in use, at a gateway: intents go out, views come in.
///
/// All that follow its views share one event stream, which is opened again by itself where it left off. The session ends when it
/// is closed, or let go of: every sequence of views ends with it. On the server it stays, and can be opened again by its id.
public final class SearchSession: Sendable {
    /// The session's id.
    ///
    /// Whoever knows it, and is let in, can open the session too.
    public let id: String

    let outbox: IntentOutbox
    let settings: SessionSettings
    private let client: GatewayClient
    private let sender: IntentSender
    private let hub: ViewHub
    private let stream: Task<Void, Never>

    /// Opens a session, and makes it where it is not there.
    ///
    /// - Parameters:
    ///   - gateway: Where the gateway is, such as `http://127.0.0.1:8080`.
    ///   - credential: What lets the client in.
    ///   - session: The id of a session, 1 to 64 letters, digits, `_` or `-`; a random one where it is left out.
    ///   - link: The query of a permalink that a new session begins with, from its question mark on.
    ///   - settings: How to deal with failures.
    /// - Returns: The session, whose stream is being opened.
    /// - Throws: `SearchBusError` where the gateway does not answer, does not let the client in, or refuses the id. Nothing is
    ///   tried twice here; only once the session is open are failures overcome.
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
        sender = IntentSender(client: client, session: id, settings: settings)
        outbox = IntentOutbox(sender)
        let hub = ViewHub(limit: settings.viewLimit)
        self.hub = hub
        let stream = SessionStream(client, session: id, settings: settings, hub: hub)
        self.stream = Task { await stream.run() }
    }

    deinit { close() }

    /// Ends the stream and every sequence.
    ///
    /// What is being sent may still take effect.
    public func close() {
        stream.cancel()
        outbox.close()
        hub.note(.closed)
        hub.close()
    }

    // MARK: Intents

    /// Sends an intent and waits for its outcome.
    ///
    /// After a failure of the connection it is sent again, with the same id: it takes effect once.
    ///
    /// - Throws: `SearchBusError` where the gateway refuses it, or does not answer after as many attempts as the settings say;
    ///   `CancellationError`, after which the intent may still take effect.
    @discardableResult
    public func send(_ intent: Intent) async throws -> IntentOutcome {
        let outcomes = try await sender.send([intent])
        return outcomes.first ?? .unchanged
    }

    /// Sends up to a hundred intents as one step: all are accepted or none, they lead to one search, and one `undo` takes them back.
    ///
    /// - Returns: The outcome of each, in their order.
    /// - Throws: As for one intent.
    @discardableResult
    public func send(_ intents: [Intent]) async throws -> [IntentOutcome] {
        try await sender.send(intents)
    }

    // MARK: Views

    /// The views of a widget, from the newest on.
    ///
    /// Who is slow gets the newest; each is complete.
    ///
    /// A view that cannot be read as the type is left out, and told by `problems`.
    public func views<View: WidgetView>(of widget: String, as type: View.Type = View.self) -> Views<View> {
        Views(base: hub.views(of: widget), hub: hub)
    }

    /// The newest view of a widget; `nil` where none has come yet.
    ///
    /// - Throws: `JSONError` for a view that cannot be read as the type.
    public func view<View: WidgetView>(of widget: String, as type: View.Type = View.self) throws -> View? {
        try hub.current(of: widget).map { try View($0) }
    }

    // MARK: The connection

    /// How the event stream is getting on, from now on.
    public var connection: AsyncStream<SessionConnection> { hub.connections() }

    /// What goes wrong, from now on: notices of the gateway, views that cannot be read, the end of the stream.
    public var problems: AsyncStream<SearchBusError> { hub.problems() }

    /// The widgets and searchers for which nobody is at work at the moment.
    public var silentComponents: Set<String> { hub.silentComponents }

    /// The app's revision, as the stream told it last.
    ///
    /// Where it is not that of `app()`, the app file was changed since.
    public var appRevision: String? { hub.appRevision }

    /// What the app is made of.
    ///
    /// - Throws: `SearchBusError` where the gateway does not answer.
    public func app() async throws -> AppDescription {
        try AppDescription(json: await client.describeApp())
    }
}
