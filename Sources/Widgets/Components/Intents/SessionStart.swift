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
