// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AccessKeys
import Hummingbird
import HummingbirdCore
import Wire

extension GatewayAPI {
    /// Creates the router of all routes.
    ///
    /// - Parameters:
    ///   - hosts: The allowed hosts of a request.
    ///   - proxies: The trusted proxies.
    ///   - algolia: The handler of `/1/`, if the app enables it.
    /// - Returns: The router.
    func makeRouter(
        hosts: HostRule,
        proxies: ProxyRule,
        algolia: AlgoliaGateway?
    ) -> Router<GatewayContext> {
        let router = Router(context: GatewayContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: CrossOriginMiddleware(origins: app.origins, hosts: hosts, metrics: metrics))
        router.add(middleware: AnswerMiddleware(metrics: metrics))
        router.add(middleware: TraceMiddleware())
        // It has keys of its own, and pages of any origin may use it.
        if let algolia { algolia.addRoutes(to: router) }
        router.add(
            middleware: AccessMiddleware(
                authenticator: authenticator,
                hosts: hosts,
                proxies: proxies,
                registry: registry
            )
        )
        for route in Self.routes {
            router.on(RouterPath(route.path), method: route.method) { try await route.respond(to: $0, $1, self) }
        }
        let served = ServedRoutes(of: router)
        router.add(
            middleware: FallbackMiddleware(served: served) { try self.file($0, $1) }
        )
        return router
    }

    /// All routes, except the console's files and Algolia's interface.
    static let routes =
        healthRoutes + documentRoutes + accessRoutes + sessionRoutes + streamRoutes + schemaRoutes + searchRoutes
        + statusRoutes + insightsRoutes + replayRoutes + indexRoutes + metricsRoutes

    private static let documentRoutes = [
        Route(
            method: .get,
            path: "/openapi.json",
            access: .open,
            id: "describeAPI",
            summary: "The description of this API.",
            replies: [Route.Reply(.ok, "The document.", .json(.named("Document", .object)))],
            handler: { _, _, _ in .json(OpenAPIDocument.body) }
        ),
        Route(
            method: .get,
            path: "/asyncapi.json",
            access: .permission(.describe),
            id: "describeBus",
            summary: "The description of the bus: its topics, the schemas of their events, and the broker's commands.",
            replies: [Route.Reply(.ok, "The document.", .json(.named("Document", .object)))],
            handler: { api, _, _ in
                .json(AsyncAPIDocument(widgets: api.app.typesOfWidgets).json)
            }
        ),
    ]
}
