// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Interactors
import SearchModel
import Testing
import Wire

/// The parts of the app that parameters of widgets name.
@Suite struct AppFileLinkTests {
    @Test func `an unknown part in a parameter is reported with a suggestion`() {
        AppFileProblems.expect(
            widget: "type: query-suggestions, searcher: products, target: al",
            "`target` of widget `w` names an unknown searcher `al` | Did you mean `all`?"
        )
        AppFileProblems.expect(
            widget: "type: query-suggestions, searcher: products, target: all, "
                + "category: { source: c, filterState: mian, attribute: c }",
            "`category.filterState` of widget `w` names an unknown filter state `mian` | Did you mean `main`?"
        )
        AppFileProblems.expect(
            widget: "type: autocomplete, searcher: names, target: [products, prodcts]",
            "`target.1` of widget `w` names an unknown searcher `prodcts` | Did you mean `products`?"
        )
        AppFileProblems.expect(
            widget: "type: autocomplete, searcher: names, target: products, sections: [{ searcher: name }]",
            "`sections.0.searcher` of widget `w` names an unknown searcher `name` | Did you mean `names`?"
        )
        AppFileProblems.expect(
            widget: "type: autocomplete, searcher: names, target: products, "
                + "sections: [{ searcher: names, choose: { filter: { filterState: min, attribute: name } } }]",
            "`sections.0.choose.filter.filterState` of widget `w` names an unknown filter state `min`"
        )
        AppFileProblems.expect(
            widget: "type: autocomplete, searcher: all, target: products",
            "is searched as one types already"
        )
    }

    /// The problems that `check` reports for a list whose values are searched by a searcher.
    private func searchable(
        _ rest: String,
        attribute: String = "brand",
        state: String = "[products, brands]"
    ) -> [String] {
        AppFileProblems.lines(
            of: """
                name: a
                searchers:
                  products: { type: hits, index: goods }
                  brands: { type: facets, index: goods, attribute: brand }
                  member: { type: facets, index: goods, attribute: brand }
                  all: { type: multi, searchers: [member] }
                filterStates: { main: { searchers: \(state) } }
                widgets:
                  w: { type: refinement-list, searcher: products, filterState: main, attribute: \(attribute), searchable: true\(rest) }
                """
        )
    }

    @Test func `the query of a link is not that of a search among values, unless a widget shows it besides`() throws {
        func valueSearchers(_ more: String) throws -> Set<String> {
            try AppFile.read(
                """
                name: a
                searchers:
                  products: { type: hits, index: goods }
                  brands: { type: facets, index: goods, attribute: brand }
                widgets:
                  w: { type: refinement-list, searcher: products, filterState: main, attribute: brand, searchable: true, valuesSearcher: brands }
                \(more)
                filterStates: { main: { searchers: [products, brands] } }
                """
            ).permalinkScheme.valueSearchers
        }
        #expect(try valueSearchers("  b: { type: search-box, searcher: products }") == ["brands"])
        #expect(try valueSearchers("  b: { type: search-box, searcher: brands }") == [])
    }

    @Test func `the searcher of a list's values is one of its own, and check says which would do`() {
        let remedy =
            "Add a searcher `NAME: { type: facets, index: goods, attribute: brand, searchWhen: non-empty }`, and name it here."
        #expect(searchable(", valuesSearcher: brands") == [])
        #expect(searchable("") == ["9: `valuesSearcher` of widget `w` is missing: `searchable` needs one | \(remedy)"])
        #expect(
            searchable(", valuesSearcher: brand") == [
                "9: `valuesSearcher` of widget `w` names an unknown searcher `brand` | Did you mean `brands`?"
            ]
        )
        #expect(
            searchable(", valuesSearcher: all") == [
                "9: `valuesSearcher` of widget `w` is the `multi` searcher `all` | \(remedy)"
            ]
        )
        #expect(
            searchable(", valuesSearcher: brands", attribute: "color").first?.contains(
                "is `brands`, which searches the values of `brand`, not of `color` | Add a searcher "
                    + "`NAME: { type: facets, index: goods, attribute: color, searchWhen: non-empty }`"
            ) == true
        )
        #expect(
            searchable(", valuesSearcher: member").first?.contains("a member of `all`: what is searched there") == true
        )
        #expect(
            searchable(", valuesSearcher: brands", state: "[products]") == [
                "9: `valuesSearcher` of widget `w` is `brands`, which `main` does not filter: it would count records that "
                    + "are filtered out | Add `brands` to the `searchers` of `main`."
            ]
        )
    }

    @Test func `names in parameters are resolved, and written for the processes`() throws {
        let app = try AppFile.read(
            """
            name: a
            searchers:
              products: { type: hits, index: goods }
              brands: { type: facets, index: goods, attribute: brand }
              found: { type: hits, index: goods }
              source: { type: multi, searchers: [found] }
            filterStates: { main: { searchers: [products, brands] } }
            widgets:
              list: { type: menu, searcher: products, filterState: main, attribute: brand, searchable: true, valuesSearcher: brands }
              box: { type: autocomplete, searcher: source, target: [products], sections: [{ searcher: found }] }
            """,
            environment: [:]
        )
        #expect(try App(json: app.json) == app)
        let list = try #require(app.widget("list")?.configuration)
        #expect(list.heardSearchers == ["products", "brands"] && list.heardUnits == ["products", "brands"])
        #expect(list.askedParts == [])
        let box = try #require(app.widget("box")?.configuration)
        #expect(box.heardSearchers == ["found"] && box.heardUnits == ["source"] && box.askedParts == ["products"])
        #expect(box.members(of: "products") == ["products"])
    }
}
