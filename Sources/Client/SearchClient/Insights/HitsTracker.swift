// SPDX-License-Identifier: MIT

import Wire

/// Reports what users do with the hits of a searcher, for the app's insights.
///
/// A report changes nothing on the screen. What cannot be sent is left out.
@MainActor
public final class HitsTracker {
    /// The greatest length of a query that is reported, in bytes.
    private static let longestQuery = 512

    /// How many hits one intent reports.
    private static let mostViewed = 20

    private let session: SearchSession
    private let searcher: String

    /// - Parameters:
    ///   - session: The session.
    ///   - searcher: The name of the searcher in the app file.
    public init(session: SearchSession, searcher: String) {
        self.session = session
        self.searcher = searcher
    }

    /// Reports that the user has opened a hit; `query` is the text of its view.
    public func trackClick(for hit: Hit<some Decodable & Sendable>, query: String? = nil) {
        report("report-click", hit.objectID, hit.position, query)
    }

    /// Reports that the user has reached the goal with a hit, such as a purchase.
    public func trackConversion(for hit: Hit<some Decodable & Sendable>, query: String? = nil) {
        report("report-conversion", hit.objectID, hit.position, query)
    }

    /// Reports that the user has seen hits.
    public func trackView(for hits: [Hit<some Decodable & Sendable>], query: String? = nil) {
        for start in stride(from: 0, to: hits.count, by: Self.mostViewed) {
            let seen = hits[start..<min(start + Self.mostViewed, hits.count)].map { JSON.string($0.objectID) }
            report("report-view", JSONObject([("objectIDs", .array(seen))]), query)
        }
    }

    private func report(_ type: String, _ objectID: String, _ row: Int, _ query: String?) {
        report(type, JSONObject([("objectID", .string(objectID)), ("position", JSON(row + 1))]), query)
    }

    private func report(_ type: String, _ members: JSONObject, _ query: String?) {
        var data = members
        if let query, query.utf8.count <= Self.longestQuery { data["query"] = .string(query) }
        session.outbox.put(Intent(to: searcher, type, .object(data)), isLatest: false) { _ in }
    }
}
