// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Hummingbird
import HummingbirdCore
import Insights
import Wire

extension GatewayAPI {
    /// What people searched for in the last days: `{"counting", "report"}`, the report being null before anything was counted.
    @Sendable func readInsights(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let asked = request.query
        let days = try asked.integer("days", in: InsightsReader.days, default: 7)
        let limit = try asked.integer("limit", in: InsightsReader.limits, default: 20)
        let reader = insights
        // It may take some milliseconds, and others are served on this thread.
        let report = try await Task.detached {
            try reader.report(days: days, limit: limit, now: Timestamp.now().microseconds)
        }.value
        return .json(["counting": .bool(app.countsInsights), "report": report?.json ?? .null])
    }
}
