// SPDX-License-Identifier: MIT

import AccessKeys
import AlgoliaLanguage
import Bus
import Foundation
import HTTPTypes
import Hummingbird
import RandomTesting
import Testing
import Wire

@testable import Gateway

/// Every route, every role: in the table, in the documentation, and over real connections.
@Suite(.oneAtATime) struct RouteAccessTests {
    /// A column of the documented matrix.
    private struct Holder {
        let scope: AccessScope
        let answers: [AccessRight: String]
    }

    @Test("The documented matrix is the actual one")
    func matrix() throws {
        for holder in try Self.documented() {
            #expect(Set(holder.answers.keys) == Set(AccessRight.allCases))
            for (right, answer) in holder.answers {
                func allows(_ session: String?) -> Bool { holder.scope.allows(right, session: session) }
                let expected: (none: Bool?, own: Bool, other: Bool)? =
                    switch answer {
                    // Routes that read or use a session always name it.
                    case "yes": ([.view, .use].contains(right) ? nil : true, true, true)
                    case "named": (false, true, true)
                    case "its own": (false, true, false)
                    case "–": (false, false, false)
                    default: nil
                    }
                let wanted = try #require(expected, "\(answer)")
                #expect(wanted.none == nil || wanted.none == allows(nil), "\(holder.scope) \(right)")
                #expect(wanted.own == allows("own") && wanted.other == allows("other"), "\(holder.scope) \(right)")
            }
        }
    }

    @Test("The tables of docs/http.md equal those of the routes")
    func reference() throws {
        let page = try ReferencePage("http.md")
        let hint: Comment = "`make record` writes it again"
        let endpoints = GatewayAPI.routes.map { route in
            let call = "`\(route.method.rawValue) \(route.path)`"
            let statuses = route.replies.map { "\($0.status.code)" }.filter { $0 != "200" }.joined(separator: ", ")
            let kind = route.isStream ? "event stream: " : statuses.isEmpty ? "" : "\(statuses): "
            return [route.section.map { "[\(call)](\($0))" } ?? call, route.permission, kind + route.summary]
        }
        #expect(try page.has(endpoints, under: "## Endpoints"), hint)
        for (id, heading) in [("streamEvents", "### The bus"), ("readLog", "## The log")] {
            let route = try #require(GatewayAPI.routes.first { $0.id == id })
            let parameters = route.parameters.map { parameter in
                let value = parameter.shape.json["default"].map { " Default: \($0.int ?? 0)." } ?? ""
                let range = parameter.shape.json["maximum"].map { " At most \($0.int ?? 0)." } ?? ""
                return ["`\(parameter.name)`", (parameter.summary ?? "") + range + value]
            }
            #expect(try page.has(parameters, under: heading), hint)
        }
    }

    @Test("The error catalogue in docs/protocol.md is that of the codes")
    func errorReference() throws {
        let rows = ErrorCode.allCases.map { code in
            ["`\(code.rawValue)`", code.meaning, "\(code.httpStatus)", "\(code.exitCode)", code.remedy]
        }
        let hint: Comment = "`make record` writes it again"
        #expect(try ReferencePage("protocol.md").has(rows, under: "## 11. Error catalogue"), hint)
        let operations = Operation.allCases.map(\.rawValue).joined(separator: ", ")
        #expect(ErrorCode.unknownOperation.remedy == "Use one of: \(operations).")
    }

    @Test("The table and the grammar of topics in docs/protocol.md are those of the kinds")
    func kindReference() throws {
        let page = try ReferencePage("protocol.md")
        let hint: Comment = "`make record` writes it again"
        let rows = Topic.Kind.allCases.map { kind in
            let rules = kind.rules
            return [
                "`\(kind.rawValue)/`", rules.component + (rules.hasSession ? "" : "; no session"), rules.summary,
                kind.isStored ? "yes" : "no",
            ]
        }
        #expect(try page.has(rows, under: "## 2. Topics"), hint)
        func words(_ isMember: (Topic.Kind) -> Bool) -> String {
            Topic.Kind.allCases.filter(isMember).map { "\"\($0.rawValue)\"" }.joined(separator: " / ")
        }
        #expect(try page.has(line: "session-kind   = \(words(\.hasSession))"))
        #expect(try page.has(line: "plain-kind     = \(words { !$0.hasSession && $0.isStored })"))
        #expect(try page.has(line: "unstored-kind  = \(words { !$0.isStored })"))
    }

    @Test("The exchange with many clients that the log limits is that of Algolia's interface")
    func exchange() {
        let channels = Topic.Kind.allCases.compactMap(\.exchangeChannel).map(\.name)
        #expect(channels == ["request", "results"].map { "\($0)/\(AlgoliaQuestion.component)/" })
    }

    @Test("The tables of docs/protocol.md equal those of the declared status")
    func statusReference() throws {
        let page = try ReferencePage("protocol.md")
        let hint: Comment = "`make record` writes it again"
        func rows<Root>(_ fields: [RecordField<Root>]) -> [[String]] {
            fields.map { ["`\($0.name)`", $0.member.summary] }
        }
        #expect(try page.has(rows(ProcessStatus.fields), under: "### Status"), hint)
        #expect(try page.has(rows(LogStatus.fields), under: "#### The log in the broker's status"), hint)
    }

    @Test("The table of metrics in docs/http.md is that of the metrics, each of a name of its own")
    func metricReference() throws {
        let rows = Metric.all.map { metric in
            let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
            return ["`\(metric.name)`", metric.kind.rawValue, labels, metric.help]
        }
        let hint: Comment = "`make record` writes it again"
        #expect(try ReferencePage("http.md").has(rows, under: "### Metrics"), hint)
        #expect(Set(Metric.all.map(\.name)).count == Metric.all.count)
    }

    @Test("Exactly the routes with a parameter `session` are narrowed by it")
    func narrowing() throws {
        for route in GatewayAPI.routes {
            let isNarrowed = if case .permissionOfNamedSession = route.access { true } else { false }
            #expect(isNarrowed == route.queryParameters.contains("session"), "\(route.id)")
        }
    }

    @Test("Routes of all sessions are closed to keys and links of one, whatever session the request names")
    func allSessions() async throws {
        try await TestGateway.with { gateway async throws in
            let file = AccessFile(dataDirectory: gateway.directory)
            let scopes = [
                AccessScope(.session), AccessScope(.session, session: "own"), AccessScope(.read, session: "own"),
            ]
            for scope in scopes {
                let (key, text) = AccessKey.make(scope, at: 0)
                try file.change { try $0.insert(key, at: 0) }
                for path in ["/api/insights", "/api/replays", "/api/replays/kept"] {
                    for query in ["", "?session=own", "?session=own&session=own"] {
                        let answer = try await gateway.ask(
                            "GET",
                            path + query,
                            fields: [("Authorization", "Bearer \(text)")],
                            hasKey: false
                        )
                        #expect(answer.status == 403, "\(scope) \(path)\(query)")
                        let detail = try answer.json()["detail"]?.string
                        #expect(
                            detail?.contains("`log` for all sessions, which keys of the role `read` or `admin`") == true
                        )
                    }
                }
            }
        }
    }

    @Test("A key of sessions must name one if the route can be limited to it")
    func unnamedSession() async throws {
        try await TestGateway.with { gateway async throws in
            let file = AccessFile(dataDirectory: gateway.directory)
            let scopes = [AccessScope(.session): "SESSION", AccessScope(.read, session: "own"): "own"]
            for (scope, name) in scopes {
                let (key, text) = AccessKey.make(scope, at: 0)
                try file.change { try $0.insert(key, at: 0) }
                for path in ["/api/log", "/api/events"] {
                    let fields = [("Authorization", "Bearer \(text)")]
                    let answer = try await gateway.ask("GET", path, fields: fields, hasKey: false)
                    #expect(answer.status == 403)
                    let remedy = try answer.json()["remedy"]?.string
                    #expect(remedy?.contains("Name the session: ?session=\(name).") == true)
                }
            }
        }
    }

    @Test("Each role at each route with each parameter gets the matrix's response, with the missing permission")
    func everyRoleAtEveryRoute() async throws {
        try await TestGateway.with { gateway async throws in
            for session in ["own", "other"] { _ = try await gateway.ask("PUT", "/api/sessions/\(session)", body: "{}") }
            let file = AccessFile(dataDirectory: gateway.directory)
            for holder in try Self.documented() {
                let (key, text) = AccessKey.make(holder.scope, at: 0)
                try file.change { try $0.insert(key, at: 0) }
                for route in GatewayAPI.routes {
                    guard let right = route.access.right else { continue }
                    for attempt in Self.attempts(at: route) {
                        let isAllowed = holder.scope.allows(right, session: attempt.session)
                        try await Self.check(attempt, isAllowed, text, right, on: gateway)
                    }
                }
            }
        }
    }

    /// A request that is tried with a key of each role.
    private struct Attempt {
        let method: String
        let path: String
        /// The session that the request is about; `nil` for all of them.
        let session: String?
    }

    /// An operation with each session in its path, and each of its query parameters and `session` in its query.
    private static func attempts(at route: Route) -> [Attempt] {
        let hasSession = route.path.contains("{session}")
        let isNarrowed = route.queryParameters.contains("session")
        let queries: [(text: String, named: String?)] =
            [
                ("", nil), ("?session=own", "own"), ("?session=other", "other"), ("?session=%6Fwn", "own"),
                ("?session=own&session=other", nil), ("?session=other&session=own", nil), ("?session=", ""),
                ("?Session=own", nil),
            ]
            + route.queryParameters.filter { $0 != "session" }.flatMap { name in
                [("?\(name)=own", nil), ("?session=other&\(name)=own", "other"), ("?\(name)=own&session=own", "own")]
            }
        // A stream without followers ends.
        let method = route.isStream && route.method == .get ? "HEAD" : route.method.rawValue
        return (hasSession ? ["own", "other"] : [nil]).flatMap { inPath in
            queries.map { query in
                let path = route.path.replacingOccurrences(of: "{session}", with: inPath ?? "")
                    .replacingOccurrences(of: "{type}", with: "hits")
                    .replacingOccurrences(of: "{index}", with: "products")
                    .replacingOccurrences(of: "{name}", with: "kept")
                return Attempt(
                    method: method,
                    path: path + query.text,
                    session: inPath ?? (isNarrowed ? query.named : nil)
                )
            }
        }
    }

    private static func check(
        _ attempt: Attempt,
        _ isAllowed: Bool,
        _ key: String,
        _ right: AccessRight,
        on gateway: TestGateway
    ) async throws {
        let answer = try await gateway.ask(
            attempt.method,
            attempt.path,
            body: ["GET", "HEAD"].contains(attempt.method) ? nil : "{}",
            fields: [("Authorization", "Bearer \(key)")],
            hasKey: false
        )
        let what = "\(attempt.method) \(attempt.path): \(answer.status)"
        #expect((answer.status == 403) == !isAllowed && answer.status != 401, "\(what)")
        guard !isAllowed, attempt.method != "HEAD" else { return }
        #expect(answer.code == "not-permitted", "\(what)")
        #expect(answer["WWW-Authenticate"]?.contains("insufficient_scope") == true, "\(what)")
        #expect(try answer.json()["detail"]?.string?.contains("`\(right.rawValue)`") == true, "\(what)")
    }

    // MARK: The documentation

    private static func documented() throws -> [Holder] {
        let rows = try ReferencePage("http.md").rows(under: "### What each role may do")
        let scopes = [
            AccessScope(.read), AccessScope(.session), .everything, AccessScope(.read, session: "own"),
            AccessScope(.session, session: "own"),
        ]
        return try scopes.enumerated().map { place, scope in
            Holder(
                scope: scope,
                answers: Dictionary(
                    uniqueKeysWithValues: try rows.map { row in
                        let name = row[0].replacingOccurrences(of: "`", with: "")
                        return (try #require(AccessRight(rawValue: name), "\(name)"), row[place + 2])
                    }
                )
            )
        }
    }
}
