// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Interactors
import SearchModel
import Testing
import Wire

/// The indexes' names for the attributes of a filter state.
@Suite struct AppFileAttributesTests {
    private func text(_ attributes: String, widget: String = "") -> String {
        """
        name: a
        searchers:
          products: { type: hits, index: goods }
          films: { type: hits, index: films }
          actors: { type: hits, index: actors }
          all: { type: multi, searchers: [products, films] }
        filterStates:
          main:
            searchers: [all]
            attributes:
              \(attributes)
        widgets:
          w: { type: refinement-list, searcher: products, filterState: main, attribute: brand }
          \(widget)
        """
    }

    @Test func `each searcher that a filter state reaches may call its attributes otherwise`() throws {
        let app = try AppFile.read(text("films: { brand: studio, price: null }"), environment: [:]) { _ in true }
        #expect(app.attributeMap(of: "films") == AttributeMap(["brand": "studio", "price": nil]))
        #expect(app.attributeMap(of: "products").isEmpty && app.attributeMap(of: "actors").isEmpty)
        #expect(app.filterStates[0].searchers == ["all"])
    }

    @Test func `an unknown name is reported with its line and a suggestion`() {
        func lines(_ attributes: String, widget: String = "") -> [String] {
            AppFileProblems.lines(of: text(attributes, widget: widget))
        }
        #expect(
            lines("flims: { brand: studio }") == [
                "11: `attributes` of filter state `main` names `flims`, which filter state `main` does not reach | "
                    + "Did you mean `films`?"
            ]
        )
        #expect(
            lines("actors: { brand: studio }") == [
                "11: `attributes` of filter state `main` names `actors`, which filter state `main` does not reach | "
                    + "There are: products, films."
            ]
        )
        #expect(
            lines("films: { brnad: studio }") == [
                "11: `attributes.films` of filter state `main` names `brnad`, which no widget filters by | "
                    + "Did you mean `brand`?"
            ]
        )
        #expect(
            lines("films: { brand: 7 }") == [
                "11: `brand` in `attributes.films` of filter state `main` is not a valid attribute name | "
                    + "Write what the index calls `brand`, or `null` where it has nothing like it."
            ]
        )
        #expect(
            lines("films: studio").first?.hasPrefix("11: `attributes.films` of filter state `main` is not a mapping")
                == true
        )
        #expect(lines("films: { price: null }").isEmpty, "a filter may come from elsewhere than a widget")
    }

    private let list = "v: { type: refinement-list, searcher: films, filterState: main, attribute: brand }"

    @Test func `a widget names an attribute as its filter state does, and its searcher counts what the index calls so`()
        throws
    {
        let text = text("films: { brand: studio, price: null }", widget: list)
        let app = try AppFile.read(text, environment: [:]) { _ in true }
        let widget = try #require(app.widget("v"))
        #expect(widget.configuration.attributes == ["films": AttributeMap(["brand": "studio"])])
        #expect(app.widget("w")?.configuration.attributes.isEmpty == true)
        #expect(app.facets(for: "films").map(\.attribute) == ["studio"])
        #expect(app.facets(for: "products").map(\.attribute) == ["brand"])
        #expect(try App(json: app.json) == app)
        // The index's own name stays valid: a filter on it reaches the index unchanged.
        let own = self.text(
            "films: { brand: studio }",
            widget: list.replacing("attribute: brand", with: "attribute: studio")
        )
        let other = try AppFile.read(own, environment: [:]) { _ in true }
        #expect(other.widget("v")?.configuration.attributes.isEmpty == true)
        #expect(other.facets(for: "films").map(\.attribute) == ["studio"])
    }

    @Test func `a widget counts nothing that its index has nothing like`() {
        #expect(
            AppFileProblems.lines(of: text("films: { brand: null }", widget: list)) == [
                "14: `attribute` of widget `v` is `brand`, which the index of `films` does not have "
                    + "(`attributes` of `main`) | Connect the widget to a searcher whose index has `brand`."
            ]
        )
    }

    @Test func `a searcher of values is one of what its index calls the attribute`() {
        func lines(_ attribute: String, values: String) -> [String] {
            let widget = "v: { type: refinement-list, searcher: studios, filterState: main, attribute: \(attribute) }"
            let text = text("studios: { brand: studio }", widget: widget)
                .replacing("  all:", with: "  studios: { type: facets, index: films, attribute: \(values) }\n  all:")
                .replacing("searchers: [all]", with: "searchers: [all, studios]")
            return AppFileProblems.lines(of: text)
        }
        #expect(lines("brand", values: "studio").isEmpty && lines("studio", values: "studio").isEmpty)
        #expect(
            lines("color", values: "studio") == [
                "15: `attribute` of widget `v` is `color`, but `studios` searches the values of `studio` | "
                    + "Write `attribute: brand`, or name another searcher."
            ]
        )
        #expect(lines("brand", values: "brand").first?.contains("searches the values of `brand`") == true)
    }
}
