// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Hummingbird
import HummingbirdCore
import Wire

extension GatewayAPI {
    /// Makes the router of everything that is served.
    ///
    /// - Parameters:
    ///   - hosts: Which hosts a request may name.
    ///   - proxies: Which proxies are believed.
    ///   - algolia: Answers what is under `/1/`, where the app asks for that.
    /// - Returns: The router, and its routes.
    func makeRouter(
        hosts: HostRule,
        proxies: ProxyRule,
        algolia: AlgoliaGateway?
    ) -> (router: Router<GatewayContext>, served: ServedRoutes) {
        let router = Router(context: GatewayContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: CrossOriginMiddleware(origins: app.origins, hosts: hosts, metrics: metrics))
        router.add(middleware: AnswerMiddleware(metrics: metrics))
        router.add(middleware: TraceMiddleware())
        // It has keys of its own, and pages of any origin may ask it.
        if let algolia { algolia.addRoutes(to: router) }
        router.add(
            middleware: AccessMiddleware(
                authenticator: authenticator,
                hosts: hosts,
                proxies: proxies,
                registry: registry
            )
        )
        let form = FormMiddleware(bodyLimit: limits.bodySize)
        // What each of them asks of whoever calls it stands in `RouteAccess`.
        let guarded = router.group().add(middleware: RightMiddleware()).add(middleware: form)
        addOpenRoutes(to: guarded)
        addRoutes(to: guarded)
        let served = ServedRoutes(of: router)
        router.add(
            middleware: FallbackMiddleware(served: served) { try self.file($0, $1) }
        )
        return (router, served)
    }

    private func addOpenRoutes(to routes: RouterGroup<GatewayContext>) {
        routes.get("/healthz") { _, _ in Response.json(["status": "ok"]) }
        routes.get("/readyz", use: readReadiness)
        routes.get("/openapi.json") { _, _ in Response.json(OpenAPIDocument.body) }
        routes.get("/s/{session}", use: visitSession)
    }

    private func addRoutes(to routes: RouterGroup<GatewayContext>) {
        routes.get("/api/app", use: describeApp)
        routes.get("/api/schemas", use: describeTypes)
        routes.get("/api/schemas/{type}", use: describeType)
        routes.post("/api/sessions", use: createSession)
        routes.put("/api/sessions/{session}", use: ensureSession)
        routes.get("/api/sessions/{session}", use: readSession)
        routes.post("/api/sessions/{session}/intents", use: sendIntents)
        routes.get("/api/sessions/{session}/events", use: streamSession)
        routes.post("/api/search", use: search)
        routes.post("/api/search/reports", use: takeReports)
        routes.get("/api/events", use: streamBus)
        routes.get("/api/log", use: readLog)
        routes.get("/api/replays", use: listReplays)
        routes.get("/api/replays/{name}", use: readReplay)
        routes.get("/api/status", use: readStatus)
        routes.get("/api/insights", use: readInsights)
        routes.post("/api/links", use: createLink)
        routes.post("/api/indexes/{index}/changed", use: announceChange)
        routes.get("/metrics", use: readMetrics)
    }
}
