// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import SearchModel
import Testing
import Wire

/// The indexes that clients may choose, beside those of the searchers and widgets.
@Suite struct AppFileIndexesTests {
    private func text(_ indexes: String) -> String {
        "name: a\nsearchers:\n  products: { type: hits, index: products }\nindexes: \(indexes)\n"
    }

    @Test func `indexes are read, and an app without any is described as ever`() throws {
        let app = try AppFile.read(text("[archive, shop.old]"))
        #expect(app.indexes == ["archive", "shop.old"])
        #expect(app.reach(of: "products").indexes == ["products", "archive", "shop.old"])
        #expect(app.json["indexes"] == ["archive", "shop.old"] && app.json["searchers"]?.array?[0]["reach"] != nil)
        #expect(try App(json: app.json) == app)
        let plain = try AppFile.read("name: a\nsearchers: { p: { type: hits, index: p } }")
        #expect(plain.json["indexes"] == nil && plain.json["searchers"]?.array?[0]["reach"] == nil)
    }

    @Test(arguments: [
        ("archive", "is not a list of at most 1000, each a text"),
        ("[a/b]", "invalid name of an index `a/b`"), ("['']", "invalid name"),
        ("[7]", "`indexes.0` of the app file is not a text"),
        ("[\(String(repeating: "x", count: 129))]", "invalid name of an index"),
    ])
    func `an invalid index is reported with its line`(list: String, words: String) {
        let problems = AppFileProblems.lines(of: text(list))
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.hasPrefix("4: ") == true && problems.first?.contains(words) == true, "\(problems)")
    }
}
