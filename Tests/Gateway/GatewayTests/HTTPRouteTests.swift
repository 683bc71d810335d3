// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import AppModel
import Foundation
import HTTPTypes
import Testing
import Wire

@testable import Gateway

/// The responses to paths and methods, over real connections.
@Suite(.oneAtATime) struct HTTPRouteTests {
    @Test("A wrong method of a known path gets the list of allowed methods")
    func otherMethods() async throws {
        try await SharedGateway.use { gateway async throws in
            for (method, path, allowed) in [
                ("DELETE", "/api/sessions/s", "GET, HEAD, PUT"), ("GET", "/api/links", "POST"),
                ("HEAD", "/api/search", "POST"), ("POST", "/healthz", "GET, HEAD"),
                ("OPTIONS", "/api/app", "GET, HEAD"),
                ("PROPFIND", "/api/schemas/hits", "GET, HEAD"),
            ] {
                let answer = try await gateway.ask(method, path, body: method == "POST" ? "{}" : nil)
                #expect(answer.status == 405 && answer["Allow"] == allowed, "\(method) \(path)")
                #expect(method == "HEAD" || answer.code == "unknown-route")
            }
        }
    }

    @Test(
        "A path that is near one that is served is not served",
        arguments: [
            "/api/app/", "//api/app", "/api//app", "/API/app", "/api/app/x", "/api", "/api/", "/api/sessions/s/",
            "/healthz/",
            "//healthz", "/api/%61pp", "/api/./app", "/x/../api/app", "/1/indexes", "/1/isalive", "/**", "/{session}",
        ]
    )
    func nearMisses(path: String) async throws {
        try await SharedGateway.use { gateway async throws in
            let answer = try await gateway.ask("GET", path)
            #expect(answer.status == 404 && answer.code == "unknown-route")
        }
    }

    @Test("`HEAD` has the response of `GET` without a body")
    func head() async throws {
        try await SharedGateway.use { gateway async throws in
            for path in ["/api/app", "/healthz", "/api/none", "/openapi.json"] {
                let (get, head) = (try await gateway.ask("GET", path), try await gateway.ask("HEAD", path))
                #expect(head.status == get.status && head["Content-Length"] == get["Content-Length"], "\(path)")
                #expect(head["Content-Type"] == get["Content-Type"] && head.body.isEmpty)
            }
        }
    }

    @Test("A part of a path is decoded, and a plus sign in it is unchanged")
    func encodedParts() async throws {
        try await TestGateway.with { gateway async throws in
            #expect(try await gateway.ask("PUT", "/api/sessions/%73%31", body: "{}").json() == ["session": "s1"])
            #expect(try await gateway.ask("GET", "/api/sessions/s1").status == 200)
            for id in ["a+b", "a%2Bb", "%", "%4", "%zz", "%C3", "%00", "a%2F"] {
                let answer = try await gateway.ask("PUT", "/api/sessions/\(id)", body: "{}")
                #expect(answer.status == 400, "\(id)")
            }
            #expect(try await gateway.ask("GET", "/api/schemas/hit%73").json()["type"] == "hits")
        }
    }

    @Test("Names in paths of Algolia's interface may contain any encoded character, a slash too")
    func algoliaPaths() throws {
        for (path, id, values) in [
            ("/1/indexes/a%2Fb/query", "algoliaQuery", ["a/b", ""]),
            ("/1/indexes/a+b%20c/query", "algoliaQuery", ["a+b c", ""]),
            ("/1/indexes/%2A/queries", "algoliaSearch", ["", ""]),
            ("/1/indexes/b%C3%BCcher/batch", "algoliaBatch", ["bücher", ""]),
            ("/1/indexes/x/a%2Fb%2Fpartial/partial", "algoliaUpdateObject", ["x", "a/b/partial"]),
            ("/1/indexes/x/synonyms/partial", "algoliaUpdateObject", ["x", "synonyms"]),
        ] {
            let (route, names) = try AlgoliaRoute.find(.post, path: path)
            #expect(route.id == id && [names.index, names.object] == values, "\(path)")
        }
        for path in ["/1/indexes/%/query", "/1/indexes/a%2/query", "/1/indexes/%C3/query", "/1/indexes//query", "/1/"] {
            #expect(throws: AlgoliaError.self) { try AlgoliaRoute.find(.post, path: path) }
        }
    }

    @Test("Algolia's interface answers below its prefix in its own format, and for pages of any origin")
    func algolia() async throws {
        var app = TestGateway.app
        app.servesAlgolia = true
        let changed = app
        try await TestGateway.with(change: { configuration in
            configuration.app = try GatewayApp(changed)
        }) { gateway async throws in
            let alive = try await gateway.ask("GET", "/1/isalive", hasKey: false)
            #expect(alive.status == 200 && alive["Access-Control-Allow-Origin"] == "*")
            #expect(try await gateway.ask("HEAD", "/1/isalive", hasKey: false).body.isEmpty)
            for (method, path) in [("GET", "/1/none"), ("PATCH", "/1/isalive"), ("GET", "/1//isalive")] {
                let answer = try await gateway.ask(method, path, hasKey: false)
                #expect(answer.status == 404 && answer["Access-Control-Allow-Origin"] == "*", "\(path)")
                #expect(try answer.json()["message"]?.string?.isEmpty == false)
            }
            let preflight = try await gateway.ask(
                "OPTIONS",
                "/1/indexes/x/query",
                fields: [("Origin", "https://a.example")]
            )
            #expect(preflight.status == 204 && preflight["Access-Control-Allow-Origin"] == "*")
            let metrics = try await gateway.ask("GET", "/metrics").text
            #expect(metrics.contains("route=\"/1/**\",method=\"GET\",status=\"404\"} 2\n"))
        }
    }
}
