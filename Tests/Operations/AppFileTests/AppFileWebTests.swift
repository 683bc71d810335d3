// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Testing
import Wire

/// The other origins whose pages may use an app.
@Suite struct AppFileWebTests {
    private func text(_ web: String) -> String {
        "name: a\nsearchers:\n  products: { type: hits, index: products }\nweb:\n\(web)"
    }

    private func origins(_ list: String) throws -> [String] {
        try AppFile.read(text("  origins: [\(list)]")).origins.map(\.description)
    }

    @Test func `origins are read as browsers write them`() throws {
        #expect(try origins("https://shop.example") == ["https://shop.example"])
        #expect(
            try origins("HTTPS://Shop.Example:443/, 'http://localhost:3000', 'http://[::1]:80', https://a.b:80")
                == ["https://shop.example", "http://localhost:3000", "http://[::1]", "https://a.b:80"]
        )
        #expect(try AppFile.read(text("  {}")).origins == [])
        #expect(try AppFile.read("name: a\nsearchers: { p: { type: hits, index: p } }").origins == [])
    }

    @Test func `origins go with the app to its processes, and an app without any is described as ever`() throws {
        let app = try AppFile.read(text("  origins: [https://shop.example]"))
        #expect(app.json["web"] == ["origins": ["https://shop.example"]])
        #expect(try App(json: app.json) == app)
        #expect(try AppFile.read(text("  origins: []")).json["web"] == nil)
    }

    @Test(
        arguments: [
            ("'*'", "would allow the pages of every site"), ("'null'", "sandboxed frames"),
            ("shop.example", "does not begin with"), ("ftp://a", "does not begin with"), ("''", "does not begin with"),
            ("https://a/b", "has a path"), ("https://a?b", "has a path"), ("'https://a#b'", "has a path"),
            ("https://", "names no host"), ("https://u@a", "names no host"), ("https://*.a", "names no host"),
            ("https://a:0", "invalid port"), ("https://a:x", "invalid port"), ("'https://a:'", "invalid port"),
            ("https://a:65536", "invalid port"), ("'https://[a'", "names no host"), ("https://bücher.example", "xn--"),
            ("https://a, https://a:443", "twice"), ("7", "not a text"), ("[https://a]", "not a text"),
        ]
    )
    func `an invalid origin is reported with its line`(list: String, words: String) {
        let problems = AppFileProblems.lines(of: text("  origins: [\(list)]"))
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.hasPrefix("5: ") == true && problems.first?.contains(words) == true, "\(problems)")
    }

    @Test func `values of other types are reported too`() {
        #expect(
            AppFileProblems.lines(of: text("  origin: [https://a]")).first?.contains("Did you mean `origins`") == true
        )
        #expect(AppFileProblems.lines(of: text("  origins: https://a")).first?.contains("is not a list") == true)
        let many = (1...65).map { "https://a\($0)" }.joined(separator: ", ")
        #expect(AppFileProblems.lines(of: text("  origins: [\(many)]")).first?.contains("holds 65 elements") == true)
        #expect(AppFileProblems.lines(of: text("  - https://a")).first?.contains("is not a mapping") == true)
    }
}
