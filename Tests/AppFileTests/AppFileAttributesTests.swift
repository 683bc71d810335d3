// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppFile
import AppModel
import SearchModel
import Testing

/// What indexes call the attributes of a filter state.
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

    @Test func `what cannot be meant is told with its line and what was meant`() {
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
                "11: `brand` in `attributes.films` of filter state `main` is no name of an attribute | "
                    + "Write what the index calls `brand`, or `null` where it has nothing like it."
            ]
        )
        #expect(
            lines("films: studio").first?.hasPrefix("11: `attributes.films` of filter state `main` is no mapping")
                == true
        )
        #expect(lines("films: { price: null }").isEmpty, "a filter may come from elsewhere than a widget")
    }

    @Test func `a widget counts nothing that its index calls otherwise`() {
        let widget = "v: { type: refinement-list, searcher: films, filterState: main, attribute: brand }"
        #expect(
            AppFileProblems.lines(of: text("films: { brand: studio }", widget: widget)) == [
                "14: `attribute` of widget `v` is `brand`, which the index of `films` calls `studio` "
                    + "(`attributes` of `main`) | Let the widget listen to a searcher whose index has `brand`."
            ]
        )
    }
}
