// SPDX-License-Identifier: MIT

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
        + holdRoutes + statusRoutes + insightsRoutes + replayRoutes + indexRoutes + metricsRoutes

    private static let documentRoutes = [
        Route(
            .get("/openapi.json", .open, "describeAPI"),
            "The description of this API.",
            replies: [.init(.ok, "The document.", .json(.named("Document", .object)))]
        ) { _ in { _, _ in .json(OpenAPIDocument.body) } },
        Route(
            .get("/asyncapi.json", .permission(.describe), "describeBus"),
            "The description of the bus: its topics, the schemas of their events, and the broker's commands.",
            replies: [.init(.ok, "The document.", .json(.named("Document", .object)))]
        ) { api in { _, _ in .json(AsyncAPIDocument(widgets: api.app.typesOfWidgets).json) } },
    ]
}
