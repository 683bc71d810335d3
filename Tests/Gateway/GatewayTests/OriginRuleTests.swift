// SPDX-License-Identifier: MIT

import HTTPTypes
import Runtime
import Testing
import Wire

@testable import Gateway

@Suite struct OriginRuleTests {
    private let hosts = HostRule(listen: .address(host: "127.0.0.1", port: 8080))

    private func isAllowed(
        _ method: HTTPRequest.Method,
        _ fields: HTTPFields,
        identity: Identity = .browser("b"),
        path: String = "/api/app"
    ) -> Bool {
        let request = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "127.0.0.1:8080",
            path: path,
            headerFields: fields
        )
        return (try? OriginRule.check(request, identity: identity, hosts: hosts)) != nil
    }

    @Test("Requests of the console and of programs are allowed")
    func own() {
        #expect(isAllowed(.get, [:]))
        #expect(isAllowed(.get, [.secFetchSite: "none"]))
        #expect(isAllowed(.post, [.secFetchSite: "same-origin", .origin: "http://127.0.0.1:8080"]))
        #expect(isAllowed(.post, [.origin: "http://127.0.0.1:8080"]))
    }

    @Test(
        "What a page of another site makes a browser send is refused, reads too",
        arguments: [
            HTTPRequest.Method.get, .post, .put,
        ]
    )
    func foreign(method: HTTPRequest.Method) {
        for site in ["cross-site", "same-site", "nonsense", ""] { #expect(!isAllowed(method, [.secFetchSite: site])) }
        for origin in ["null", "http://evil", "http://localhost:8080", "http://127.0.0.1:8081"] {
            #expect(!isAllowed(method, [.origin: origin]))
            #expect(!isAllowed(method, [.secFetchSite: "none", .origin: origin]))
        }
        var twice: HTTPFields = [:]
        twice.append(HTTPField(name: .origin, value: "http://127.0.0.1:8080"))
        twice.append(HTTPField(name: .origin, value: "http://127.0.0.1:8080"))
        #expect(!isAllowed(method, twice))
    }

    @Test("Behind a proxy that names another host, the browser's own headers about page and request count")
    func proxy() {
        for method in [HTTPRequest.Method.get, .post] {
            #expect(isAllowed(method, [.secFetchSite: "same-origin", .origin: "https://search.example"]))
        }
        #expect(!isAllowed(.post, [.origin: "https://search.example"]))
        #expect(!isAllowed(.post, [.secFetchSite: "cross-site", .origin: "https://search.example"]))
    }

    @Test("A link on another site's page leads to the console, and to nothing else")
    func visits() {
        let visit: HTTPFields = [.secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "document"]
        for path in ["/", "/?q=lamp", "/?token=x", "/s/demo-2", "/s/demo-2?token=x"] {
            #expect(isAllowed(.get, visit, path: path))
        }
        for path in [
            "/api/app", "/api/sessions/s", "/index.html", "//", "/api/log?x=/", "/s", "/s/", "/s/a/b", "/s/../api/app",
            "/s/a%2Fb",
        ] {
            #expect(!isAllowed(.get, visit, path: path))
        }
        for path in ["/", "/s/demo-2"] { #expect(!isAllowed(.post, visit, path: path)) }
        for (name, value) in [
            (HTTPField.Name.secFetchDest, "iframe"), (.secFetchDest, "empty"), (.secFetchMode, "no-cors"),
            (.secFetchMode, "cors"), (.origin, "http://evil"),
        ] {
            var fields = visit
            fields[name] = value
            #expect(!isAllowed(.get, fields, path: "/"))
        }
    }

    @Test("A write with a cookie needs an origin; a program's does not")
    func writes() {
        #expect(!isAllowed(.post, [:]))
        #expect(!isAllowed(.post, [:], identity: .visitor("k")))
        #expect(isAllowed(.post, [:], identity: .key("k")))
        #expect(isAllowed(.post, [:], identity: .program))
        #expect(isAllowed(.get, [:]))
    }

    @Test("A write must be declared as JSON")
    func mediaTypes() {
        func isJSON(_ types: [String], _ method: HTTPRequest.Method = .post) -> Bool {
            var fields: HTTPFields = [:]
            for type in types { fields.append(HTTPField(name: .contentType, value: type)) }
            let request = HTTPRequest(method: method, scheme: "http", authority: "x", path: "/", headerFields: fields)
            return (try? OriginRule.checkMediaType(request)) != nil
        }
        func isJSON(withoutBody fields: HTTPFields) -> Bool {
            let request = HTTPRequest(method: .put, scheme: "http", authority: "x", path: "/", headerFields: fields)
            return (try? OriginRule.checkMediaType(request)) != nil
        }
        #expect(isJSON(withoutBody: [.authorization: "Bearer k"]))
        #expect(isJSON(withoutBody: [.authorization: "Bearer k", .contentLength: "0"]))
        #expect(!isJSON(withoutBody: [.authorization: "Bearer k", .contentLength: "2"]))
        #expect(!isJSON(withoutBody: [.authorization: "Bearer k", .transferEncoding: "chunked"]))
        #expect(!isJSON(withoutBody: [.authorization: "Bearer k", .contentType: "text/plain"]))
        #expect(!isJSON(withoutBody: [.cookie: "a=b"]))
        #expect(isJSON(["application/json"]))
        #expect(isJSON(["Application/JSON ; charset=utf-8"]))
        for types in [
            [], ["text/plain"], ["application/x-www-form-urlencoded"], ["text/plain; application/json"],
            ["application/jsonp"], ["multipart/form-data"], ["application/json", "text/plain"],
        ] {
            #expect(!isJSON(types))
            #expect(!isJSON(types, .put))
        }
        #expect(isJSON([], .get))
    }
}
