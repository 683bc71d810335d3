// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import Hummingbird
import HummingbirdCore
import Insights
import Wire

extension GatewayAPI {
    /// The users' searches of the last days: `{"counting", "report"}`, the report being null before anything was counted.
    @Sendable func readInsights(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let asked = request.query
        let days = try asked.integer("days", in: InsightsReader.days, default: 7)
        let limit = try asked.integer("limit", in: InsightsReader.limits, default: 20)
        let reader = insights
        // It may take some milliseconds, and other requests run on this thread.
        let report = try await Task.detached {
            try reader.report(days: days, limit: limit, now: Timestamp.now().microseconds)
        }.value
        return .json(["counting": .bool(app.countsInsights), "report": report?.json ?? .null])
    }

    static let insightsRoutes = [
        Route(
            .get("/api/insights", .permission(.log), "readInsights"),
            "What people searched for in the last days, and what came of it.",
            parameters: [
                .query(
                    "days",
                    .integer(InsightsReader.days, default: 7),
                    "Of how many days (of UTC), today being the last."
                ),
                .query(
                    "limit",
                    .integer(InsightsReader.limits, default: 20),
                    "The maximum number of rows of each list."
                ),
            ],
            replies: [
                .init(
                    .ok,
                    "The counts.",
                    .json(
                        .named(
                            "Insights",
                            .object([
                                "counting": .boolean.described("Whether the app counts."),
                                "report": .oneOf([Shape(["type": "null"]), report])
                                    .described("The counts; null before anything was counted."),
                            ])
                        )
                    )
                )
            ],
            problems: [500, 507],
            section: "insights.md"
        ) { $0.readInsights }
    ]

    private static let report = Shape.named(
        "InsightsReport",
        .object([
            "from": .text.described("The first day."), "to": .text.described("The last day."),
            "counted?": .object.described("The sequence number up to which the log is counted."),
            "totals": .object.described(
                "The counts of all texts together, `sessions`, and what was seen: `views` of records and `filterViews`."
            ),
            "queryCount?": .integer.described("How many different texts there are."),
            "queries": .list(.object).described("The most frequent texts."), "withoutResults": .list(.object),
            "refinements": .list(.object),
            "viewedFilters": .list(.object).described("The filters that were seen most often."),
            "latency": .object.described("Milliseconds from an intent to the first results that it led to."),
            "interval": .words(["hour", "day"]), "timeline": .list(.object),
        ])
    )
}
