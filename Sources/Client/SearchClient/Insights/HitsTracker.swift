// SPDX-License-Identifier: MIT

import Wire

/// Reports what users do with the hits of a searcher, for the app's insights.
///
/// A report changes nothing on the screen. What cannot be sent is left out.
@MainActor
public final class HitsTracker {
    /// The greatest length of a query that is reported, in bytes.
    private static let longestQuery = 512

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

    private func report(_ type: String, _ objectID: String, _ row: Int, _ query: String?) {
        var data = JSONObject([("objectID", .string(objectID)), ("position", JSON(row + 1))])
        if let query, query.utf8.count <= Self.longestQuery { data["query"] = .string(query) }
        session.outbox.put(Intent(to: searcher, type, .object(data)), isLatest: false) { _ in }
    }
}
