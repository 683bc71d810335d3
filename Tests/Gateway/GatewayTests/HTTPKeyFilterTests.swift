// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import Components
import SearchModel
import Testing
import Wire

@testable import Gateway

/// Keys with filters at the gateway, over real connections.
@Suite(.oneAtATime) struct HTTPKeyFilterTests {
    /// A gateway, and calls with the keys of two tenants, and with one for both.
    private struct Tenants {
        let gateway: TestGateway
        private let key: String

        init(_ gateway: TestGateway, role: AccessRole = .session) throws {
            self.gateway = gateway
            let (key, text) = AccessKey.make(AccessScope(role), at: 0)
            try AccessFile(dataDirectory: gateway.directory).change { try $0.insert(key, at: 0) }
            self.key = text
        }

        /// A key of a tenant; without a name, the key that those of tenants are made from.
        func key(of tenant: String?) throws -> String {
            guard let tenant else { return key }
            return try #require(Restriction(filters: try KeyFilters("tenant:\(tenant)")).key(from: key))
        }

        func ask(_ tenant: String?, _ method: String, _ path: String, body: String? = nil) async throws -> HTTPAnswer {
            let fields = [("Authorization", "Bearer \(try key(of: tenant))")]
            return try await gateway.ask(method, path, body: body, fields: fields, hasKey: false)
        }
    }

    private static func filters(of tenant: String) throws -> JSON { try KeyFilters("tenant:\(tenant)").state.json }

    @Test func `a new session begins with the filters of its creator's key`() async throws {
        try await TestGateway.with { gateway async throws in
            let tenants = try Tenants(gateway)
            let bodies = ["{}", #"{"session":"mine"}"#, #"{"session":"linked","link":"?q=lamp"}"#]
            for body in bodies {
                #expect(try await tenants.ask("acme", "POST", "/api/sessions", body: body).status == 201)
                let start = try #require(gateway.log.appends.last?.first)
                #expect(try JSON(parsing: start.data) == ["filters": Self.filters(of: "acme")])
            }
            #expect(try await tenants.ask("acme", "PUT", "/api/sessions/put", body: "{}").status == 201)
            #expect(try await tenants.ask("acme", "PUT", "/api/sessions/put", body: "{}").status == 200)
            #expect(try await tenants.ask(nil, "POST", "/api/sessions", body: "{}").status == 201)
            #expect(try JSON(parsing: try #require(gateway.log.appends.last?.first).data) == [:])
        }
    }

    @Test func `a session is open to its tenant and to keys without filters, and closed to other tenants`() async throws
    {
        let calls: [(String, String, String?)] = [
            ("GET", "/api/sessions/mine", nil), ("PUT", "/api/sessions/mine", "{}"),
            ("POST", "/api/sessions", #"{"session":"mine"}"#),
            ("POST", "/api/sessions/mine/intents", #"{"to":"box","type":"set-query","data":{"query":"a"}}"#),
            ("GET", "/api/log?session=mine", nil), ("HEAD", "/api/sessions/mine/events", nil),
            ("HEAD", "/api/events?session=mine", nil),
        ]
        try await TestGateway.with { gateway async throws in
            let tenants = try Tenants(gateway)
            #expect(try await tenants.ask("acme", "PUT", "/api/sessions/mine", body: "{}").status == 201)
            for round in 0..<2 {
                for (method, path, body) in calls {
                    for (tenant, isOpen) in [("acme", true), (nil, true), ("globex", false)] {
                        let answer = try await tenants.ask(tenant, method, path, body: body)
                        #expect(
                            (answer.status < 300) == isOpen,
                            "\(tenant ?? "both") \(method) \(path) \(answer.status)"
                        )
                        if !isOpen, method != "HEAD" { #expect(answer.code == "not-permitted", "\(method) \(path)") }
                    }
                }
                // From now on the view of the state store counts.
                let view = SessionOverview(filters: try KeyFilters("tenant:acme AND visible:true").state)
                if round == 0 { _ = try gateway.log.put("view/session/mine/", view.json.text) }
            }
        }
    }

    @Test func `a session that did not begin with the filters is closed to every tenant`() async throws {
        try await TestGateway.with { gateway async throws in
            let tenants = try Tenants(gateway)
            _ = try await tenants.ask(nil, "PUT", "/api/sessions/shared", body: "{}")
            _ = try gateway.log.put("intent/box/older/", type: "searchbus.intent.set-query")
            _ = try gateway.log.put("intent/session/late/", type: "searchbus.intent.reset")
            let filters = try Self.filters(of: "acme").text
            _ = try gateway.log.put("intent/session/late/", #"{"filters":\#(filters)}"#, type: "searchbus.intent.start")
            _ = try gateway.log.put("intent/session/seen/", #"{"filters":\#(filters)}"#, type: "searchbus.intent.start")
            _ = try gateway.log.put("view/session/seen/", #"{"phase":"ready"}"#)
            for session in ["shared", "older", "late", "seen"] {
                for method in ["GET", "PUT"] {
                    let body = method == "PUT" ? "{}" : nil
                    let answer = try await tenants.ask("acme", method, "/api/sessions/\(session)", body: body)
                    #expect(answer.status == 403 && answer.code == "not-permitted", "\(method) \(session)")
                }
            }
            #expect(try await tenants.ask("acme", "GET", "/api/sessions/none").status == 404)
        }
    }

    @Test func `of two that begin one session at once, the second is refused`() async throws {
        try await TestGateway.with { gateway async throws in
            let tenants = try Tenants(gateway)
            // Another client's event reaches the log between the look and the append.
            gateway.log.precede { log, drafts in
                guard drafts.first?.topic.session == "raced" else { return }
                _ = try? log.put("intent/session/raced/", type: "searchbus.intent.start")
            }
            let answer = try await tenants.ask("acme", "PUT", "/api/sessions/raced", body: "{}")
            #expect(answer.status == 403 && answer.code == "not-permitted")
        }
    }

    @Test func `searches without a session have the filters beside their own`() async throws {
        try await TestGateway.with { gateway async throws in
            let tenants = try Tenants(gateway)
            gateway.log.react { log, drafts in
                for draft in drafts where draft.topic.kind == .request {
                    guard let request = try? UnitRequest(json: JSON(parsing: draft.data)) else { continue }
                    for (name, member) in request.members {
                        let data = #"{"hits":[],"request":\#(member.number)}"#
                        _ = try? log.put("results/\(name)/\(draft.topic.session ?? "")/", data)
                    }
                }
            }
            let base =
                #"[{"kind":"or","name":"key","filters":[{"type":"facet","attribute":"tenant","value":"globex"}]}]"#
            let body = #"{"searcher":"products","baseFilters":\#(base)}"#
            #expect(try await tenants.ask("acme", "POST", "/api/search", body: body).status == 200)
            let draft = try #require(gateway.log.appends.joined().last { $0.topic.kind == .request })
            let member = try #require(try UnitRequest(json: JSON(parsing: draft.data)).members["products"])
            #expect(try KeyFilters("tenant:acme").state.isPart(of: member.baseFilters))
            #expect(try KeyFilters("tenant:globex").state.isPart(of: member.baseFilters))
            let explained = #"{"searcher":"products","explain":true}"#
            #expect(try await tenants.ask("acme", "POST", "/api/search", body: explained).status == 403)
        }
    }

    @Test func `the description tells the permissions, and what concerns all sessions is closed`() async throws {
        try await TestGateway.with { gateway async throws in
            let tenants = try Tenants(gateway, role: .read)
            let app = try await tenants.ask("acme", "GET", "/api/app").json()
            #expect(app["access"] == [["role": "read", "filters": ["tenant:acme"]]])
            for path in ["/api/status", "/metrics", "/api/log", "/api/insights", "/api/events"] {
                let answer = try await tenants.ask("acme", "GET", path)
                #expect(answer.status == 403, "\(path)")
                #expect(try answer.json()["detail"]?.string?.contains("of the filters `tenant:acme`") == true)
            }
        }
    }
}
