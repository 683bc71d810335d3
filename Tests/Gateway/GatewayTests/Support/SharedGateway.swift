// SPDX-License-Identifier: MIT

import Testing
import Wire

/// One gateway for the tests that only send requests.
enum SharedGateway {
    private static let starting = Task { try await TestGateway.start() }

    /// Runs a test against the shared gateway.
    static func use<Value>(_ body: (TestGateway) async throws -> Value) async throws -> Value {
        try await body(try await starting.value)
    }
}

extension TestGateway {
    /// A cookie through a link of its own.
    func anotherCookie() async throws -> String {
        let answer = try await ask("POST", "/api/links", body: "{}")
        return try await cookie(link: try #require(try answer.json()["url"]?.string))
    }
}
