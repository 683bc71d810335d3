// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Foundation
import Interactors
import RandomTesting
import SearchModel
import Testing
import Wire

@Suite struct AppFileTests {
    private let store = """
        name: store
        console: { title: Store, subtitle: Everything }
        backends:
          catalog: { type: embedded }
        searchers:
          products:
            type: hits
            index: products
            backend: catalog
            hitsPerPage: 12
            facets: [color]
            filters:
              - { attribute: inStock, value: true }
              - { attribute: added, date: last 30 days in ms, negated: true }
              - { point: [48.1, 11.5], radius: 2000 }
              - { polygon: [[47, 10], [47, 13], [50, 11.5]] }
              - any: [{ attribute: price, operator: "<", value: 10 }, { tag: new }]
          categories: { type: facets, index: products, attribute: categories }
          everything: { type: multi, searchers: [products, categories], searchWhen: min-length:2 }
        filterStates:
          main: { searchers: [everything] }
        widgets:
          box:   { type: search-box, searcher: everything }
          hits:  { type: hits, searcher: products, infiniteScrolling: off, showItemsOnEmptyQuery: true }
          brand:
            type: refinement-list
            searcher: products
            filterState: main
            attribute: brand
            title: Brand
            selected: [Apple, 7]
            limit: 30
          find:  { type: refinement-list, searcher: categories, filterState: main, attribute: categories }
          price: { type: number-range, searcher: products, filterState: main, attribute: price, range: [10, 200] }
          stats: { type: stats, searcher: products, template: "{nbHits} results", place: foot }
          clear: { type: clear-filters, filterState: main }
          sum:   { type: sum-searches, searcher: products, run: [python3, sum.py], controller: web/sum.js, start: 3 }
        """

    @Test func `the positions of an app's parts are recorded`() throws {
        let places = try AppFile.readWithPlaces(store, environment: [:]).places
        #expect(places.line(of: ["name"]) == 1)
        #expect(places.line(of: ["searchers", "products", "index"]) == 8)
        #expect(places.line(of: ["widgets", "price", "attribute"]) == 34)
        #expect(places.line(of: ["widgets", "price", "nothing"]) == 34)
        #expect(places.line(of: ["widgets", "nothing"]) == 22)
        #expect(places.line(of: []) == 1)
    }

    @Test func `an app is read`() throws {
        let app = try AppFile.read(store, environment: [:])
        #expect(app.name == "store")
        #expect(app.console == App.Console(title: "Store", subtitle: "Everything"))
        #expect(app.backends == [BackendConfiguration(name: "catalog", type: "embedded")])
        #expect(app.widgets.map(\.name) == ["box", "hits", "brand", "find", "price", "stats", "clear", "sum"])
        #expect(app.widgets.map(\.place) == [.top, .main, .side, .side, .side, .foot, .side, .main])

        let products = try #require(app.searcher("products"))
        #expect(products.kind == .hits(index: "products", hitsPerPage: 12))
        #expect(products.backend == "catalog")
        let added = Filter.date("added", DatePeriod(.last(30, .day), in: .milliseconds), isNegated: true)
        let near = try Filter(json: ["type": "geo", "point": [48.1, 11.5], "radius": 2_000])
        let within = try Filter(json: ["type": "geo", "polygon": [[47, 10], [47, 13], [50, 11.5]]])
        #expect(
            products.filters.filters(in: .init(kind: .and, name: "base"))
                == [.facet("inStock", true), added, near, within]
        )
        #expect(
            products.filters.filters(in: .init(kind: .or, name: "base-4"))
                == [.comparison("price", .less, 10), .tag("new")]
        )
        #expect(app.searcher("categories")?.kind == .facets(index: "products", attribute: "categories"))
        #expect(app.searcher("everything")?.searchWhen == .minLength(2))

        let box = try #require(app.widget("box"))
        #expect(box.configuration.searcherMembers == ["products", "categories"])
        let sum = try #require(app.widget("sum"))
        #expect(sum.run == ["python3", "sum.py"])
        #expect(sum.controller == "web/sum.js")
        #expect(sum.configuration.parameters == ["start": 3])
        #expect(try sum.interactor() == nil)
    }

    @Test func `questions about an app have answers`() throws {
        let app = try AppFile.read(store, environment: [:])
        #expect(app.searcherUnits.map(\.name) == ["everything"])
        #expect(app.unit(of: "products")?.name == "everything")
        #expect(app.unit(of: "everything")?.name == "everything")
        #expect(app.unit(of: "nothing") == nil)
        #expect(app.facets(for: "products") == [FacetNeed("brand", limit: 31), FacetNeed("color")])
        #expect(app.facets(for: "everything").isEmpty)
        #expect(app.stats(for: "products") == ["price"])
        #expect(app.filterStates(of: "products") == ["main"])
        let initial = try #require(app.initialSession.filters["main"])
        #expect(
            initial.filters(in: .init(kind: .or, name: "brand")) == [.facet("brand", "Apple"), .facet("brand", 7)]
        )
        #expect(initial.filters(in: .init(kind: .and, name: "price")) == [.range("price", 10...200)])
    }

    @Test func `members follow the rule of their multi searcher, unless they have their own`() throws {
        let text = """
            name: a
            searchers:
              a: { type: hits, index: i }
              b: { type: hits, index: i, searchWhen: always }
              c: { type: hits, index: i }
              m: { type: multi, searchers: [a, b], searchWhen: non-empty }
            """
        let app = try AppFile.read(text, environment: [:])
        #expect(app.searchers.map(\.searchWhen) == [.nonEmpty, .always, .always, .nonEmpty])
    }

    @Test(
        arguments: [
            "store", "gallery", "packages", "actors-films", "categories-products", "suggesting-store", "engines",
        ]
    )
    func `the project's own apps are valid`(_ name: String) throws {
        let environment = ["ENGINES_DIRECTORY": "/tmp/x", "ENGINES_GROONGA_PORT": "1"]
        let app = try AppFile.load("\(Repository.root.path)/deploy/demo/\(name).yaml", environment: environment)
        #expect(app.name == name)
        #expect(try App(json: app.json) == app)
    }

    @Test func `an app is handed on as JSON`() throws {
        let app = try AppFile.read(store, environment: [:])
        #expect(try App(json: JSON(parsing: app.json.bytes)) == app)
        for key in ["name", "console"] {
            var object = try #require(app.json.object)
            object[key] = nil
            #expect(throws: JSONError.self) { try App(json: .object(object)) }
        }
    }

    @Test func `an app without backends asks the embedded engine`() throws {
        let app = try AppFile.read("name: a\nsearchers: { s: { type: hits, index: i } }", environment: [:])
        #expect(app.backends == [.embedded])
        #expect(app.searchers.first?.backend == "embedded")
        #expect(app.console.title == "a")
        #expect(app.searchers.first?.hitsPerPage == 20)
    }

    @Test func `secrets stay in the environment until a backend is asked`() throws {
        let text = """
            name: a
            backends:
              e: { type: algolia, url: "https://${HOST}:9200", headers: { Authorization: "Bearer ${TOKEN}" }, timeout: 2 }
            searchers: { s: { type: hits, index: i } }
            """
        let app = try AppFile.read(text, environment: ["HOST": "h", "TOKEN": "secret"])
        #expect(!app.json.text.contains("secret"))
        let backend = try #require(app.backend("e"))
        #expect(
            try backend.resolvedParameters(in: ["HOST": "h", "TOKEN": "secret"])
                == ["url": "https://h:9200", "headers": ["Authorization": "Bearer secret"], "timeout": 2]
        )
        #expect(throws: SearchBusError.self) { try backend.resolvedParameters(in: ["HOST": "h"]) }
    }

    @Test func `a dollar sign that starts no variable is text`() throws {
        #expect(try EnvironmentText("$5 $ ${A_1}x").variables == ["A_1"])
        for text in ["${", "${}", "${1}", "${a b}", "${é}"] {
            #expect(throws: SearchBusError.self) { try EnvironmentText(text) }
        }
    }

    @Test func `rules of searching have words`() {
        for words in ["always", "non-empty", "manual", "min-length:3"] {
            #expect(SearchRule(words: words)?.words == words)
        }
        for words in ["", "never", "min-length", "min-length:", "min-length:-1", "min-length:x"] {
            #expect(SearchRule(words: words) == nil)
        }
        #expect(SearchRule.always.admits(""))
        #expect(!SearchRule.nonEmpty.admits(""))
        #expect(SearchRule.minLength(2).admits("ab") && !SearchRule.minLength(2).admits("a"))
        #expect(!SearchRule.manual.admits("abc"))
    }
}
