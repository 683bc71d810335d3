// SPDX-License-Identifier: MIT

import Bus
import SearchModel
import Wire

/// The beginning of a session: the intent `start` to `session`, which comes before all others.
public struct SessionStart: Sendable {
    public static let type = "start"

    /// Whether the log has the intent.
    public let isThere: Bool
    /// Whether the log has any event of the session.
    ///
    /// One of an older log may exist and have had no start.
    public let exists: Bool
    /// The log's state at the time of the request.
    public let page: LatestPage

    /// Checks the id of a session that a client names.
    ///
    /// - Throws: `SearchBusError` with `invalid-session`.
    public static func check(_ session: String) throws {
        guard Name.isValid(session) else {
            throw SearchBusError(.invalidSession, "Invalid session ID `\(session.prefix(80))`.")
        }
        guard !OneOffSession.contains(session) else {
            throw SearchBusError(
                .invalidSession,
                "Sessions whose names begin with `\(OneOffSession.prefix)` are those of searches without a session.",
                remedy: "Choose another name."
            )
        }
    }

    /// Looks on the log.
    public init(of session: String, on log: any EventLog) async throws {
        let toSession = TopicPrefix(.intent, StateStoreFold.sessionName)
        var page = try await log.latest(LatestQuery([toSession], session: session, limit: 1))
        isThere = !page.events.isEmpty
        if !isThere { page = try await log.latest(LatestQuery([.all], session: session, limit: 1)) }
        exists = !page.events.isEmpty
        self.page = page
    }

    /// The data of an intent `start` for a session that is begun with a key: the key's filters, if it has some.
    public static func data(filters: FilterState?) -> JSON {
        filters.map { ["filters": $0.json] } ?? [:]
    }

    /// The filters of the key that a session is begun with; none without such a key.
    ///
    /// - Throws: `JSONError` for filters that cannot be read.
    public static func filters(in data: JSON) throws -> FilterState {
        try data["filters"].map(FilterState.init(ofKey:)) ?? FilterState()
    }

    /// The filters of the key that a session was begun with.
    ///
    /// The state store publishes them. Until it does, they are those of the session's first intent, which it will read.
    ///
    /// - Returns: The filters; `nil` if the log has nothing of the session.
    /// - Throws: Errors of the log.
    public static func keyFilters(of session: String, on log: any EventLog) async throws -> FilterState? {
        let toView = TopicPrefix(.view, StateStoreFold.sessionName)
        let views = try await log.latest(LatestQuery([toView], session: session, limit: 1))
        if let view = views.events.first {
            return (try? SessionOverview(json: JSON(parsing: view.dataBytes)))?.filters ?? FilterState()
        }
        let intents = try await log.replay(
            ReplayQuery([TopicPrefix(.intent)], session: session, after: .zero, limit: 1)
        )
        guard let first = intents.events.first else {
            let found = try await log.latest(LatestQuery([.all], session: session, limit: 1))
            return found.events.isEmpty ? nil : FilterState()
        }
        guard first.topic.component == StateStoreFold.sessionName, first.type == "searchbus.intent.\(type)" else {
            return FilterState()
        }
        return (try? filters(in: JSON(parsing: first.dataBytes))) ?? FilterState()
    }

    /// An intent to the session itself.
    public static func draft(
        _ type: String = SessionStart.type,
        _ data: JSON = [:],
        session: String,
        source: String,
        id: String = Identifier.make(),
        correlation: String? = nil,
        traceParent: TraceParent? = nil
    ) throws -> EventDraft {
        EventDraft(
            topic: try Topic(.intent, StateStoreFold.sessionName, session: session),
            id: id,
            source: source,
            type: "searchbus.intent.\(type)",
            correlationID: correlation ?? id,
            traceParent: traceParent,
            data: data.bytes
        )
    }
}

extension SearchBusError {
    /// What is said where outcomes are waited for and not all come in time: the intents are accepted all the same.
    public static func outcomesMissing(after time: Duration) -> SearchBusError {
        SearchBusError(
            .componentFailed,
            "Not every outcome was there within \(time).",
            remedy: "The intents are on the log and will be carried out; `searchbus status` shows which component lags."
        )
    }
}
