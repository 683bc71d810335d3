// SPDX-License-Identifier: MIT

import AppFile
import Testing
import Wire

@testable import searchbus

@Suite struct RestartTargetsTests {
    private static let file = """
        name: x
        searchers:
          products: { type: hits, index: products }
        interactors: { groups: { screen: [hits] } }
        widgets:
          hits: { type: hits, searcher: products }
          gauge: { type: gauge, searcher: products, run: [./gauge] }
        """

    private func targets() throws -> RestartTargets {
        RestartTargets(
            processes: ["broker", "state", "searcher-products", "interactors-screen", "custom-gauge", "gateway"],
            app: try AppFile.read(Self.file)
        )
    }

    @Test(arguments: [
        ("gateway", ["gateway"]), ("hits", ["interactors-screen"]), ("gauge", ["custom-gauge"]), ("broker", ["broker"]),
        ("products", ["searcher-products"]),
        ("all", ["state", "searcher-products", "interactors-screen", "custom-gauge", "gateway"]),
    ])
    func `a process, a widget, a searcher and all are targets`(word: String, names: [String]) throws {
        #expect(try targets().names(for: word) == names)
    }

    @Test func `an unknown name is refused with the nearest one`() throws {
        let error = #expect(throws: SearchBusError.self) { try targets().names(for: "gaug") }
        #expect(error?.code == .unknownAddressee)
        #expect(error?.remedy == "Did you mean `gauge`?")
    }

    @Test func `a browser is there where a screen is, and a program`() {
        let environment = ["PATH": "/a:relative:/b", "DISPLAY": ":0"]
        #expect(Browser.find(in: environment) { $0 == "/b/xdg-open" }?.path == "/b/xdg-open")
        #expect(Browser.find(in: environment) { _ in false } == nil)
        #expect(Browser.find(in: ["PATH": "/b", "DISPLAY": ""]) { _ in true } == nil)
    }
}
