// SPDX-License-Identifier: MIT

import AccessKeys
import Hummingbird
import HummingbirdCore
import Wire

extension GatewayAPI {
    /// How many names a sentence has; the list has them all.
    private static let namesShown = 5

    /// Whether every component is healthy: the bus is connected, every process of the supervisor works and has caught up, and
    /// every component of the app is hosted by one.
    @Sendable func readReadiness(_ request: Request, _ context: GatewayContext) throws -> Response {
        guard let troubles else {
            var problem = Problem(SearchBusError(.brokerUnavailable, "The broker does not respond."))
            problem.members = [("problems", .array([Trouble.broker.json]))]
            throw problem
        }
        guard troubles.isEmpty else {
            let mayWatch = (try? context.caller.grants(for: .watch, session: nil)) != nil
            throw Self.problem(of: troubles, hasRight: mayWatch)
        }
        return .json(["status": "ready"])
    }

    /// What is not healthy; `nil` without the bus.
    private var troubles: [Trouble]? {
        guard isBusConnected(), hub.isJoined else { return nil }
        return hub.board.troubles(at: .now, supervised: supervised, of: app.components, shards: app.shardCount)
    }

    /// Whether every other process is ready; the gateway itself has not reported before.
    var othersAreReady: Bool { troubles?.allSatisfy { $0.name == "gateway" } ?? false }

    /// The report of problems: details for authorized callers, their number for all others.
    static func problem(of troubles: [Trouble], hasRight: Bool) -> Problem {
        guard hasRight else {
            let message = "\(troubles.count) of the app's components are not ready."
            return Problem(
                SearchBusError(
                    .componentFailed,
                    message,
                    remedy: "Use a key of the role `read` to see which, and why."
                ),
                status: 503
            )
        }
        let shown = troubles.prefix(namesShown).map { "\($0.name): \($0.detail)" }.joined(separator: " ")
        let more = troubles.count > namesShown ? " And \(troubles.count - namesShown) more." : ""
        var problem = Problem(SearchBusError(.componentFailed, shown + more), status: 503)
        problem.members = [("problems", .array(troubles.map(\.json)))]
        return problem
    }

    static let healthRoutes = [
        Route(
            .get("/healthz", .open, "checkHealth"),
            "Whether the gateway runs.",
            replies: [.init(.ok, "It runs.", .json(health))]
        ) { _ in { _, _ in .json(["status": "ok"]) } },
        Route(
            .get("/readyz", .open, "checkReadiness"),
            "Whether every component is ready; if not, `problems` lists those that are not, for callers with the "
                + "permission `watch`.",
            replies: [.init(.ok, "They are.", .json(health))],
            problems: [503],
            section: "#readiness"
        ) { $0.readReadiness },
    ]

    private static let health = Shape.named("Health", .object(["status": .text]))
}
