// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct ConfigureTests {
    typealias Tester = InteractorTester<ConfigureInteractor>

    private func configure(_ parameters: JSON = ["typoTolerance": false]) throws -> Tester {
        try Tester(
            ConfigureInteractor.self,
            searcher: "everything",
            members: ["products", "categories"],
            ["parameters": parameters]
        )
    }

    private func parameters(_ tester: Tester, _ name: String = "products") -> JSON {
        .object(tester.session.state.searchers[name]?.parameters ?? JSONObject())
    }

    @Test func `a session starts with the parameters`() throws {
        let configure = try configure()
        #expect(parameters(configure) == ["typoTolerance": false])
        #expect(parameters(configure, "categories") == ["typoTolerance": false])
    }

    @Test func `parameters are set beside the others, removed and restored`() throws {
        let configure = try configure()
        configure.send("set", ["parameters": ["analytics": true, "typoTolerance": .null]])
        #expect(parameters(configure) == ["analytics": true])
        configure.expectView(["parameters": ["analytics": true]])
        configure.send("set", ["parameters": ["analytics": true]], .unchanged)
        configure.send("reset")
        #expect(parameters(configure) == ["analytics": true, "typoTolerance": false])
        configure.search(9, .failed(), of: "products")
        configure.expectView(["phase": "loading"])
    }

    @Test func `nonsense is rejected`() throws {
        let configure = try configure()
        let long = JSON.string(String(repeating: "x", count: 5_000))
        configure.sendRejected("set", ["parameters": ["a": long]], "bytes")
        configure.sendRejected("set", ["parameters": 7], "parameters")
        configure.sendRejected("set", [:], "missing")
        configure.sendRejected("dance", [:], "does not understand")
        #expect(throws: ParameterError.self) { try self.configure(["a": long]) }
        #expect(throws: ParameterError.self) { try self.configure("a") }
    }
}
