// SPDX-License-Identifier: MIT

import AppModel
import Components
import SearchModel
import Testing
import Wire

@testable import Gateway

/// Sessions that begin with a permalink's state.
@Suite(.oneAtATime) struct HTTPLinkTests {
    @Test("A link with invalid parts starts no session, and the response has its valid parts")
    func brokenLinks() async throws {
        try await TestGateway.with { gateway async throws in
            let count = gateway.log.appends.count
            for (link, readable, word) in [
                ("?q=100%", "?q=100%25", "`q`"), ("?q=%ff", "?", "`q`"), ("?q=a%ffb", "?q=ab", "`q`"),
                ("?q=lamp&main/and/x/size=5..1", "?q=lamp", "`main/and/x/size`"),
                ("?q=lamp&index.products=secrets", "?q=lamp", "`secrets`"),
            ] {
                let body = (["link": .string(link)] as JSON).text
                let answer = try await gateway.ask("POST", "/api/sessions", body: body)
                #expect(answer.status == 400 && answer.code == "invalid-argument", "\(link)")
                let problem = try answer.json()
                #expect(problem["readable"]?.string == readable, "\(link): \(problem.text)")
                #expect(problem["detail"]?.string?.contains(word) == true, "\(link): \(problem.text)")
                #expect(problem["unreadable"]?.array?.count == 1, "\(link)")
                let again = (["link": .string(readable)] as JSON).text
                #expect(try await gateway.ask("POST", "/api/sessions", body: again).status == 201, "\(readable)")
            }
            #expect(gateway.log.appends.count == count + 5)
        }
    }

    @Test("A link of the longest state in any script begins a session", arguments: ["a", "%D0%B6", "%E6%9C%AC"])
    func longLinks(letter: String) async throws {
        try await SharedGateway.use { gateway async throws in
            let bytes = letter.count == 1 ? 1 : letter.utf8.count / 3
            // Values of a name that the app does not have, so that no limit of a single value counts.
            let link = "?x=" + String(repeating: letter, count: (SessionLimits.link - 3) / bytes)
            #expect(link.utf8.count <= SessionLimits.address)
            let answer = try await gateway.ask("POST", "/api/sessions", body: "{\"link\":\"\(link)\"}")
            #expect(answer.status == 201)
            #expect(try await gateway.ask("GET", "/" + link).status == 404, "the address is read")
        }
    }
}
