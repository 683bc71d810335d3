// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Testing

/// The problems of an app file are reported with their lines, all at once.
@Suite struct AppFileProblemTests {
    private func problems(_ text: String, environment: [String: String] = [:]) -> [String] {
        AppFileProblems.lines(of: text, environment: environment)
    }

    private func expect(widget: String, _ words: String, at location: SourceLocation = #_sourceLocation) {
        AppFileProblems.expect(widget: widget, words, at: location)
    }

    @Test func `several problems are reported at once, in the order of the lines`() {
        let found = problems(
            """
            nam: store
            searchers:
              products: { typ: hits, index: products }
            widgets:
              hits: { type: hitz, searcher: product }
            """
        )
        #expect(
            found == [
                "1: the app file has an unknown entry `nam` | Did you mean `name`?",
                "1: the app file has no `name` | Add `name: …`.",
                "3: searcher `products` has no `type` | Add `type: …`.",
                "5: `type` of widget `hits` is `hitz`, which does not come with SearchBus | Did you mean `hits`?",
                "5: `searcher` of widget `hits` names an unknown searcher `product` | Did you mean `products`?",
            ]
        )
    }

    @Test func `text that is not YAML has a line`() {
        #expect(problems("name: [a\nb: c: d").first?.hasPrefix("2: not YAML") == true)
        #expect(problems("a: 1\nname: x\na: 2").first?.contains("named twice: `a`") == true)
        #expect(problems("a: *nothing").first?.hasPrefix("1: not YAML") == true)
        #expect(problems("? [a]\n: b").first?.contains("not a text") == true)
        #expect(problems("- a").first?.contains("is not a mapping") == true)
        #expect(problems("").contains { $0.contains("no `name`") })
        #expect(problems("a: &a [1]\nb: &b [*a, *a, *a]\nname: x").contains { $0.contains("unknown entry") })
    }

    @Test func `aliases cannot make a file grow without end`() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let previous = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(previous)]\n"
        }
        #expect(problems(text).first?.contains("more than") == true)
        #expect(problems("a: " + String(repeating: "[", count: 60) + String(repeating: "]", count: 60)).first != nil)
    }

    @Test func `a selection is shown to a widget that understands it`() {
        func found(_ to: String) -> [String] {
            problems(
                """
                name: a
                searchers: { products: { type: hits, index: products } }
                widgets:
                  stats: { type: stats, searcher: products }
                  detail: { type: my-detail, external: true }
                  hits:
                    type: hits
                    searcher: products
                    selection:
                      mode: single
                      to: \(to)
                """
            )
        }
        #expect(found("detail") == [])
        #expect(
            found("detial") == [
                "11: `selection.to` of widget `hits` names an unknown widget `detial` | Did you mean `detail`?"
            ]
        )
        #expect(
            found("stats") == [
                "11: `selection.to` of widget `hits` names `stats`, a `stats` widget, which shows no single record | "
                    + "Name a widget that understands `show`, or leave `to` out."
            ]
        )
    }

    @Test func `names are short words, each used once`() {
        let found = problems(
            """
            name: a
            searchers: { "a b": { type: hits, index: i }, main: { type: hits, index: i } }
            filterStates: { main: { searchers: [nothing] } }
            """
        )
        #expect(found.count == 3)
        #expect(found[0].contains("`a b` cannot be the name"))
        #expect(found.contains { $0.contains("filter state `main` has the name of searcher `main` in line 2") })
        #expect(found.contains { $0.contains("unknown searcher `nothing`") })
    }

    @Test func `a name is no longer than what it becomes part of allows`() {
        let longest = String(repeating: "x", count: 48)
        func found(_ name: String) -> [String] {
            problems(
                """
                name: a
                searchers: { \(name): { type: hits, index: i } }
                """
            )
        }
        #expect(found(longest) == [])
        #expect(
            found(longest + "x") == [
                "2: `\(longest)x` cannot be the name of a searcher | Use 1 to 48 letters, digits, `_` or `-`."
            ]
        )
    }

    @Test(arguments: ["session", "state", "filters"])
    func `the names of SearchBus's own parts are reserved`(name: String) {
        let found = problems(
            """
            name: a
            searchers: { s: { type: hits, index: i } }
            widgets: { \(name): { type: stats, searcher: s } }
            """
        )
        #expect(found == ["3: `\(name)` is the name of a part of SearchBus itself | Choose another name."])
    }

    @Test func `a searcher has one filter state`() {
        let found = problems(
            """
            name: a
            searchers: { s: { type: hits, index: i }, m: { type: multi, searchers: [s] } }
            filterStates: { one: { searchers: [m] }, filters: { searchers: [s] } }
            """
        )
        #expect(found.count == 2)
        #expect(found[0].contains("`filters` is the name of a part of SearchBus itself"))
        #expect(found[1].contains("reaches `s`, which `one` reaches already"))
    }

    @Test(arguments: [
        ("s: { type: hit, index: i }", "Did you mean `hits`?"),
        ("s: { type: hits }", "has no `index`"),
        ("s: { type: hits, index: a/b }", "not a valid index name"),
        ("s: { type: hits, index: i, hitsPerPage: 0 }", "not a whole number from 1 to 1000"),
        ("s: { type: hits, index: i, hitsPerPage: many }", "not a whole number from 1 to 1000"),
        ("s: { type: hits, index: i, attribute: a }", "unknown entry `attribute`"),
        ("s: { type: hits, index: i, backend: other }", "unknown backend `other`"),
        ("s: { type: hits, index: i, searchWhen: sometimes }", "is `sometimes`"),
        ("s: { type: hits, index: i, filters: x }", "is not a list"),
        ("s: { type: hits, index: i, filters: [{ attribute: a }] }", "makes no sense"),
        ("s: { type: hits, index: i, filters: [{ attribute: a, date: yesterday }] }", "`yesterday` is not a time"),
        ("s: { type: hits, index: i, filters: [{ point: [91, 2], radius: 5 }] }", "latitude"),
        ("s: { type: hits, index: i, filters: [{ polygon: [[1, 2], [3, 4]] }] }", "corners"),
        ("s: { type: hits, index: i, filters: [{ atribute: a, attribute: a, value: 1 }] }", "unknown entry `atribute`"),
        ("s: { type: facets, index: i }", "has no `attribute`"),
        ("m: { type: multi }", "has no `searchers`"),
        ("m: { type: multi, searchers: [m] }", "holds the `multi` searcher `m`"),
        ("m: { type: multi, searchers: [x] }", "unknown searcher `x`"),
        ("s: { type: hits, index: i }, m: { type: multi, searchers: [s, s] }", "is a member of `m` already"),
        ("m: { type: multi, searchers: [n] }, n: { type: multi, searchers: [s] }, s: { type: hits, index: i }", "`n`"),
    ])
    func `an invalid searcher is reported`(_ searchers: String, _ words: String) {
        let found = problems("name: a\nsearchers: { \(searchers) }")
        #expect(found.count == 1)
        #expect(found.first?.contains(words) == true)
        #expect(found.first?.hasPrefix("2: ") == true)
    }

    @Test(arguments: [
        ("type: elastic, url: u", "is not a known engine"),
        ("type: algolia", "has no `url`"),
        ("type: algolia, url: u, headers: { k: abc }", "holds a secret"),
        ("type: algolia, url: u, headers: { k: \"${NO}\" }", "`NO`, which is not set"),
        ("type: algolia, url: u, headers: { k: \"${\" }", "not followed by the name"),
        ("type: algolia, url: u, headers: { Authorization: Bearer abc }", "holds a secret"),
        ("type: algolia, url: \"https://me:pw@host/\"", "holds a secret"),
        ("type: postgresql, url: \"postgresql://me:pw@host/db\"", "holds a secret"),
        ("type: postgresql, url: \"postgresql://host/db?password=pw\"", "holds a secret"),
        ("type: postgresql, url: \"postgresql://me@host/db\", password: pw", "holds a secret"),
        ("type: algolia, url: u, headers: { Authorization: 12345 }", "holds a secret"),
        ("type: algolia, url: 7", "is not a text"),
        ("type: algolia, url: u, headers: { A: \"${KEY}\" }, tiemout: 1", "Did you mean `timeout`?"),
        ("type: embedded, url: u", "unknown entry `url`"),
    ])
    func `an invalid backend is reported`(_ backend: String, _ words: String) {
        let text = "name: a\nbackends: { b: { \(backend) } }\nsearchers: { s: { type: hits, index: i } }"
        let found = problems(text, environment: ["KEY": "value"])
        #expect(found.count == 1)
        #expect(found.first?.contains(words) == true)
        #expect(found.first?.hasPrefix("2: ") == true)
    }

    @Test func `with several backends a searcher must name one`() {
        let found = problems(
            """
            name: a
            backends: { a: { type: embedded }, b: { type: embedded } }
            searchers: { s: { type: hits, index: i } }
            """
        )
        #expect(
            found == ["3: searcher `s` has no `backend`, and there are several | Add `backend:` with one of: a, b."]
        )
    }

    @Test func `an invalid widget is reported`() {
        expect(widget: "type: hits", "has no `searcher`")
        expect(widget: "type: hits, searcher: all", "Name one of its members: products, names")
        expect(widget: "type: hits, searcher: names", "Name a searcher of type `hits`")
        expect(widget: "type: hits, searcher: products, filterState: main", "is not allowed")
        expect(widget: "type: hits, searcher: products, infiniteScroling: off", "Did you mean `infiniteScrolling`?")
        expect(widget: "type: hits, searcher: products, showItemsOnEmptyQuery: yes", "not true or false")
        expect(widget: "type: hits, searcher: products, infiniteScrolling: { offset: -1 }", "infiniteScrolling")
        expect(widget: "type: hits, searcher: products, place: left", "not one of: top, side, main, foot")
        expect(widget: "type: hits, searcher: products, controller: ../x.js", "without `..`")
        expect(widget: "type: hits, searcher: products, controller: gone.js", "which does not exist")
        expect(widget: "type: hits, searcher: products, run: [x]", "is a built-in type")
        expect(widget: "type: stats, searcher: products, template: \"{hits}\"", "unknown placeholder")
        expect(widget: "type: number-range, searcher: products, filterState: main", "has no `attribute`")
        expect(widget: "type: number-range, searcher: products, attribute: a", "has no `filterState`")
        expect(
            widget: "type: number-range, searcher: products, filterState: idle, attribute: a",
            "does not reach `products`"
        )
        expect(
            widget: "type: refinement-list, searcher: names, filterState: main, attribute: brand",
            "searches the values of `name`"
        )
        expect(widget: "type: clear-filters, filterState: mian", "Did you mean `main`?")
    }

    @Test func `what is wrong inside a parameter is named with its line, and what was meant`() {
        let found = problems(
            """
            name: a
            searchers: { s: { type: hits, index: i } }
            filterStates: { f: { searchers: [s] } }
            widgets:
              hits:
                type: hits
                searcher: s
                infiniteScrolling:
                  ofset: 3
                template:
                  layout: gird
                  meta:
                    - attribute: price
                      format: currncy
              list:
                type: refinement-list
                searcher: s
                filterState: f
                attribute: brand
                sortBy:
                  - isRefined
                  - count:dsc
                limit: 0
            """
        )
        #expect(
            found == [
                "9: `infiniteScrolling.offset` of widget `hits` is missing | "
                    + "How many rows before a missing page it is asked for: {offset: 5}; or `off`.",
                "11: `template.layout` of widget `hits` is not one of: grid, list | Did you mean `grid`?",
                "22: `sortBy.1` of widget `list` is not one of: isRefined, count:desc, count:asc, name:asc, name:desc | "
                    + "Did you mean `count:desc`?",
                "23: `limit` of widget `list` is not a whole number from 1 to 1000 | How many values are listed.",
            ]
        )
    }

    @Test func `a custom type needs a process that runs it`() {
        expect(widget: "type: sum, searcher: products", "Add `run: [PROGRAM")
        expect(widget: "type: sum, run: []", "names no program")
        expect(widget: "type: sum, run: [x], external: true", "contradicts")
        expect(widget: "type: sum, external: true, environment: [X]", "has no effect without `run`")
        expect(widget: "type: sum, run: [x], environment: [X, 1Y]", "names `1Y`")
        expect(widget: "type: sum, run: [x], environment: ['X=secret']", "names `X=secret`")
        expect(widget: "type: sum, run: [x], environment: X", "not a list, each a text")
        expect(widget: "type: search-box, searcher: products, environment: [X]", "is not allowed")
        expect(widget: "type: a/b, run: [x]", "is `a/b`")
        expect(widget: "type: sum, run: x", "not a list, each a text")
        #expect(
            problems(
                """
                name: a
                searchers: { s: { type: hits, index: i } }
                widgets: { w: { type: sum, external: true, controller: there.js, anything: [1] } }
                """
            ) == []
        )
    }

    @Test(arguments: [
        ("tether", "`interactors` is `tether`", ""),
        ("togehter", "`interactors` is `togehter`", "Did you mean `together`?"),
        ("groups", "`interactors` is `groups`", "groups: { screen: [hits, stats] }"),
        ("5", "`interactors` is `5`", ""),
        ("[each]", "is a list", ""),
        ("{}", "has no `groups`", ""),
        ("{ group: { a: [box] }, groups: {} }", "unknown entry `group`", "Did you mean `groups`?"),
        ("{ groups: [box] }", "is not a mapping", ""),
        ("{ groups: { a: box } }", "the group `a` lists no widgets", ""),
        ("{ groups: { a: [] } }", "the group `a` lists no widgets", ""),
        ("{ groups: { a: [1] } }", "contains an invalid name", ""),
        ("{ groups: { \"a b\": [box] } }", "`a b` cannot be the name of a group", "1 to 48"),
        ("{ groups: { a: [bix] } }", "names an unknown widget `bix`", "Did you mean `box`?"),
        ("{ groups: { a: [own] } }", "holds `own`, whose type does not come with SearchBus", "of its own"),
        ("{ groups: { a: [box, box] } }", "holds `box` twice", "once"),
        ("{ groups: { a: [box], b: [box] } }", "the group `b` holds `box`, which is in `a` already", "one group"),
    ])
    func `an invalid layout of processes is reported`(_ layout: String, _ words: String, _ remedy: String) {
        let found = problems(
            """
            name: a
            searchers: { s: { type: hits, index: i } }
            widgets:
              box: { type: search-box, searcher: s }
              own: { type: sum, run: [x] }
            interactors: \(layout)
            """
        )
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasPrefix("6: ") == true, "\(found)")
        #expect(found.first?.contains(words) == true && found.first?.contains(remedy) == true, "\(found)")
    }

    @Test func `an unreadable file is reported`() {
        #expect(throws: (any Error).self) { try AppFile.load("/nowhere/app.yaml", environment: [:]) }
    }

    @Test func `the widgets of a process, and the members of a multi searcher, are limited`() {
        func app(widgets: Int, _ layout: String) -> String {
            let lines = (0..<widgets).map { "  w\($0): { type: search-box, searcher: s }" }
            return
                "name: a\nsearchers: { s: { type: hits, index: i } }\nwidgets:\n\(lines.joined(separator: "\n"))\n\(layout)"
        }
        #expect(problems(app(widgets: 128, "interactors: together")) == [])
        #expect(problems(app(widgets: 129, "interactors: each")) == [])
        let many = problems(app(widgets: 129, "interactors: together"))
        #expect(
            many.count == 1 && many[0].hasPrefix("133: the process `interactors` would run 129 widgets | "),
            "\(many)"
        )

        func searchers(_ count: Int) -> String {
            let names = (0..<count).map { "m\($0)" }
            let members = names.map { "  \($0): { type: hits, index: i }" }.joined(separator: "\n")
            return
                "name: a\nsearchers:\n\(members)\n  all: { type: multi, searchers: [\(names.joined(separator: ", "))] }"
        }
        #expect(problems(searchers(100)) == [])
        let crowd = problems(searchers(101))
        #expect(crowd.count == 1 && crowd[0].contains("`all` has 101 members"), "\(crowd)")
    }
}
