// SPDX-License-Identifier: MIT

import AccessKeys
import AlgoliaLanguage
import AppModel
import Hummingbird
import HummingbirdCore
import NIOCore
import SearchModel
import Wire

extension GatewayAPI {
    /// The number of sessions for published searches whose clicks are counted.
    private static let reportSessions = 64

    /// Searches without a session: one answer, or a list of them in the order of the searches.
    @Sendable func search(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let json = try await body(of: request, limits: OneOffSearch.limits)
        var (wanted, isList) = try OneOffSearch.parse(json, for: app.searchers)
        if wanted.contains(where: \.request.isExplained) { _ = try context.caller.grants(for: .log, session: nil) }
        if let filters = context.grant.scope.filters { wanted = wanted.map { $0.restricted(to: filters.state) } }
        let isTold = wanted.contains(where: \.wantsIdentifier)
        var answers = try await questions.answers(
            to: wanted,
            of: CallerToken(context.grant.identity, context),
            isCounted: !isTold
        )
        if isTold { answers = try await identified(answers, of: wanted) }
        guard isList else { return .json(ByteBuffer(bytes: try answers[0].get())) }
        var buffer = ByteBuffer()
        buffer.reserveCapacity(answers.reduce(16) { $0 + (((try? $1.get())?.count) ?? 512) })
        buffer.writeString(#"{"results":["#)
        for (number, answer) in answers.enumerated() {
            if number > 0 { buffer.writeString(",") }
            switch answer {
            case .success(let bytes): buffer.writeBytes(bytes)
            case .failure(let error): buffer.writeBytes(JSON.object(JSONObject([("error", error.json)])).bytes)
            }
        }
        buffer.writeString("]}")
        return .json(buffer)
    }

    /// Publishes the searches, and adds their identifiers to the answers.
    private func identified(
        _ answers: [OneOffPlan.Answer],
        of searches: [OneOffSearch]
    ) async throws -> [OneOffPlan.Answer] {
        let report = OneOffReport(searches, answers) { name in
            (try? app.searchers.entry(name))?.searcher.attribute == nil
        }
        guard !report.searches.isEmpty else { return answers }
        // Several sessions, so that more searches are stored for clicks.
        let session = OneOffSession.name(origin: "report", place: Int.random(in: 1...Self.reportSessions))
        let identifiers = try await origins.identifiers(of: report.searches, session: session)
        return report.identified(answers, identifiers)
    }

    /// Accepts reports of users' actions on results of searches without a session.
    @Sendable func takeReports(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let reports = try SearchReport.parse(try await body(of: request, limits: SearchReport.limits))
        let known = try await origins.origins(of: Set(reports.map(\.queryID)))
        try await origins.append(
            reports.compactMap { report in
                known[report.queryID].map { (report: report.json(from: $0), session: $0.session) }
            }
        )
        let unknown = Set(reports.map(\.queryID)).filter { known[$0] == nil }.map(\.text).sorted()
        let count = reports.count { known[$0.queryID] != nil }
        return .json(["counted": JSON(count), "unknown": JSON(unknown)], status: .accepted)
    }

    static let searchRoutes = [
        Route(
            .post("/api/search", .permission(.search), "search"),
            "Search without a session: one search, or several as `requests`, with results in the same order.",
            body: .json(OneOffSearch.shape),
            replies: [
                .init(
                    .ok,
                    "The results, or a list of them.",
                    .json(
                        .named(
                            "SearchAnswer",
                            .object.described(
                                "The data of a `results/` event; of several, `results` with one or an `error` for each."
                            )
                        )
                    )
                )
            ],
            problems: [404, 502, 504],
            section: "#searches-without-a-session"
        ) { $0.search },
        Route(
            .post("/api/search/reports", .permission(.search), "reportSearches"),
            "Report clicks, conversions and views of results with a `queryID`.",
            body: .json(SearchReport.shape),
            replies: [
                .init(
                    .accepted,
                    "How many are put on the log to be counted, and the searches that the log does not have.",
                    .json(.object(["counted": .integer, "unknown": .list(.text)]))
                )
            ],
            problems: [507],
            section: "#clicks-on-results"
        ) { $0.takeReports },
    ]
}
