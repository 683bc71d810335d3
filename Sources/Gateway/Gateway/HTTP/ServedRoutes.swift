// SPDX-License-Identifier: MIT

import HTTPTypes
import Hummingbird

/// The routes of a router, for requests with another method, and for comparison with the documentation.
struct ServedRoutes: Sendable {
    /// A path, where `{name}` matches any one part, and a method.
    struct Route: Sendable {
        let path: RouterPath
        let method: HTTPRequest.Method
    }

    let routes: [Route]

    init(of router: Router<GatewayContext>) {
        routes = router.routes.map { Route(path: $0.path, method: $0.method) }
    }

    /// The methods with which a path is served.
    func methods(at path: String) -> [HTTPRequest.Method] {
        let parts = path.split(separator: "/")
        return routes.filter { route in
            route.path.count == parts.count && zip(route.path, parts).allSatisfy { $0 ~= $1 }
        }.map(\.method)
    }
}
